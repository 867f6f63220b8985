// CSC: the convolution sequence controller: reads data and weights from the convolution buffer in the order in which
// the MAC array works, and tells CDMA what need not stay.
module nvdla_csc
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_pkg::*;
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
  layer_t layer;
  job_t   job;
  logic   running, group, layer_done;
  logic   busy;  // a layer's data are there, its operations are on their way
  logic   data_cleared, weights_cleared, data_done_ready, weights_done_valid, weights_done_ready;
  word_t  slices, data_first, kernels, weights_first, weights_done_kernels, weights_done_entries;
  word_t  masks_first, masks_done;
  logic   weights_begun, sequence_active, walk_active, weights_active;
  logic   data_stripe_valid, data_stripe_ready, weights_stripe_valid, weights_stripe_ready;
  logic   step_given, step_full, step_valid, step_ready, loaded, begin_stripe, starting;
  logic [STEP_BITS-1:0]    step_bits;
  logic [MAC_CHANNELS-1:0] channels, last_channels;
  logic [ENTRY_BITS-1:0]   bytes, last_bytes, padding;
  // Of the layer before
  logic [1:0] kind_before;
  word_t  data_capacity_before, weights_capacity_before;
  stripe_t stripe;
  step_t   step_made;
  step_t   step;

  initial set_pieces;

  // Data of direct convolution are all there before it begins, weights group by group.
  wire start = running && !busy && data_cleared && slices >= job.height;
  wire operations_given = busy && !sequence_active && !walk_active && !step_valid
    && !csc_cmac_data_a_valid && !csc_cmac_data_b_valid && !weights_active;
  wire word_t released_entries = job.slices_to_release * job.line_entries;
  wire word_t kept_slices = job.height - job.slices_to_release;
  wire [1:0] kind = {job.winograd, job.image};
  wire reuse_data = job.reuse_data && kind == kind_before;
  wire data_moved = job.data_capacity != data_capacity_before;
  wire weights_moved = data_moved || job.weights_capacity != weights_capacity_before;
  wire changing = start || layer_done || (weights_stripe_valid && weights_stripe_ready);

  assign awake = req_valid || running || cdma_csc_data_valid || cdma_csc_weights_valid || csc_cdma_data_valid
    || csc_cdma_weights_valid || cacc_csc_valid;
  assign layer_done = operations_given && (job.slices_to_release == '0 || data_done_ready);
  assign cdma_csc_data_ready = 1'b1;
  assign cdma_csc_weights_ready = 1'b1;
  assign cacc_csc_ready = 1'b1;
  assign csc_cmac_data_b = csc_cmac_data_a;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      busy <= 1'b0;
      weights_begun <= 1'b0;
      kind_before <= '0;
      data_capacity_before <= '0;
      weights_capacity_before <= '0;
    end else if (changing) begin
      busy <= start || busy && !layer_done;
      if (layer_done) begin
        kind_before <= kind;
        data_capacity_before <= job.data_capacity;
        weights_capacity_before <= job.weights_capacity;
      end
      weights_begun <= !layer_done && (weights_begun || weights_stripe_valid && weights_stripe_ready);
    end

  nvdla_csc_regs regs (
    .consumer(group),
    .*
  );

  nvdla_csc_plan plan (
    .layer,
    .job
  );

  nvdla_csc_ring #(.MOST_UNITS(CBUF_ENTRIES), .UNIT_BITS(ENTRY_COUNT_BITS)) data_ring (
    .fill_valid(cdma_csc_data_valid),
    .fill_units(word_t'(cdma_csc_data.slices)),
    .fill_entries(word_t'(cdma_csc_data.entries)),
    .fill_masks(word_t'(0)),
    .drain_valid(cdma_csc_drain_data_valid),
    .drain_ready(cdma_csc_drain_data_ready),
    .drain_group(cdma_csc_drain_data.group),
    .release_valid(csc_cdma_data_valid),
    .release_ready(csc_cdma_data_ready),
    .release_units(csc_cdma_data.slices),
    .release_entries(csc_cdma_data.entries),
    .release_masks(),
    .begun(busy),
    .moved(data_moved),
    .reuse(reuse_data),
    .capacity(job.data_capacity),
    .cleared(data_cleared),
    .units(slices),
    .first(data_first),
    .first_mask(),
    .done_valid(operations_given && job.slices_to_release != '0),
    .done_ready(data_done_ready),
    .done_units(job.slices_to_release),
    .done_entries(released_entries),
    .done_masks(word_t'(0)),
    .leave(layer_done),
    .left_units(kept_slices),
    .left_entries(kept_slices * job.line_entries),
    .left_masks(word_t'(0)),
    .*
  );

  nvdla_csc_ring #(.MOST_UNITS(GROUP_KERNELS), .UNIT_BITS(KERNEL_COUNT_BITS)) weights_ring (
    .fill_valid(cdma_csc_weights_valid),
    .fill_units(word_t'(cdma_csc_weights.kernels)),
    .fill_entries(word_t'(cdma_csc_weights.entries)),
    .fill_masks(word_t'(cdma_csc_weights.wmb_entries)),
    .drain_valid(cdma_csc_drain_weights_valid),
    .drain_ready(cdma_csc_drain_weights_ready),
    .drain_group(cdma_csc_drain_weights.group),
    .release_valid(csc_cdma_weights_valid),
    .release_ready(csc_cdma_weights_ready),
    .release_units(csc_cdma_weights.kernels),
    .release_entries(csc_cdma_weights.entries),
    .release_masks(csc_cdma_weights.wmb_entries),
    .begun(weights_begun),
    .moved(weights_moved),
    .reuse(job.reuse_weights),
    .capacity(job.weights_capacity),
    .cleared(weights_cleared),
    .units(kernels),
    .first(weights_first),
    .first_mask(masks_first),
    .done_valid(weights_done_valid),
    .done_ready(weights_done_ready),
    .done_units(weights_done_kernels),
    .done_entries(weights_done_entries),
    .done_masks(masks_done),
    .leave(layer_done),
    .left_units(job.keep_weights ? job.kernels : '0),
    .left_entries(job.keep_weights ? job.weights_entries : '0),
    .left_masks(job.keep_weights ? job.masks_entries : '0),
    .*
  );

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
    .place_valid(cacc_csc_valid),
    .place(word_t'(cacc_csc.operations)),
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
    .done_kernels(weights_done_kernels),
    .done_entries(weights_done_entries),
    .first_mask(masks_first),
    .done_masks(masks_done),
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

  if (nvdla_debug_pkg::TAPS) begin : g_taps
    nvdla_tap #(.NAME("csc_cmac_data"), .WIDTH($bits(csc_cmac_data_t))) data_tap (
      .valid(csc_cmac_data_a_valid),
      .ready(csc_cmac_data_a_ready),
      .payload(csc_cmac_data_a),
      .*
    );

    nvdla_tap #(.NAME("csc_cmac_weights_a"), .WIDTH($bits(csc_cmac_weights_t))) weights_a_tap (
      .valid(csc_cmac_weights_a_valid),
      .ready(csc_cmac_weights_a_ready),
      .payload(csc_cmac_weights_a),
      .*
    );

    nvdla_tap #(.NAME("csc_cmac_weights_b"), .WIDTH($bits(csc_cmac_weights_t))) weights_b_tap (
      .valid(csc_cmac_weights_b_valid),
      .ready(csc_cmac_weights_b_ready),
      .payload(csc_cmac_weights_b),
      .*
    );
  end
endmodule
