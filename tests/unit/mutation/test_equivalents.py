"""The list of equivalent faults follows the code by content, and says when it no longer fits."""

import pytest

from tb.mutation.faults.equivalent import find_equivalents, read_equivalents
from tb.runner.errors import UserError
from tests.unit.mutation.toy import FOLDER, fault, faults

ENTRY = """
[[equivalent]]
file = "design/counter.sv"
kind = "stuck"
statement = "enable && reset_n"
changed = "1'b1"
reason = "for the sake of the example"
"""


def found(tmp_path, text, config="toy", sim="verilator", of=None):
    path = tmp_path / "list.toml"
    path.write_text(text)
    (tmp_path / "design").symlink_to(FOLDER)
    faults_there = faults() if of is None else of
    return find_equivalents(read_equivalents(path), faults_there, config=config, sim=sim, path=path)


def test_an_entry_names_a_fault_by_content(tmp_path):
    assert found(tmp_path, ENTRY) == {
        fault("stuck", "enable && reset_n", "1'b1"): "for the sake of the example",
    }


def test_a_reason_may_hold_whatever_is_done_to_a_statement(tmp_path):
    any_change = ENTRY.replace('"stuck"', '"*"').replace("1'b1", "*").replace("counter.sv", "c*.sv")
    meant = found(tmp_path, any_change)
    assert set(meant) == {one for one in faults() if one.original == "enable && reset_n"}
    assert len({one.kind for one in meant}) > 1


def test_other_files_and_configurations_are_not_judged(tmp_path):
    assert found(tmp_path, ENTRY, of=[]) == {}
    (tmp_path / "design").unlink()
    assert found(tmp_path, ENTRY.replace("enable", "gone") + 'configs = ["other"]\n') == {}


def test_a_reason_may_hold_on_one_simulator_alone(tmp_path):
    entry = ENTRY + 'simulators = ["verilator"]\n'
    assert found(tmp_path, entry)
    (tmp_path / "design").unlink()
    assert found(tmp_path, entry, sim="icarus") == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            ENTRY.replace("enable", "active"),
            r"list\.toml: design/counter\.sv has no stuck fault any more .*'active && ",
        ),
        (ENTRY + "nth = 2\n", "has no stuck fault any more"),
        (ENTRY.replace("counter.sv", "gone.sv"), r"design/gone\.sv: no such file"),
        (ENTRY.replace("reason", "why"), "entry 1: why: no such field"),
        (ENTRY.replace('"stuck"', "3"), "entry 1: kind is missing or no text"),
        ("[[equivalent]", r"list\.toml: Expected"),
        ("equivalent = [1]", "entry 1: not a table"),
    ],
)
def test_a_list_that_no_longer_fits_says_so(tmp_path, text, message):
    with pytest.raises(UserError, match=message):
        found(tmp_path, text)
