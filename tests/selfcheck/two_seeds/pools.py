"""Faults of PDP, PDP_RDMA, CDP and CDP_RDMA (see `TwoSeedFault`)."""

from tb.mutation.faults.fault import Form
from tests.selfcheck.two_seeds.two_seed_fault import CDP, PDP, TwoSeedFault

POOLS = (
    TwoSeedFault(
        name="nan-as-the-second-operand-overlooked",
        file="pdp/nvdla_pdp_pool_pkg.sv",
        text="is_nan_fp16(a[14:0]) || is_nan_fp16(b[14:0])",
        replacement="is_nan_fp16(a[14:0])",
        tests=PDP,
    ),
    TwoSeedFault(
        name="strips-of-pdp-counted-in-four-bits",
        file="pdp/nvdla_pdp.sv",
        text="last_part ? '0 : part + 1'b1",
        replacement="last_part ? '0 : PART_BITS'(4'(part + 1'b1))",
        tests=PDP,
    ),
    TwoSeedFault(
        name="lines-padded-above-forgotten-where-some-are-below",
        file="pdp/nvdla_pdp_lines.sv",
        text="padded_lines + 3'(ends - height)",
        replacement="3'(ends - height)",
        tests=PDP,
    ),
    TwoSeedFault(
        name="pdp-takes-a-reset-for-a-part-that-is-closed",
        file="pdp/nvdla_pdp_input.sv",
        text="closed <= 1'b0;",
        replacement=";",
        form=Form.STATEMENT,
        tests=PDP,
    ),
    TwoSeedFault(
        name="columns-left-out-between-strips-read-all-the-same",
        file="pdp_rdma/nvdla_pdp_rdma_plan.sv",
        text="origin + columns + 1'b1 - overlap",
        replacement="origin + columns + 1'b1 - (overlap[COLUMN_BITS-1] ? '0 : overlap)",
        tests=PDP,
    ),
    TwoSeedFault(
        name="strips-of-pdp-rdma-counted-in-four-bits",
        file="pdp_rdma/nvdla_pdp_rdma_atoms.sv",
        text="layer_end ? '0 : part + 1'b1",
        replacement="layer_end ? '0 : PART_BITS'(4'(part + 1'b1))",
        tests=PDP,
    ),
    TwoSeedFault(
        name="pdp-rdma-keeps-its-part-through-a-reset",
        file="pdp_rdma/nvdla_pdp_rdma.sv",
        text="part <= '0;",
        replacement=";",
        form=Form.STATEMENT,
        tests=PDP,
    ),
    TwoSeedFault(
        name="a-longer-block-before-this-one-left-to-wait",
        file="cdp/nvdla_cdp_window.sv",
        text="in_last || (in_last_column && beyond != '0)",
        replacement="in_last || (in_last_column && beyond[CDP_BLOCK_ATOMS-2:0] != '0)",
        tests=CDP,
    ),
    TwoSeedFault(
        name="negative-offset-of-int8-output-cut",
        file="cdp/nvdla_cdp_convert.sv",
        text="32'($signed(offset[24:0]))",
        replacement="32'(offset[24:0])",
        tests=CDP,
    ),
    TwoSeedFault(
        name="look-ups-counted-in-a-byte",
        file="cdp/nvdla_cdp_counts.sv",
        text="look_ups[kind] + ones_in(kinds[kind])",
        replacement="32'(8'(look_ups[kind] + ones_in(kinds[kind])))",
        tests=CDP,
    ),
    TwoSeedFault(
        name="cdp-keeps-its-cube-through-a-reset",
        file="cdp/nvdla_cdp.sv",
        text="active <= 1'b0;",
        replacement=";",
        form=Form.STATEMENT,
        tests=CDP,
    ),
    TwoSeedFault(
        name="cube-wider-than-511-columns-cut",
        file="cdp_rdma/nvdla_cdp_rdma.sv",
        text="layer.d_data_cube_width.width",
        replacement="layer.d_data_cube_width.width & 13'h1ff",
        tests=CDP,
    ),
    TwoSeedFault(
        name="cdp-rdma-has-told-the-cube-through-a-reset",
        file="cdp_rdma/nvdla_cdp_rdma.sv",
        text="{told, asked} <= '0;",
        replacement="asked <= 1'b0;",
        form=Form.STATEMENT,
        tests=CDP,
    ),
)
