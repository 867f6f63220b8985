"""Behaviours of registers that a family brings, found by the names of its modules."""

import sys
from types import ModuleType

import pytest

from models.optional_part import optional_part
from models.register_behaviours import behaviours_of
from models.register_file import load
from models.registers import Behaviour
from tb.registers.emit_models import json_text
from tb.registers.emit_sv import sv_texts
from tb.registers.register_logic import RegisterLogic
from tests.unit.registers.toy_description import ToyConfig, compile_text

RESTART = Behaviour("restart", notices_write=True)
TEXT = """
property behaviour { type = string; component = reg; };
addrmap toy {
  addrmap {
    reg { behaviour = "restart"; field { } SIZE[7:0]; } RING @ 0x0;
    reg { field { } SIZE[7:0]; } PLAIN @ 0x4;
    reg { field { onwrite = woclr; } DONE[0:0]; } STATUS @ 0x8;
  } UNIT @ 0x0;
};
"""


@pytest.fixture(autouse=True)
def _family(monkeypatch):
    """A family with a behaviour of its own."""
    module = ModuleType("models.toy.register_behaviours")
    module.BEHAVIOURS = {RESTART.name: RESTART}
    monkeypatch.setitem(sys.modules, module.__name__, module)


@pytest.fixture
def compiled(tmp_path):
    return compile_text(tmp_path, TEXT, ToyConfig(description_parameters={}))


def test_a_familys_own_behaviours_stand_beside_those_of_any_family():
    assert behaviours_of("toy")["restart"] is RESTART
    assert behaviours_of("toy")["plain"] is Behaviour.PLAIN
    assert "restart" not in behaviours_of("other")


def test_a_description_names_them_and_what_is_compiled_keeps_them(compiled, tmp_path):
    assert compiled.register_map.UNIT.RING.behaviour is RESTART
    path = tmp_path / "toy.json"
    path.write_text(json_text(compiled.register_map))
    assert load(path) == compiled.register_map


def test_hardware_notices_what_they_say(compiled):
    module = sv_texts("toy", compiled.rtl_blocks, {})["toy_unit_regs.sv"]
    assert "written.ring <= req_valid && req_write && 32'(req_word) == RING;" in module
    assert "written.plain" not in module


def test_a_family_may_show_what_it_likes_of_a_register(compiled):
    class Counting(RegisterLogic):
        own = frozenset({"STATUS"})

        def ports(self):
            return ("input  logic done,",)

        def shown(self):
            return {"STATUS": "32'(done)"}

    module = sv_texts("toy", compiled.rtl_blocks, {}, Counting)["toy_unit_regs.sv"]
    assert "STATUS: rsp_data <= 32'(done);" in module
    assert "input  logic done," in module
    assert "status_t" not in module


def test_a_part_that_is_there_and_fails_is_no_missing_part(monkeypatch, tmp_path):
    (tmp_path / "broken_part.py").write_text("import nothing_of_this_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nothing_of_this_name"):
        optional_part("broken_part", "PART")
    assert optional_part("models.nofamily.config", "CONFIGS") is None


def test_a_part_without_what_is_looked_for_there_is_one_line(monkeypatch):
    monkeypatch.delattr(sys.modules["models.toy.register_behaviours"], "BEHAVIOURS")
    with pytest.raises(
        ValueError, match=r"^models\.toy\.register_behaviours has no BEHAVIOURS, which is looked for there$"
    ):
        behaviours_of("toy")
