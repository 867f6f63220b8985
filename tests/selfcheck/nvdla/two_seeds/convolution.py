"""Faults of what convolves: CDMA, CBUF, CSC, CMAC, CACC (see `TwoSeedFault`)."""

from tb.mutation.faults.fault import Form
from tests.selfcheck.nvdla.two_seeds.two_seed_fault import CONV, CONV_FAR, CONV_RESET, TwoSeedFault

_FETCH = (
    TwoSeedFault(
        name="fetch-waits-for-no-room",
        file="cdma/nvdla_cdma_slices.sv",
        text="waiting && NEED_BITS'(used) + needed <= NEED_BITS'(capacity)",
        replacement="waiting",
        tests=CONV,
    ),
    TwoSeedFault(
        name="room-for-a-slice-more",
        file="cdma/nvdla_cdma_slices.sv",
        text="NEED_BITS'(used) + needed <= NEED_BITS'(capacity)",
        replacement="NEED_BITS'(used) + needed <= NEED_BITS'(capacity) + NEED_BITS'(slices.entries)",
        tests=CONV,
    ),
    TwoSeedFault(
        name="entries-of-a-slice-in-five-bits",
        file="cdma/nvdla_cdma_data_plan.sv",
        text="ENTRY_COUNT_BITS'({layer.d_entry_per_slice.entries})",
        replacement="ENTRY_COUNT_BITS'(5'({layer.d_entry_per_slice.entries}))",
        tests=CONV,
    ),
    TwoSeedFault(
        name="second-plane-begins-as-one-of-bytes",
        file="cdma/nvdla_cdma_image_plan.sv",
        text="ATOM_LSB'(before_1) << 1 << size",
        replacement="ATOM_LSB'(before_1) << 1",
        tests=CONV,
    ),
    TwoSeedFault(
        name="second-plane-an-atom-short",
        file="cdma/nvdla_cdma_image_plan.sv",
        text="LINE_BYTES_BITS'(last_pixel + WIDTH_BITS'(before_1)) << 1 << size",
        replacement="LINE_BYTES_BITS'(last_pixel) << 1 << size",
        tests=CONV,
    ),
)
_BUFFER = (
    TwoSeedFault(
        name="upper-half-of-the-buffer-read-as-the-lower",
        file="cbuf/nvdla_cbuf.sv",
        text="entries[csc_cbuf_data.entry]",
        replacement="entries[csc_cbuf_data.entry & ~(1 << ($clog2(CBUF_ENTRIES) - 1))]",
        tests=CONV,
    ),
    TwoSeedFault(
        name="data-lost-where-weights-are-written-too",
        file="cbuf/nvdla_cbuf.sv",
        text="cdma_cbuf_data_valid",
        within="wire data_write = cdma_cbuf_data_valid;",
        replacement="cdma_cbuf_data_valid && !(cdma_cbuf_weights_valid && cdma_cbuf_weights.entry[4:0] == "
        "cdma_cbuf_data.entry[4:0])",
        tests=CONV,
    ),
)
_SEQUENCE = (
    TwoSeedFault(
        name="kernels-of-a-layer-in-twelve-bits",
        file="csc/nvdla_csc_sequence.sv",
        text="kernels_left <= job.kernels;",
        replacement="kernels_left <= word_t'(12'(job.kernels));",
        form=Form.STATEMENT,
        tests=CONV_FAR,
    ),
    TwoSeedFault(
        name="ring-begins-anew-behind-its-end",
        file="csc/nvdla_csc_ring.sv",
        text="wrapped(first + given.entries, capacity)",
        replacement="(first + given.entries > capacity ? '0 : wrapped(first + given.entries, capacity))",
        tests=CONV,
    ),
    TwoSeedFault(
        name="stride-of-an-image-no-longer-than-an-operation",
        file="csc/nvdla_csc_plan.sv",
        text="stride_x * pixel_bytes",
        replacement="(stride_x * pixel_bytes > CHANNELS * element_bytes ? CHANNELS * element_bytes"
        " : stride_x * pixel_bytes)",
        tests=CONV,
    ),
    TwoSeedFault(
        name="four-blocks-of-the-row-of-an-image",
        file="csc/nvdla_csc_pieces.sv",
        text="pixel + block * of.block_bytes",
        replacement="pixel + (block & 3) * of.block_bytes",
        tests=CONV,
    ),
    TwoSeedFault(
        name="eight-blocks-of-channels",
        file="csc/nvdla_csc_pieces.sv",
        text="of.narrow ? block / word_t'(CELL_KERNELS) : block",
        replacement="(of.narrow ? (block & 7) / word_t'(CELL_KERNELS) : block & 7)",
        tests=CONV,
    ),
    TwoSeedFault(
        name="places-kept-over-a-reset",
        file="csc/nvdla_csc_layer.sv",
        text="places <= '0;",
        replacement="places <= places;",
        form=Form.STATEMENT,
        tests=CONV_RESET,
    ),
)
_ARRAY = (
    TwoSeedFault(
        name="denormal-operands-are-zero",
        file="cmac/nvdla_cmac_floats.sv",
        text="((size + bits_15) >> 15) & one",
        replacement="hidden",
        tests=CONV,
    ),
    TwoSeedFault(
        name="denormal-products-are-zero",
        file="cmac/nvdla_cmac_floats.sv",
        text="{most, 2'b00, mantissa}",
        replacement="(most == '0 ? '0 : {most, 2'b00, mantissa})",
        tests=CONV,
    ),
    TwoSeedFault(
        name="nan-of-the-data-goes-first",
        file="cmac/nvdla_cmac_floats.sv",
        text="weight_nan[i][NAN_BITS-1] ? weight_nan[i] : data_nan",
        replacement="(data_nan[NAN_BITS-1] ? data_nan : weight_nan[i])",
        tests=CONV,
    ),
)
_SUMS = (
    TwoSeedFault(
        name="more-places-than-there-are",
        file="cacc/nvdla_cacc.sv",
        text="free_places <= PLACE_COUNT_BITS'(PLACES);",
        replacement="free_places <= PLACE_COUNT_BITS'(PLACES + MAC_CELLS);",
        form=Form.STATEMENT,
        tests=(*CONV, *CONV_RESET),
    ),
    TwoSeedFault(
        name="nan-lost-behind-a-sum",
        file="cacc/nvdla_fp_pkg.sv",
        text="term.exponent == '1",
        replacement="term.exponent == '1 && sum_mantissa == '0",
        tests=CONV,
    ),
    TwoSeedFault(
        name="terms-of-the-lowest-exponent-lost",
        file="cacc/nvdla_fp_pkg.sv",
        text="term_mantissa == '0",
        replacement="(term_mantissa == '0 || term.exponent < 6'd4)",
        tests=CONV,
    ),
    TwoSeedFault(
        name="saturations-of-one-result-begin-anew",
        file="cacc/nvdla_cacc.sv",
        text="counted_layer_end && !result_layer_end ? '0 : saturated",
        replacement="(counted_layer_end ? '0 : saturated)",
        tests=CONV,
    ),
)

CONVOLUTION = (*_FETCH, *_BUFFER, *_SEQUENCE, *_ARRAY, *_SUMS)
