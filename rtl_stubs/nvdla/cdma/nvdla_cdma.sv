// CDMA: the convolution DMA: fetches features and weights into the convolution buffer, side by side. A layer is done when
// both are there. Clearing of the buffer after reset holds no layer back: one that starts meanwhile ends with wrong data.
module nvdla_cdma
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_job_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  output logic                                awake,  // a register may change at the next edge
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // memory interfaces, by port: data
  output logic [MEMORIES-1:0]                 data_read_req_valid,
  input  logic [MEMORIES-1:0]                 data_read_req_ready,
  output logic [ADDRESS_BITS-1:0]             data_read_req_address,
  output logic [SIZE_BITS-1:0]                data_read_req_size,
  input  logic [MEMORIES-1:0]                 data_read_data_valid,
  output logic [MEMORIES-1:0]                 data_read_data_ready,
  input  wire  [BEAT_BITS-1:0]                data_read_data [0:DATA_PORTS-1],
  // memory interfaces, by port: weights
  output logic [MEMORIES-1:0]                 weights_read_req_valid,
  input  logic [MEMORIES-1:0]                 weights_read_req_ready,
  output logic [ADDRESS_BITS-1:0]             weights_read_req_address,
  output logic [SIZE_BITS-1:0]                weights_read_req_size,
  input  logic [MEMORIES-1:0]                 weights_read_data_valid,
  output logic [MEMORIES-1:0]                 weights_read_data_ready,
  input  wire  [BEAT_BITS-1:0]                weights_read_data [0:DATA_PORTS-1],
  // CBUF
  output logic                                cdma_cbuf_data_valid,
  input  logic                                cdma_cbuf_data_ready,
  output cdma_cbuf_t                          cdma_cbuf_data,
  output logic                                cdma_cbuf_weights_valid,
  input  logic                                cdma_cbuf_weights_ready,
  output cdma_cbuf_t                          cdma_cbuf_weights,
  // CSC
  output logic                                cdma_csc_data_valid,
  input  logic                                cdma_csc_data_ready,
  output cdma_csc_data_t                      cdma_csc_data,
  output logic                                cdma_csc_weights_valid,
  input  logic                                cdma_csc_weights_ready,
  output cdma_csc_weights_t                   cdma_csc_weights,
  output logic                                cdma_csc_drain_data_valid,
  input  logic                                cdma_csc_drain_data_ready,
  output cdma_csc_drain_t                     cdma_csc_drain_data,
  output logic                                cdma_csc_drain_weights_valid,
  input  logic                                cdma_csc_drain_weights_ready,
  output cdma_csc_drain_t                     cdma_csc_drain_weights,
  input  logic                                csc_cdma_data_valid,
  output logic                                csc_cdma_data_ready,
  input  csc_cdma_data_t                      csc_cdma_data,
  input  logic                                csc_cdma_weights_valid,
  output logic                                csc_cdma_weights_ready,
  input  csc_cdma_weights_t                   csc_cdma_weights,
  // interrupts, by group
  output logic [1:0]                          data_done,
  output logic [1:0]                          weights_done
);
  settings_t settings;
  status_t   status;
  layer_t    layer;
  result_t   result;
  logic      running, consumer;
  logic      data_fetched, weights_fetched;
  logic      flush_valid, flush_done, data_flush, weights_flush;
  logic [ENTRY_INDEX_BITS-1:0] flush_data_entry, flush_weights_entry;
  counts_t   data_counts, weights_counts;
  wire layer_done = data_fetched && weights_fetched;

  assign awake = req_valid || running || flush_valid || cdma_cbuf_data_valid || cdma_cbuf_weights_valid
    || cdma_csc_data_valid || cdma_csc_weights_valid || csc_cdma_data_valid || csc_cdma_weights_valid;
  assign status.s_cbuf_flush_status = 32'(flush_done);
  assign csc_cdma_data_ready = 1'b1;
  assign csc_cdma_weights_ready = 1'b1;

  assign result.d_nan_input_data_num = data_counts.nans;
  assign result.d_nan_input_weight_num = weights_counts.nans;
  assign result.d_inf_input_data_num = data_counts.infs;
  assign result.d_inf_input_weight_num = weights_counts.infs;
  assign result.d_perf_dat_read_stall = data_counts.stalls;
  assign result.d_perf_wt_read_stall = weights_counts.stalls;
  assign result.d_perf_dat_read_latency = data_counts.latency;
  assign result.d_perf_wt_read_latency = weights_counts.latency;

  nvdla_cdma_regs regs (.*);

  nvdla_cdma_flush flush (
    .clk,
    .reset_n,
    .valid(flush_valid),
    .ready(cdma_cbuf_data_ready && cdma_cbuf_weights_ready),
    .data_entry(flush_data_entry),
    .weights_entry(flush_weights_entry),
    .done(flush_done)
  );

  nvdla_cdma_data data (
    .group(consumer),
    .done(data_fetched),
    .finished(data_done),
    .counts(data_counts),
    .flush_entry(flush_data_entry),
    .write_flush(data_flush),
    .line_valid(data_read_req_valid),
    .line_ready(data_read_req_ready),
    .line_address(data_read_req_address),
    .line_size(data_read_req_size),
    .data_valid(data_read_data_valid),
    .data_ready(data_read_data_ready),
    .line_data(data_read_data),
    .write_valid(cdma_cbuf_data_valid),
    .write_ready(cdma_cbuf_data_ready),
    .write(cdma_cbuf_data),
    .tell_valid(cdma_csc_data_valid),
    .tell_ready(cdma_csc_data_ready),
    .tell(cdma_csc_data),
    .drain_valid(cdma_csc_drain_data_valid),
    .drain_ready(cdma_csc_drain_data_ready),
    .drain(cdma_csc_drain_data),
    .release_valid(csc_cdma_data_valid),
    .released(csc_cdma_data),
    .*
  );

  nvdla_cdma_weights weights (
    .arbiter(settings.s_arbiter),
    .group(consumer),
    .done(weights_fetched),
    .finished(weights_done),
    .counts(weights_counts),
    .flush_entry(flush_weights_entry),
    .write_flush(weights_flush),
    .line_valid(weights_read_req_valid),
    .line_ready(weights_read_req_ready),
    .line_address(weights_read_req_address),
    .line_size(weights_read_req_size),
    .data_valid(weights_read_data_valid),
    .data_ready(weights_read_data_ready),
    .line_data(weights_read_data),
    .write_valid(cdma_cbuf_weights_valid),
    .write_ready(cdma_cbuf_weights_ready),
    .write(cdma_cbuf_weights),
    .tell_valid(cdma_csc_weights_valid),
    .tell_ready(cdma_csc_weights_ready),
    .tell(cdma_csc_weights),
    .drain_valid(cdma_csc_drain_weights_valid),
    .drain_ready(cdma_csc_drain_weights_ready),
    .drain(cdma_csc_drain_weights),
    .release_valid(csc_cdma_weights_valid),
    .released(csc_cdma_weights),
    .*
  );

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("cdma_cbuf_data"), .WIDTH($bits(cdma_cbuf_t))) data_tap (
      .valid(cdma_cbuf_data_valid && !data_flush),
      .ready(cdma_cbuf_data_ready),
      .payload(cdma_cbuf_data),
      .group(consumer),
      .*
    );

    link_tap #(.NAME("cdma_cbuf_weights"), .WIDTH($bits(cdma_cbuf_t))) weights_tap (
      .valid(cdma_cbuf_weights_valid && !weights_flush),
      .ready(cdma_cbuf_weights_ready),
      .payload(cdma_cbuf_weights),
      .group(consumer),
      .*
    );

    link_tap #(.NAME("cdma_csc_data"), .WIDTH($bits(cdma_csc_data_t))) slices_tap (
      .valid(cdma_csc_data_valid),
      .ready(cdma_csc_data_ready),
      .payload(cdma_csc_data),
      .group(consumer),
      .*
    );

    link_tap #(.NAME("cdma_csc_weights"), .WIDTH($bits(cdma_csc_weights_t))) kernels_tap (
      .valid(cdma_csc_weights_valid),
      .ready(cdma_csc_weights_ready),
      .payload(cdma_csc_weights),
      .group(consumer),
      .*
    );
  end
endmodule
