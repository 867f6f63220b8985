"""What tests need, and why a configuration does not have one."""

import re
from dataclasses import replace

import pytest

from tb.nvdla import family
from tb.nvdla.family import FAMILY
from tb.runner.errors import UserError

GOOD = """
from pyuvm import test
from tb.nvdla.base_test import NvdlaBaseTest

@test()
class OwnTest(NvdlaBaseTest):
    async def stimulus(self, bench):
        pass
"""


@pytest.mark.parametrize(
    ("config", "attached", "name", "reason"),
    [
        ("tiny", False, "first.FirstLayersTest", "needs CVSRAM, tiny has DBB"),
        ("nv_full", False, "first.FirstLayersTest", ""),
        ("nv_full", True, "csb.", "needs npuvm's own RTL: run it without ATTACH"),
        (
            "nv_small",
            False,
            "sdp_tables.",
            "needs SDP_LUT and SDP_Y, nv_small has SDP_X1, SDP_X2",
        ),
    ],
)
def test_why_a_configuration_does_not_have_a_test(config, attached, name, reason):
    found = {test: why for test, why in FAMILY.tests(config, attached).items() if name in test}
    assert found
    assert set(found.values()) == {reason}


def test_a_module_is_played_where_its_needs_are_there(tmp_path):
    (tmp_path / "copies.py").write_text('NEEDS = ("BDMA",)\n' + GOOD.replace("@test", "@pyuvm.test"))
    (tmp_path / "own.py").write_text('NEEDS = ("OWN_RTL",)\n' + GOOD.replace("@test", "@pyuvm.test"))
    tests = replace(family.TESTS, folder=tmp_path)
    copies, own = (f"tests.sim.nvdla.{name}" for name in ("copies", "own"))
    assert (tests.modules("nv_full"), tests.modules("nv_small")) == ((copies, own), (own,))
    assert [test for test, why in tests.tests("nv_full", True).items() if not why] == [f"{copies}.OwnTest"]


def test_what_a_users_file_needs(tmp_path):
    (tmp_path / "own.py").write_text('NEEDS = ("CVSRAM",)' + GOOD)
    assert FAMILY.tests("nv_full", False, tmp_path) == {"own.OwnTest": ""}
    assert FAMILY.tests("tiny", False, tmp_path) == {"own.OwnTest": "needs CVSRAM, tiny has DBB"}


@pytest.mark.parametrize(
    ("needs", "says"),
    [
        ("NEEDS = 5", "own.py:1: NEEDS = 5: write a tuple of names"),
        ('NEEDS = ("CVRAM",)', "own.py:1: NEEDS: there is no 'CVRAM'; did you mean CVSRAM?"),
        ("NEEDS = X", "own.py:1: NEEDS = X: write a tuple of names"),
    ],
)
def test_wrong_needs_are_named(tmp_path, needs, says):
    (tmp_path / "own.py").write_text(needs + GOOD)
    with pytest.raises(UserError, match=re.escape(says)):
        FAMILY.tests("nv_full", False, tmp_path)
