"""Faults planted into SDP and SDP_RDMA: what they count, what comparisons find, where operands are read."""

from tests.selfcheck.nvdla.planted.nvdla_fault import NvdlaFault

_COUNTS, _LOOK_UPS = "sdp/nvdla_sdp_counts.sv", "sdp/nvdla_sdp_lut_counts.sv"
_FLY, _SPECIALS = "sdp/nvdla_sdp_fly.sv", "sdp_rdma/nvdla_sdp_rdma_specials.sv"
_STATISTICS = {"test": "sdp_corners.SdpStatisticsTest", "kind": "wrong-status"}
_OPERANDS = {"file": "sdp_rdma/nvdla_sdp_rdma_operands.sv", "test": "sdp_corners.SdpWithOthersTest"}

PLANTED_SDP = (
    NvdlaFault(
        name="saturation-counted-while-off",
        file=_COUNTS,
        text="if (take && count_saturated) saturated",
        replacement="if (take) saturated",
        **_STATISTICS,
    ),
    NvdlaFault(
        name="output-nan-of-half-the-elements",
        file=_COUNTS,
        text="if (all || i < ATOM_BYTES / 2) nan_in",
        replacement="if (all || i < ATOM_BYTES / 4) nan_in",
        **_STATISTICS,
    ),
    NvdlaFault(
        name="look-ups-of-the-last-atom-alone",
        file=_LOOK_UPS,
        text="counts[kind] <= (begun ? counts[kind] : '0) + ones_in(flags[kind]);",
        replacement="counts[kind] <= ones_in(flags[kind]);",
        **_STATISTICS,
    ),
    NvdlaFault(
        name="input-nan-and-infinities-changed-over",
        file=_SPECIALS,
        text="(codes[16*i +: 10] != '0) == with_payload",
        replacement="(codes[16*i +: 10] == '0) == with_payload",
        **_STATISTICS,
    ),
    NvdlaFault(
        name="unequal-from-the-layer-before",
        file=_FLY,
        text="if (finished) unequal <= 1'b0;",
        replacement="if (1'b0) unequal <= 1'b0;",
        **_STATISTICS,
    ),
    NvdlaFault(
        name="unequal-by-the-last-atom-alone",
        file=_FLY,
        text="unequal <= unequal || codes != '0;",
        replacement="unequal <= codes != '0;",
        **_STATISTICS,
    ),
    NvdlaFault(
        name="done-before-pdp-has-taken-enough",
        file=_FLY,
        text="(take && (compare ? in_last : last && !held))",
        replacement="(take && (compare ? in_last : last))",
        test="late_takers.PdpComesLateTest",
        kind="extra-interrupt",
    ),
    NvdlaFault(
        name="operands-of-another-place",
        text="assign source.base = ADDRESS_BITS'({base_high, base_low});",
        replacement="assign source.base = ADDRESS_BITS'({base_high, base_low}) ^ ADDRESS_BITS'(ATOM_BYTES);",
        kind="stray-read",
        **_OPERANDS,
    ),
    NvdlaFault(
        name="operands-of-one-line-only",
        text="wire [ADDRESS_BITS-1:0] line_stride = ADDRESS_BITS'(line_bytes);",
        replacement="wire [ADDRESS_BITS-1:0] line_stride = '0;",
        kind="wrong-data",
        **_OPERANDS,
    ),
)
