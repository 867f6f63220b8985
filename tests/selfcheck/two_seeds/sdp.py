"""Faults of SDP and SDP_RDMA (see `TwoSeedFault`)."""

from tb.mutation.faults.fault import Form
from tests.selfcheck.two_seeds.two_seed_fault import SDP, TwoSeedFault

POST_PROCESSING = (
    TwoSeedFault(
        name="relu-keeps-minus-zero",
        file="sdp/nvdla_sdp_x.sv",
        text="relu && float_result[31] && !is_nan_fp32(float_result[30:0])",
        replacement="relu && float_result[31] && float_result[30:0] != '0 && !is_nan_fp32(float_result[30:0])",
        tests=SDP,
    ),
    TwoSeedFault(
        name="prelu-lets-minus-zero-pass",
        file="sdp/nvdla_sdp_x.sv",
        text="prelu && !float_result[31]",
        replacement="prelu && (!float_result[31] || float_result[30:0] == '0)",
        tests=SDP,
    ),
    TwoSeedFault(
        name="nan-as-operand-of-max-is-a-number",
        file="common/nvdla_fp32_pkg.sv",
        text="is_nan_fp32(b[30:0]) || !fp32_above(a, b)",
        replacement="!fp32_above(a, b)",
        tests=SDP,
    ),
    TwoSeedFault(
        name="nan-as-operand-of-min-is-a-number",
        file="common/nvdla_fp32_pkg.sv",
        text="is_nan_fp32(b[30:0]) || fp32_above(a, b)",
        replacement="fp32_above(a, b)",
        tests=SDP,
    ),
    TwoSeedFault(
        name="zero-times-nan-is-zero",
        file="common/nvdla_fp32_pkg.sv",
        text="is_nan_fp32(b[30:0])",
        within="else if (is_nan_fp32(b[30:0])) fp32_multiply = b;",
        replacement="is_nan_fp32(b[30:0]) && a[30:0] != '0",
        tests=SDP,
    ),
    TwoSeedFault(
        name="last-atom-does-not-wait-for-its-operands",
        file="sdp/nvdla_sdp_operand_stage.sv",
        text="!stored || operand_valid",
        replacement="!stored || operand_valid || in_last",
        tests=SDP,
    ),
    TwoSeedFault(
        name="operands-of-a-kernel-for-32-pixels",
        file="sdp_rdma/nvdla_sdp_rdma_operands.sv",
        text="per_kernel ? pixels : USE_BITS'(1)",
        replacement="(per_kernel ? (pixels > 32 ? USE_BITS'(32) : pixels) : USE_BITS'(1))",
        tests=SDP,
    ),
    TwoSeedFault(
        name="operands-of-an-element-for-one-batch",
        file="sdp_rdma/nvdla_sdp_rdma_operands.sv",
        text="(per_kernel ? pixels : USE_BITS'(1)) * batches",
        replacement="(per_kernel ? pixels * batches : USE_BITS'(1))",
        tests=SDP,
    ),
    TwoSeedFault(
        name="operands-of-two-bytes-read-as-of-one",
        file="sdp_rdma/nvdla_sdp_rdma_operands.sv",
        text="16'($signed(codes[16*i+8 +: 8]))",
        replacement="16'(codes[16*i+8 +: 8])",
        tests=SDP,
    ),
    TwoSeedFault(
        name="nan-counted-on-from-the-layer-before",
        file="sdp_rdma/nvdla_sdp_rdma_specials.sv",
        text="(begun ? nan : '0)",
        replacement="nan",
        tests=SDP,
    ),
    TwoSeedFault(
        name="operands-asked-for-behind-the-input-only",
        file="sdp_rdma/nvdla_sdp_rdma_operands.sv",
        text="operand_valid <= (take && whole) || (operand_valid && !(give && last_use));",
        replacement="operand_valid <= (take && whole) || (operand_valid && !give);",
        form=Form.STATEMENT,
        tests=SDP,
    ),
)
