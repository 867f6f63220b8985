"""The registers of the layers with operands."""

from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from tests.sim.nvdla.units.sdp.operand_layers import (
    OPERATORS,
    OperandCase,
    operand_cases,
    operand_strides,
    stream_base,
    table,
)
from tests.sim.nvdla.units.sdp.plain_sdp import Operator
from tests.sim.nvdla.units.sdp.sdp_layers import BATCH_STRIDE, base_of, ram_of, strides

OPERANDS = ("BS", "BN", "EW")
SDP_CHANNELS = 2  # so many channels less than its surfaces have
NO_YES = ("NO", "YES")
SRC = ("REG", "MEM")


def table_words(hw: HwConfig) -> list[tuple[object, int]]:
    """Registers and words that load the tables."""
    sdp, tables, words = registers(hw).SDP, table(), []
    for name, entries in (("LE", tables.le), ("LO", tables.lo)):
        words.append((sdp.S_LUT_ACCESS_CFG, sdp.S_LUT_ACCESS_CFG.encode(LUT_TABLE_ID=name, LUT_ACCESS_TYPE="WRITE")))
        words += [(sdp.S_LUT_ACCESS_DATA, entry) for entry in entries]
    names = ("LUT_UFLOW_PRIORITY", "LUT_OFLOW_PRIORITY", "LUT_HYBRID_PRIORITY")
    chosen = {name: ("LE", "LO")[value] for name, value in zip(names, tables.priorities, strict=True)}
    scales, shifts = tables.scales, [shift % 32 for shift in tables.shifts]
    return [
        *words,
        (sdp.S_LUT_CFG, sdp.S_LUT_CFG.encode(LUT_LE_FUNCTION="EXPONENT", **chosen)),
        (sdp.S_LUT_INFO, tables.offset | tables.select << 16),
        (sdp.S_LUT_LE_START, tables.le_range[0]),
        (sdp.S_LUT_LE_END, tables.le_range[1]),
        (sdp.S_LUT_LO_START, tables.lo_range[0]),
        (sdp.S_LUT_LO_END, tables.lo_range[1]),
        (sdp.S_LUT_LE_SLOPE_SCALE, scales[0] | scales[1] << 16),
        (sdp.S_LUT_LO_SLOPE_SCALE, scales[2] | scales[3] << 16),
        (sdp.S_LUT_LE_SLOPE_SHIFT, shifts[0] | shifts[1] << 5),
        (sdp.S_LUT_LO_SLOPE_SHIFT, shifts[2] | shifts[3] << 5),
    ]


def sdp_words(hw: HwConfig, number: int) -> dict[str, int]:
    """SDP's grouped registers by name, but for its start."""
    case, sdp = operand_cases(hw)[number], registers(hw).SDP
    line, surface = strides(hw, case)
    words = {
        "D_FEATURE_MODE_CFG": {
            "FLYING_MODE": ("OFF", "ON")[case.source == "fly"],
            "OUTPUT_DST": case.destination,
            "NAN_TO_ZERO": ("DISABLE", "ENABLE")[case.flush],
            "WINOGRAD": ("OFF", "ON")[case.tiles],
            "BATCH_NUMBER": case.batches - 1,
        },
        "D_DST_DMA_CFG": {"DST_RAM_TYPE": ram_of(hw, case)},
        "D_DATA_FORMAT": {"PROC_PRECISION": case.proc, "OUT_PRECISION": case.out},
        "D_PERF_ENABLE": {"PERF_DMA_EN": "YES", "PERF_SAT_EN": NO_YES[case.count], "PERF_LUT_EN": NO_YES[case.count]},
    }
    for name, how in zip(OPERANDS, case.operators, strict=True):
        words |= _operator_words(name, how or Operator(), how is None and not (name == "EW" and case.table))
    words["D_DP_EW_CFG"]["EW_LUT_BYPASS"] = NO_YES[not case.table]
    encoded = {name: getattr(sdp, name).encode(**fields) for name, fields in words.items()}
    x1, x2, y = (how or Operator() for how in case.operators)
    down = {name: convert or (0, 0, 0) for name, convert in (("ALU", y.alu_convert), ("MUL", y.mul_convert))}
    for name, (offset, scale, right) in down.items():
        encoded[f"D_DP_EW_{name}_CVT_OFFSET_VALUE"] = offset % 2**32
        encoded[f"D_DP_EW_{name}_CVT_SCALE_VALUE"] = scale % 2**16
        encoded[f"D_DP_EW_{name}_CVT_TRUNCATE_VALUE"] = right
    for name, how, bits in (("BS", x1, 16), ("BN", x2, 16), ("EW", y, 32)):
        encoded[f"D_DP_{name}_ALU_SRC_VALUE"] = how.alu_value % 2**bits
        encoded[f"D_DP_{name}_MUL_SRC_VALUE"] = how.mul_value % 2**bits
    return encoded | {
        **_cube(hw, case, SDP_CHANNELS),
        "D_DP_EW_TRUNCATE_VALUE": y.shift,
        "D_DST_BASE_ADDR_LOW": base_of(number),
        "D_DST_BASE_ADDR_HIGH": 0,
        "D_DST_LINE_STRIDE": line,
        "D_DST_SURFACE_STRIDE": surface,
        "D_DST_BATCH_STRIDE": BATCH_STRIDE,
        "D_CVT_OFFSET": case.convert[0] % 2**32,
        "D_CVT_SCALE": case.convert[1] % 2**16,
        "D_CVT_SHIFT": case.convert[2],
    }


