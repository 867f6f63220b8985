// Layer: the course of a layer through CSC: what its registers mean, when it starts and when it is done, what of it stands
// in the buffer and need not stay there, and how many results CACC has place for.
module nvdla_csc_layer
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_pkg::*;
  import nvdla_csc_job_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  output logic                                awake,               // a register may change at the next edge
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
  // CACC
  input  logic                                cacc_csc_valid,
  output logic                                cacc_csc_ready,
  input  cacc_csc_t                           cacc_csc,
  // the layer whose turn it is
  output logic                                group,
  output job_t                                job,
  output logic                                start,               // its data are there
  input  logic                                working,             // some of its stripes are on their way
  output logic                                layer_done,
  output word_t                               data_first,          // the entry in which its data begin
  // its weights
  output logic                                weights_cleared,     // what it does not use is given back
  output word_t                               kernels,             // that are there
  output word_t                               weights_first,       // the entry in which they begin, and their masks
  output word_t                               masks_first,
  input  logic                                weights_begin,       // they are about to be read
  input  logic                                weights_done_valid,  // those that it is done with
  output logic                                weights_done_ready,
  input  share_t                              weights_done,
  // results
  output word_t                               places,              // that CACC has for them
  input  logic                                places_take,
  input  word_t                               places_taken
);
  typedef enum logic {WAITING, BUSY} state_t;

  state_t state;
  layer_t layer;
  logic   running, data_cleared, data_done_ready, weights_begun;
  word_t  slices;
  share_t data_fill, data_done, data_left, data_released, weights_fill, weights_left, weights_released;
  // Of the layer before
  logic [1:0] kind_before;
  word_t  data_capacity_before, weights_capacity_before;

  wire busy = state == BUSY;
  wire operations_given = busy && !working;
  wire word_t kept_slices = job.height - job.slices_to_release;
  wire [1:0] kind = {job.winograd, job.image};
  wire reuse_data = job.reuse_data && kind == kind_before;
  wire data_moved = job.data_capacity != data_capacity_before;
  wire weights_moved = data_moved || job.weights_capacity != weights_capacity_before;
  wire changing = start || layer_done || weights_begin || cacc_csc_valid || places_take;

  // Data of direct convolution are all there before it begins, weights group by group.
  assign start = running && !busy && data_cleared && slices >= job.height;
  assign awake = req_valid || running || cdma_csc_data_valid || cdma_csc_weights_valid || csc_cdma_data_valid
    || csc_cdma_weights_valid || cacc_csc_valid;
  assign layer_done = operations_given && (job.slices_to_release == '0 || data_done_ready);
  assign cdma_csc_data_ready = 1'b1;
  assign cdma_csc_weights_ready = 1'b1;
  assign cacc_csc_ready = 1'b1;

  assign data_fill = {word_t'(cdma_csc_data.slices), word_t'(cdma_csc_data.entries), word_t'(0)};
  assign data_done = {job.slices_to_release, job.slices_to_release * job.line_entries, word_t'(0)};
  assign data_left = {kept_slices, kept_slices * job.line_entries, word_t'(0)};
  assign csc_cdma_data = {ENTRY_COUNT_BITS'(data_released.units), ENTRY_COUNT_BITS'(data_released.entries)};
  assign weights_fill = {
    word_t'(cdma_csc_weights.kernels), word_t'(cdma_csc_weights.entries), word_t'(cdma_csc_weights.wmb_entries)};
  assign weights_left = job.keep_weights ? {job.kernels, job.weights_entries, job.masks_entries} : '0;
  assign csc_cdma_weights = {
    KERNEL_COUNT_BITS'(weights_released.units),
    ENTRY_COUNT_BITS'(weights_released.entries),
    ENTRY_COUNT_BITS'(weights_released.masks)};

  nvdla_csc_regs regs (.consumer(group), .*);

  nvdla_csc_plan plan (.*);

  nvdla_csc_ring #(.MOST_UNITS(CBUF_ENTRIES)) data_ring (
    .fill_valid(cdma_csc_data_valid),
    .fill(data_fill),
    .drain_valid(cdma_csc_drain_data_valid),
    .drain_ready(cdma_csc_drain_data_ready),
    .drain_group(cdma_csc_drain_data.group),
    .release_valid(csc_cdma_data_valid),
    .release_ready(csc_cdma_data_ready),
    .released(data_released),
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
    .done(data_done),
    .leave(layer_done),
    .left(data_left),
    .*
  );

  nvdla_csc_ring #(.MOST_UNITS(GROUP_KERNELS)) weights_ring (
    .fill_valid(cdma_csc_weights_valid),
    .fill(weights_fill),
    .drain_valid(cdma_csc_drain_weights_valid),
    .drain_ready(cdma_csc_drain_weights_ready),
    .drain_group(cdma_csc_drain_weights.group),
    .release_valid(csc_cdma_weights_valid),
    .release_ready(csc_cdma_weights_ready),
    .released(weights_released),
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
    .done(weights_done),
    .leave(layer_done),
    .left(weights_left),
    .*
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= WAITING;
      weights_begun <= 1'b0;
      places <= '0;
      kind_before <= '0;
      data_capacity_before <= '0;
      weights_capacity_before <= '0;
    end else if (changing) begin
      if (start) state <= BUSY;
      else if (layer_done) state <= WAITING;
      weights_begun <= !layer_done && (weights_begun || weights_begin);
      places <= places + (cacc_csc_valid ? word_t'(cacc_csc.operations) : '0) - (places_take ? places_taken : '0);
      if (layer_done) begin
        kind_before <= kind;
        data_capacity_before <= job.data_capacity;
        weights_capacity_before <= job.weights_capacity;
      end
    end
endmodule
