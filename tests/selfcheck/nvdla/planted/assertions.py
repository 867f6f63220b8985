"""Faults that data and statuses do not show, and an assertion of the RTL does (see `NvdlaFault`)."""

from tests.selfcheck.nvdla.planted.nvdla_fault import NvdlaFault

_RELEASED_EARLY = """
  logic early_told, late_valid;
  csc_cdma_data_t late;
  wire early = weights_done_valid && weights_done_ready && !early_told;
  assign csc_cdma_data_valid = early || late_valid && !early_told;
  assign csc_cdma_data = early ?
    {ENTRY_COUNT_BITS'(job.slices_to_release), ENTRY_COUNT_BITS'(job.slices_to_release * job.line_entries)} : late;
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) early_told <= 1'b0;
    else early_told <= !start && (early_told || early);
  nvdla_csc_layer course (.awake(layer_awake), .csc_cdma_data_valid(late_valid), .csc_cdma_data(late), .*);
"""

PLANTED_ASSERTIONS = (
    NvdlaFault(
        name="halves-of-the-array-that-differ",
        file="cmac/nvdla_cmac.sv",
        text="given <= operation;",
        replacement="begin given <= operation; if (HALF != 0) given.stripe_end <= 1'b0; end",
        test="conv.ConvDirectedTest",
        kind="rtl-assertion",
    ),
    NvdlaFault(
        name="slices-released-behind-the-first-group-of-kernels",
        file="csc/nvdla_csc.sv",
        text="  nvdla_csc_layer course (.awake(layer_awake), .*);\n",
        replacement=_RELEASED_EARLY,
        test="conv.ConvDirectedTest",
        kind="rtl-assertion",
    ),
    NvdlaFault(
        name="part-of-an-entry-for-the-buffer",
        file="cdma/nvdla_cdma_stream_entries.sv",
        text="{entry, {ENTRY_ATOMS{1'b1}},",
        replacement="{entry, {ENTRY_ATOMS{1'b1}} >> 1,",
        test="conv.ConvDirectedTest",
        kind="rtl-assertion",
    ),
)
