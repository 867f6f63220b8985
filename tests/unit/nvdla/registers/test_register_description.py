"""What must hold of the description on any machine: complete, sound, and each register of the right kind."""

import re

from models.nvdla.config import NV_FULL
from models.nvdla.register_behaviours import POINTER, SLOT, TABLE_PORT
from models.register_behaviours import behaviours_of
from models.registers import Behaviour, ReadKind


def names(registers):
    return {register.full_name for register in registers}


def test_counts(full):
    fields = [field for register in full for field in register.fields.values()]
    enumerations = sum(len(field.enum) for field in fields)
    assert (len(full.blocks), len(full.by_address), len(fields), enumerations) == (17, 427, 1178, 1329)


def test_single_registers_and_groups(full):
    """GEC, MCIF, CVIF, GLB and BDMA have no copies; elsewhere the name's first letter tells."""
    assert {register.full_name for register in full if register.grouped != register.name.startswith("D_")} == set()


def test_only_the_error_collector_is_left_out(full):
    assert {register.block for register in full if not register.implemented} == {"GEC"}
    assert all(not register.implemented for register in full.blocks["GEC"])


def test_control_registers_of_every_pipelined_block(full):
    pipelined = [block for block in full.blocks.values() if "S_POINTER" in block.registers]
    assert len(pipelined) == 12
    for block in pipelined:
        assert block.registers["S_POINTER"].behaviour is POINTER
        assert block.registers["D_OP_ENABLE"].behaviour is Behaviour.TRIGGER
        assert block.registers["S_STATUS"].behaviour is Behaviour.READ_ONLY


def test_behaviours(full):
    special = {kind: names(r for r in full if r.behaviour is kind) for kind in behaviours_of("nvdla").values()}
    assert set().union(*special.values()) == names(full)
    assert special[SLOT] == {"BDMA.CFG_OP", "BDMA.CFG_LAUNCH0", "BDMA.CFG_LAUNCH1"}
    assert special[TABLE_PORT] == {f"{b}.S_LUT_ACCESS_{p}" for b in ("SDP", "CDP") for p in ("CFG", "DATA")}
    assert special[Behaviour.TRIGGER] == names(r for r in full if r.name == "D_OP_ENABLE")
    assert special[POINTER] == names(r for r in full if r.name == "S_POINTER")
    assert special[Behaviour.READ_ONLY] == names(r for r in full if r.write_mask == 0)
    assert special[Behaviour.PULSE] == names(r for r in full if r.read_mask == 0)
    clearing = names(r for r in full if re.fullmatch(r"ERRSLICE\d_(MISSION|LATENT)ERR_STATUS", r.name))
    assert special[Behaviour.WRITE_ONE_TO_CLEAR] == clearing | {"GLB.S_INTR_STATUS"}


def test_predictions_that_depend_on_the_moment(full):
    control = {"S_STATUS", "S_POINTER", "D_OP_ENABLE"}
    single = {"GLB.S_INTR_STATUS", "BDMA.STATUS", "CDMA.S_CBUF_FLUSH_STATUS"}
    assert names(r for r in full if r.read is ReadKind.ONE_OF) == single | names(r for r in full if r.name in control)


def test_predictions_of_counters(full):
    bounded = names(r for r in full if re.search(r"_(STALL|LATENCY)$", r.name))
    assert names(r for r in full if r.read is ReadKind.BOUNDED) == bounded
    results = re.compile(r"D_(NAN|INF)_.*_NUM|D_STATUS.*|.*OUT_SATURATION|D_PERF_LUT_.*")
    assert names(r for r in full if r.read is ReadKind.FINAL) == names(r for r in full if results.fullmatch(r.name))


def test_sizes_that_the_configuration_has_too(full):
    assert full.BDMA.STATUS.FREE_SLOT.reset == NV_FULL.bdma_slots
    assert 1 << full.CDMA.D_LINE_STRIDE.LINE_STRIDE.low == NV_FULL.atom_bytes
    assert full.CDMA.D_BANK.DATA_BANK.limit + 1 == NV_FULL.cbuf_banks
    assert 1 << full.CDMA.D_WEIGHT_BYTES.WEIGHT_BYTES.low == NV_FULL.cbuf_entry_bytes
