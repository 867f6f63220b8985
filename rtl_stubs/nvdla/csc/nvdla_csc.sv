// CSC: the convolution sequence controller: reads data and weights from the convolution buffer in the order in which
// the MAC array works, and tells CDMA what need not stay.
module nvdla_csc
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
  import nvdla_csc_places_pkg::*;
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
  // CDMA
  input  logic                                cdma_csc_data_valid,
  output logic                                cdma_csc_data_ready,
  input  cdma_csc_data_t                      cdma_csc_data,
  input  logic                                cdma_csc_weights_valid,
  output logic                                cdma_csc_weights_ready,
  input  cdma_csc_weights_t                   cdma_csc_weights,
  input  logic                                cdma_csc_drain_data_valid,
  output logic                                cdma_csc_drain_data_ready,
  input  cdma_csc_drain_t                     cdma_csc_drain_data,
  input  logic                                cdma_csc_drain_weights_valid,
  output logic                                cdma_csc_drain_weights_ready,
  input  cdma_csc_drain_t                     cdma_csc_drain_weights,
  output logic                                csc_cdma_data_valid,
  input  logic                                csc_cdma_data_ready,
  output csc_cdma_data_t                      csc_cdma_data,
  output logic                                csc_cdma_weights_valid,
  input  logic                                csc_cdma_weights_ready,
  output csc_cdma_weights_t                   csc_cdma_weights,
  // CBUF
  output logic                                csc_cbuf_data_valid,
  input  logic                                csc_cbuf_data_ready,
  output csc_cbuf_t                           csc_cbuf_data,
  input  logic                                cbuf_csc_data_valid,
  output logic                                cbuf_csc_data_ready,
  input  cbuf_csc_t                           cbuf_csc_data,
  output logic                                csc_cbuf_weights_valid,
  input  logic                                csc_cbuf_weights_ready,
  output csc_cbuf_t                           csc_cbuf_weights,
  input  logic                                cbuf_csc_weights_valid,
  output logic                                cbuf_csc_weights_ready,
  input  cbuf_csc_t                           cbuf_csc_weights,
  output logic                                csc_cbuf_masks_valid,
  input  logic                                csc_cbuf_masks_ready,
  output csc_cbuf_t                           csc_cbuf_masks,
  input  logic                                cbuf_csc_masks_valid,
  output logic                                cbuf_csc_masks_ready,
  input  cbuf_csc_t                           cbuf_csc_masks,
  // CMAC_A, CMAC_B
  output logic                                csc_cmac_data_a_valid,
  input  logic                                csc_cmac_data_a_ready,
  output csc_cmac_data_t                      csc_cmac_data_a,
  output logic                                csc_cmac_data_b_valid,
  input  logic                                csc_cmac_data_b_ready,
  output csc_cmac_data_t                      csc_cmac_data_b,
  output logic                                csc_cmac_weights_a_valid,
  input  logic                                csc_cmac_weights_a_ready,
  output csc_cmac_weights_t                   csc_cmac_weights_a,
  output logic                                csc_cmac_weights_b_valid,
  input  logic                                csc_cmac_weights_b_ready,
  output csc_cmac_weights_t                   csc_cmac_weights_b,
  // CACC
  input  logic                                cacc_csc_valid,
  output logic                                cacc_csc_ready,
  input  cacc_csc_t                           cacc_csc
);
  logic    layer_awake;
  job_t    job;
  stripe_t stripe;
  step_t   step_made, step;
  share_t  weights_done;
  word_t   data_first, kernels, weights_first, masks_first, places, places_taken;
  logic    group, start, layer_done;
  logic    weights_cleared, weights_done_valid, weights_done_ready, places_take;
  logic    sequence_active, walk_active, weights_active;
  logic    data_stripe_valid, data_stripe_ready, weights_stripe_valid, weights_stripe_ready;
  logic    step_given, step_full, step_valid, step_ready, loaded, begin_stripe, starting;
  logic [STEP_BITS-1:0]    step_bits;
  logic [MAC_CHANNELS-1:0] channels, last_channels;
  logic [ENTRY_BITS-1:0]   bytes, last_bytes, padding;
  wire weights_begin = weights_stripe_valid && weights_stripe_ready;
  wire working = sequence_active || walk_active || step_valid || csc_cmac_data_a_valid || csc_cmac_data_b_valid
    || weights_active;

  initial set_pieces;

  assign csc_cmac_data_b = csc_cmac_data_a;

  // Entries are asked for until somebody takes that, and those that were asked for come when they come
  assign awake = layer_awake || csc_cbuf_data_valid || csc_cbuf_weights_valid || csc_cbuf_masks_valid
    || cbuf_csc_data_valid || cbuf_csc_weights_valid || cbuf_csc_masks_valid;

  nvdla_csc_layer course (.awake(layer_awake), .*);

  nvdla_csc_sequence stripes (
    .active(sequence_active),
    .data_valid(data_stripe_valid),
    .data_ready(data_stripe_ready),
    .weights_valid(weights_stripe_valid),
    .weights_ready(weights_stripe_ready),
    .*
  );

  nvdla_csc_masks masks (.*);

  nvdla_csc_walk walk (
    .first(data_first),
    .active(walk_active),
    .stripe_valid(data_stripe_valid),
    .stripe_ready(data_stripe_ready),
    .step_valid(step_given),
    .step_ready(!step_full),
    .step(step_made),
    .csc_cbuf_valid(csc_cbuf_data_valid),
    .csc_cbuf_ready(csc_cbuf_data_ready),
    .csc_cbuf(csc_cbuf_data),
    .*
  );

  nvdla_fifo #(.WIDTH(STEP_BITS), .DEPTH(8)) steps (
    .clk,
    .reset_n,
    .push(step_given && !step_full),
    .full(step_full),
    .push_data(step_made),
    .pop(step_valid && step_ready),
    .valid(step_valid),
    .data(step_bits)
  );
  assign step = step_bits;

  nvdla_csc_operation operations (
    .cbuf_csc_valid(cbuf_csc_data_valid),
    .cbuf_csc_ready(cbuf_csc_data_ready),
    .cbuf_csc(cbuf_csc_data),
    .valid_a(csc_cmac_data_a_valid),
    .ready_a(csc_cmac_data_a_ready),
    .valid_b(csc_cmac_data_b_valid),
    .ready_b(csc_cmac_data_b_ready),
    .csc_cmac_data(csc_cmac_data_a),
    .*
  );

  nvdla_csc_weights weights (
    .active(weights_active),
    .stripe_valid(weights_stripe_valid),
    .stripe_ready(weights_stripe_ready),
    .cleared(weights_cleared),
    .first(weights_first),
    .done_valid(weights_done_valid),
    .done_ready(weights_done_ready),
    .done(weights_done),
    .first_mask(masks_first),
    .csc_cbuf_valid(csc_cbuf_weights_valid),
    .csc_cbuf_ready(csc_cbuf_weights_ready),
    .csc_cbuf(csc_cbuf_weights),
    .cbuf_csc_valid(cbuf_csc_weights_valid),
    .cbuf_csc_ready(cbuf_csc_weights_ready),
    .cbuf_csc(cbuf_csc_weights),
    .valid_a(csc_cmac_weights_a_valid),
    .ready_a(csc_cmac_weights_a_ready),
    .valid_b(csc_cmac_weights_b_valid),
    .ready_b(csc_cmac_weights_b_ready),
    .*
  );

  nvdla_slices_check slices (
    .capacity(job.data_capacity),
    .drained(cdma_csc_drain_data_valid && cdma_csc_drain_data_ready),
    .told(cdma_csc_data_valid ? word_t'(cdma_csc_data.entries) : '0),
    .released(csc_cdma_data_valid && csc_cdma_data_ready ? word_t'(csc_cdma_data.entries) : '0),
    .read(csc_cbuf_data_valid && csc_cbuf_data_ready),
    .entry(word_t'(csc_cbuf_data.entry)),
    .*
  );

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("csc_cmac_data"), .WIDTH($bits(csc_cmac_data_t))) data_tap (
      .valid(csc_cmac_data_a_valid),
      .ready(csc_cmac_data_a_ready),
      .payload(csc_cmac_data_a),
      .*
    );

    link_tap #(.NAME("csc_cmac_weights_a"), .WIDTH($bits(csc_cmac_weights_t))) weights_a_tap (
      .valid(csc_cmac_weights_a_valid),
      .ready(csc_cmac_weights_a_ready),
      .payload(csc_cmac_weights_a),
      .*
    );

    link_tap #(.NAME("csc_cmac_weights_b"), .WIDTH($bits(csc_cmac_weights_t))) weights_b_tap (
      .valid(csc_cmac_weights_b_valid),
      .ready(csc_cmac_weights_b_ready),
      .payload(csc_cmac_weights_b),
      .*
    );
    link_tap #(.NAME("cacc_csc_taken"), .WIDTH($bits(cacc_csc_t))) places_tap (
      .valid(cacc_csc_valid), .ready(cacc_csc_ready), .payload(cacc_csc), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("cdma_csc_data_taken"), .WIDTH($bits(cdma_csc_data_t))) slices_tap (
      .valid(cdma_csc_data_valid), .ready(cdma_csc_data_ready), .payload(cdma_csc_data), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("cdma_csc_weights_taken"), .WIDTH($bits(cdma_csc_weights_t))) kernels_tap (
      .valid(cdma_csc_weights_valid), .ready(cdma_csc_weights_ready), .payload(cdma_csc_weights), .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule
