"""Faults of single units under a compiled network: which operation and which unit a failure must name for each."""

from dataclasses import dataclass

from tests.selfcheck.nvdla.planted import borders, carriers

INTEGERS, FLOATS = "0+1", "2+3"
"""The convolutions of `own_network`, each with the activation behind it."""


@dataclass(frozen=True)
class NetworkFault:
    """A fault, as `find_faults` names it.

    Attributes:
        operation: the first operation of the network that it makes wrong.
        unit: that it is in.
        file: where it is; `original` and `changed` its text, the latter from its beginning on.
        short: it is met in 'make long'; the others are left to 'make network-faults'.
    """

    operation: str
    unit: str
    file: str
    original: str
    changed: str
    short: bool = False

    def __str__(self):
        return f"{self.operation}-{self.unit.replace(' ', '-').replace(',', '')}-{self.file.removesuffix('.sv')}"


def _again(operation, unit, file, short=False, among=borders.FAULTS):
    """A fault that borders between units are tried with: the first of a unit in a file."""
    found = next(one for one in among if one.unit == unit and one.file == file)
    return NetworkFault(operation, unit, file, found.original, found.changed, short)


FAULTS = (
    _again("8", "BDMA", "nvdla_bdma_side.sv", short=True),
    _again("12", "RBK", "nvdla_rbk_buffer.sv"),
    _again(INTEGERS, "CDMA", "nvdla_cdma_pack.sv"),
    _again(INTEGERS, "CSC", "nvdla_csc_walk.sv"),
    _again(INTEGERS, "CSC", "nvdla_csc_cell.sv"),
    _again(INTEGERS, "CMAC_A", "nvdla_cmac_integers.sv"),
    _again(INTEGERS, "CACC", "nvdla_cacc_sums.sv"),
    _again(INTEGERS, "SDP", "nvdla_sdp_convert.sv"),
    _again(INTEGERS, "SDP", "nvdla_sdp_input.sv"),
    _again("4", "PDP_RDMA", "nvdla_pdp_rdma_atoms.sv"),
    _again("4", "PDP", "nvdla_pdp_columns.sv"),
    _again("6", "CDP_RDMA", "nvdla_cdp_rdma.sv"),
    _again("6", "CDP", "nvdla_cdp_convert.sv"),
    _again(INTEGERS, "GLB", "nvdla_glb.sv", among=carriers.FAULTS),
    _again(INTEGERS, "the memory interface of DBB, where it writes", "nvdla_memory_write.sv", among=carriers.FAULTS),
    NetworkFault(
        "5",
        "PDP",
        "nvdla_pdp_pool_pkg.sv",
        "take_a = above_fp16(a[15:0], b[15:0]) != kind.minimum;",
        "take_a = ((above_fp16(a[15:0], b[15:0])) == kind.minimum);",
        short=True,
    ),
    NetworkFault(
        "7",
        "CDP",
        "nvdla_cdp_convert.sv",
        "float_code = fp17_to_fp16(fp17_multiply(value, factor));",
        "float_code = (fp17_to_fp16(fp17_multiply(value, factor))) | 16'h100;",
    ),
    NetworkFault(
        FLOATS,
        "SDP",
        "nvdla_sdp_convert.sv",
        "half = fp32_to_fp16(word);",
        "half = (fp32_to_fp16(word)) | 16'h1;",
    ),
    NetworkFault(
        FLOATS,
        "CACC",
        "nvdla_cacc_sums.sv",
        "fp_term.exponent = float_term[FP16_SUM_BITS-1 -: FP44_EXPONENT_BITS];",
        "fp_term.exponent = (float_term[FP16_SUM_BITS-1 -: FP44_EXPONENT_BITS]) & ~6'h20;",
    ),
    NetworkFault(
        INTEGERS,
        "SDP_RDMA",
        "nvdla_sdp_rdma_operands.sv",
        "given_all || !active",
        "1'b0",
    ),
)
