import re

import pytest

from models.registers import Behaviour, Block, ReadKind
from tests.made_devices import READ_ONLY, TABLE_PORT, made_register
from tests.unit.rtl.emitted import emitted, members


def register(name, offset, fields, block="UNIT", base=0x40, **options):
    return made_register(block, base + offset, name, fields, **options)


def block(registers, name="UNIT", base=0x40):
    return Block(name, base, 0x40, {item.name: item for item in registers})


def table(text, name):
    """The words of a constant table, lowest first."""
    body = re.search(name + r" = \{([^}]*)\}", text).group(1)
    return [int(word, 16) for word in re.findall(r"32'h(\w+)", body)][::-1]


def test_files_are_named_by_family_and_block_in_compile_order():
    texts = emitted(block([register("A", 0, [("V", 0, 8)])]))
    assert list(texts) == ["toy_config_pkg.sv", "toy_unit_pkg.sv", "toy_unit_regs.sv"]
    assert "module toy_unit_regs" in texts["toy_unit_regs.sv"]


def test_a_register_is_a_packed_word_with_the_gaps_named():
    text = emitted(block([register("A", 8, [("LOW", 1, 3), ("TOP", 31, 1)])]))["toy_unit_pkg.sv"]
    assert members(text, "a_reg_t") == [
        "logic top",
        "logic [26:0] reserved_30_4",
        "logic [2:0] low",
        "logic reserved_0_0",
    ]
    assert "localparam int A = 2;" in text


def test_enumerations_are_constants_of_the_fields_width():
    text = emitted(block([register("A", 0, [("MODE", 4, 2, 0, {"OFF": 0, "ON": 3})])]))["toy_unit_pkg.sv"]
    assert "localparam logic [1:0] A_MODE_ON = 2'd3;" in text


def test_resets_and_masks_stand_in_their_words_and_holes_are_zero():
    registers = [register("A", 0, [("V", 0, 8)], reset=0x12), register("B", 8, [("V", 4, 4)], read_mask=0)]
    text = emitted(block(registers))["toy_unit_regs.sv"]
    assert table(text, "RESETS") == [0x12, 0, 0]
    assert table(text, "READ_MASKS") == [0xFF, 0, 0]
    assert table(text, "WRITE_MASKS") == [0xFF, 0, 0xF0]


def test_a_block_that_is_not_implemented_has_no_files():
    absent = block([register("X", 0, [("V", 0, 1)], block="GONE", implemented=False)], name="GONE")
    texts = emitted(absent, block([register("A", 0, [("V", 0, 8)])]))
    assert not [name for name in texts if "gone" in name]


def test_blocks_with_the_same_registers_share_the_files_of_the_first():
    twin = block([register("A", 0, [("V", 0, 8)], block="TWIN", base=0x80)], name="TWIN", base=0x80)
    texts = emitted(block([register("A", 0, [("V", 0, 8)])]), twin)
    assert not [name for name in texts if "twin" in name]


def test_blocks_that_differ_in_one_reset_do_not_share():
    twin = block([register("A", 0, [("V", 0, 8)], block="TWIN", base=0x80, reset=1)], name="TWIN", base=0x80)
    texts = emitted(block([register("A", 0, [("V", 0, 8)])]), twin)
    assert "toy_twin_regs.sv" in texts


def test_what_hardware_shows_is_an_input_and_a_constant_is_not():
    registers = [
        register("VERSION", 0, [("N", 0, 8)], reset=7, **READ_ONLY),
        register("LEVEL", 4, [("N", 0, 8)], read=ReadKind.ONE_OF, **READ_ONLY),
        register("CAUSE", 8, [("N", 0, 8)], behaviour=Behaviour.WRITE_ONE_TO_CLEAR, read=ReadKind.ONE_OF),
        register("RING", 12, [("N", 0, 8)], behaviour=Behaviour.PULSE, read_mask=0),
    ]
    texts = emitted(block(registers))
    package = texts["toy_unit_pkg.sv"]
    assert members(package, "status_t") == ["level_reg_t level", "cause_reg_t cause"]
    assert members(package, "settings_t") == ["cause_reg_t cause", "ring_reg_t ring"]
    assert members(package, "written_t") == ["logic cause", "logic ring"]
    assert "LEVEL: rsp_data <= status.level;" in texts["toy_unit_regs.sv"]
    assert "VERSION: rsp_data" not in texts["toy_unit_regs.sv"]


def test_a_table_port_has_strobes_for_both_directions_and_shows_what_hardware_says():
    texts = emitted(block([register("ENTRY", 4, [("V", 0, 8)], behaviour=TABLE_PORT)]))
    package, module = texts["toy_unit_pkg.sv"], texts["toy_unit_regs.sv"]
    assert members(package, "settings_t") == members(package, "status_t") == ["entry_reg_t entry"]
    assert members(package, "written_t") == members(package, "was_read_t") == ["logic entry"]
    assert "ENTRY: rsp_data <= status.entry;" in module
    assert "written.entry <= req_valid && req_write && 32'(req_word) == ENTRY;" in module
    assert "was_read.entry <= req_valid && !req_write && 32'(req_word) == ENTRY;" in module
    assert "wire active = req_valid || written != '0 || was_read != '0;" in module


def test_grouped_registers_need_logic_of_the_family():
    registers = [register("A", 0, [("V", 0, 8)], grouped=True), register("B", 4, [("V", 0, 8)], grouped=True)]
    with pytest.raises(ValueError, match="UNIT: A, B: grouped, and the family's register_logic"):
        emitted(block(registers))


def test_overlapping_fields_are_refused():
    with pytest.raises(ValueError, match=r"UNIT\.A: field LOW overlaps"):
        emitted(block([register("A", 0, [("LOW", 0, 5), ("TOP", 4, 4)])]))
