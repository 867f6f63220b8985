"""The register file of a block with two ping-pong groups."""

from dataclasses import replace

import pytest

from models.nvdla.register_behaviours import POINTER
from models.registers import Behaviour, ReadKind
from tb.nvdla.register_logic import register_logic
from tests.made_devices import READ_ONLY, made_block
from tests.unit.rtl.emitted import emitted, members

STATES = {"IDLE": 0, "RUNNING": 1, "PENDING": 2}
ONE_OF = {"read": ReadKind.ONE_OF}


def ping_pong_block():
    """A pointer, an enable, a group status, one setting and one result."""
    status = [("STATUS_0", 0, 2, 0, STATES), ("STATUS_1", 16, 2, 0, STATES)]
    return made_block(
        "UNIT",
        0x40,
        ("S_STATUS", *status, {**ONE_OF, **READ_ONLY}),
        ("S_POINTER", ("PRODUCER", 0, 1), ("CONSUMER", 16, 1), {"write_mask": 1, "behaviour": POINTER, **ONE_OF}),
        ("D_ENABLE", ("EN", 0, 1), {"grouped": True, "behaviour": Behaviour.TRIGGER, **ONE_OF}),
        ("D_SIZE", ("WIDTH", 0, 5), {"grouped": True}),
        ("D_COUNT", ("N", 0, 32), {"grouped": True, "read": ReadKind.FINAL, **READ_ONLY}),
    )


def test_a_ping_pong_block_keeps_both_groups_and_the_results():
    texts = emitted(ping_pong_block(), logic=register_logic)
    package, module = texts["toy_unit_pkg.sv"], texts["toy_unit_regs.sv"]
    assert members(package, "layer_t") == ["d_size_reg_t d_size"]
    assert members(package, "result_t") == ["d_count_reg_t d_count"]
    assert "GROUPED = 5'b11100" in module
    assert "settings_t" not in module, "a pointer is the register file's own business"
    assert module.count("always_ff") == 1, "one clocked process a unit"


@pytest.mark.parametrize(
    ("missing", "role"), [("S_POINTER", "pointer"), ("D_ENABLE", "enable"), ("S_STATUS", "status")]
)
def test_ping_pong_registers_without_what_steers_them_are_refused(missing, role):
    whole = ping_pong_block()
    block = replace(whole, registers={name: item for name, item in whole.registers.items() if name != missing})
    with pytest.raises(ValueError, match=f"UNIT: .* {role} register, it has none"):
        emitted(block, logic=register_logic)
