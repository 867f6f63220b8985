// Operation: makes the data of MAC operations of the entries that come back, and gives them to both CMACs. An operation
// of several rows of a kernel is gathered row by row, each from its own place on.
module nvdla_csc_operation
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
  import nvdla_csc_places_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  job_t                    job,
  // what a block of channels has (nvdla_csc_masks)
  input  logic [MAC_CHANNELS-1:0] channels,
  input  logic [MAC_CHANNELS-1:0] last_channels,
  input  logic [ENTRY_BITS-1:0]   bytes,
  input  logic [ENTRY_BITS-1:0]   last_bytes,
  input  logic [ENTRY_BITS-1:0]   padding,
  input  logic                    step_valid,
  output logic                    step_ready,
  input  step_t                   step,
  input  logic                    cbuf_csc_valid,
  output logic                    cbuf_csc_ready,
  input  cbuf_csc_t               cbuf_csc,
  input  logic                    loaded,     // the next stripe's weights
  output logic                    begin_stripe,  // they are used with this cycle
  output logic                    starting,   // the first operation of a stripe is not taken yet
  output logic                    valid_a,
  input  logic                    ready_a,
  output logic                    valid_b,
  input  logic                    ready_b,
  output csc_cmac_data_t          csc_cmac_data
);
  entry_t entry, older;      // the one that came last, and in an image the one before
  entry_t gathered;          // rows of the next operation
  entry_t tile;              // the next one with Winograd
  logic [MAC_CHANNELS-1:0] gathered_channels;

  wire free = (!valid_a || ready_a) && (!valid_b || ready_b);
  wire take = step_valid && step_ready;
  wire give = take && step.complete;
  wire changing = take || valid_a || valid_b;

  assign step_ready = (!step.fetched || cbuf_csc_valid)
    && (!step.complete || free && (!step.operation.stripe_start || loaded));
  assign cbuf_csc_ready = take && step.fetched;
  assign begin_stripe = take && step.complete && step.operation.stripe_start;
  assign starting = (valid_a || valid_b) && csc_cmac_data.operation.stripe_start;

  // The bytes of all rows as far as this step's, where an operation has them
  function automatic entry_t rows_so_far(input entry_t low, input entry_t high, input step_t at, input entry_t mask);
    if (!at.in_cube) rows_so_far = padding;
    else if (at.spans) rows_so_far = ENTRY_BITS'({high, low} >> {at.first_byte, 3'b000});
    else if (at.first_byte != '0) rows_so_far = high >> {at.first_byte, 3'b000};
    else rows_so_far = high;
    rows_so_far = rows_so_far & mask;
    if (at.row != '0) rows_so_far = gathered | (rows_so_far << 8 * word_t'(at.row) * job.row_bytes);
  endfunction

  function automatic logic [MAC_CHANNELS-1:0] channels_so_far(input logic [MAC_CHANNELS-1:0] added, input step_t at);
    channels_so_far = at.row == '0 ? added : gathered_channels | (added << word_t'(at.row) * job.row_channels);
  endfunction

  function automatic entry_t placed(input entry_t rows);
    placed = job.narrow ? spread(PART_BITS'(rows)) : rows;
  endfunction

  // What this step makes of the entries and of the rows before
  function automatic entry_t made(input step_t at);
    made = rows_so_far(
      at.fetched ? entry : older, at.fetched ? cbuf_csc.data : entry, at, at.last_block ? last_bytes : bytes);
  endfunction

  if (FEATURE_WINOGRAD != 0) begin : g_tile
    nvdla_csc_tile pre_addition (
      .load(take && step.fetched && job.winograd),
      .prepare(take && step.whole && !step.complete && job.winograd),
      .made(tile),
      .*
    );
  end else begin : g_no_tile
    assign tile = '0;
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      valid_a <= 1'b0;
      valid_b <= 1'b0;
      csc_cmac_data <= '0;
      {entry, older, gathered} <= '0;
      gathered_channels <= '0;
    end else if (changing) begin
      valid_a <= give || valid_a && !ready_a;
      valid_b <= give || valid_b && !ready_b;
      if (give && job.winograd) csc_cmac_data <= {step.operation, {MAC_CHANNELS{1'b1}}, tile};
      else if (give)
        csc_cmac_data <= {
          step.operation, channels_so_far(step.last_block ? last_channels : channels, step), placed(made(step))};
      else if (take && step.whole && !job.winograd) begin
        gathered <= made(step);
        gathered_channels <= channels_so_far(step.last_block ? last_channels : channels, step);
      end
      if (take && step.fetched) entry <= cbuf_csc.data;
      if (take && step.fetched && job.image) older <= entry;
    end
endmodule