def _cube(hw, case, missing):
    channels = case.surfaces * case.lanes(hw)
    return {
        "D_DATA_CUBE_WIDTH": case.width - 1,
        "D_DATA_CUBE_HEIGHT": case.height - 1,
        "D_DATA_CUBE_CHANNEL": channels - missing,
    }


def _operator_words(name, how, bypass):
    alu = {f"{name}_ALU_SRC": SRC[how.stored]}
    mul = {f"{name}_MUL_SRC": SRC[how.stored]}
    cfg = {
        f"{name}_BYPASS": NO_YES[bypass],
        f"{name}_ALU_BYPASS": NO_YES[not how.alu],
        f"{name}_MUL_BYPASS": NO_YES[not how.mul],
        f"{name}_MUL_PRELU": NO_YES[how.prelu],
    }
    if how.alu:
        cfg[f"{name}_ALU_ALGO"] = how.alu
    if name == "EW":
        alu["EW_ALU_CVT_BYPASS"] = NO_YES[how.alu_convert is None]
        mul["EW_MUL_CVT_BYPASS"] = NO_YES[how.mul_convert is None]
    else:
        cfg[f"{name}_RELU_BYPASS"] = NO_YES[not how.relu]
        alu[f"{name}_ALU_SHIFT_VALUE"] = how.alu_shift
        mul[f"{name}_MUL_SHIFT_VALUE"] = how.shift
    return {f"D_DP_{name}_CFG": cfg, f"D_DP_{name}_ALU_CFG": alu, f"D_DP_{name}_MUL_CFG": mul}


def uses_rdma(case: OperandCase) -> bool:
    """Whether anything comes from memory."""
    return case.source != "fly" or any(how and how.stored for how in case.operators)


def rdma_words(hw: HwConfig, number: int) -> dict[str, int]:
    """SDP_RDMA's grouped registers by name, but for its start."""
    case, rdma = operand_cases(hw)[number], registers(hw).SDP_RDMA
    line, surface = strides(hw, case)
    words = {
        "D_FEATURE_MODE_CFG": {
            "FLYING_MODE": ("OFF", "ON")[case.source == "fly"],
            "WINOGRAD": ("OFF", "ON")[case.tiles],
            "IN_PRECISION": case.proc if case.source == "fly" else case.source,
            "PROC_PRECISION": case.proc,
            "OUT_PRECISION": case.out,
            "BATCH_NUMBER": case.batches - 1,
        },
        "D_SRC_DMA_CFG": {"SRC_RAM_TYPE": ram_of(hw, case)},
        "D_PERF_ENABLE": {"PERF_DMA_EN": "YES", "PERF_NAN_INF_COUNT_EN": "YES"},
    }
    values = {
        **_cube(hw, case, 1),
        "D_SRC_BASE_ADDR_LOW": stream_base(number, 0),
        "D_SRC_BASE_ADDR_HIGH": 0,
        "D_SRC_LINE_STRIDE": line,
        "D_SRC_SURFACE_STRIDE": surface,
    }
    for stream, (name, letter, how) in enumerate(zip(OPERANDS, "BNE", case.operators, strict=True)):
        # A reader that the configuration lacks is asked for all the same, which changes nothing
        fields = {f"{letter}RDMA_DISABLE": NO_YES[OPERATORS[stream] in hw.features and not (how and how.stored)]}
        if how and how.stored:
            _, line, surface = operand_strides(hw, case, how)
            fields |= {
                f"{letter}RDMA_DATA_USE": "BOTH" if how.both else "ALU" if how.alu else "MUL",
                f"{letter}RDMA_DATA_SIZE": "ONE_BYTE" if how.short else "TWO_BYTE",
                f"{letter}RDMA_DATA_MODE": "PER_KERNEL" if how.source == "kernel" else "PER_ELEMENT",
                f"{letter}RDMA_RAM_TYPE": ram_of(hw, case),
            }
            values |= {
                f"D_{name}_BASE_ADDR_LOW": stream_base(number, stream + 1),
                f"D_{name}_BASE_ADDR_HIGH": 0,
                f"D_{name}_LINE_STRIDE": line,
                f"D_{name}_SURFACE_STRIDE": surface,
            }
        words[f"D_{letter}RDMA_CFG"] = fields
    return {name: getattr(rdma, name).encode(**fields) for name, fields in words.items()} | values
