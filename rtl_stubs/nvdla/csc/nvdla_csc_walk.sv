// Walk: the operations of the stripes on the data side: which entry each needs, and what becomes of it. It begins a pass
// when CACC has place for its results.
module nvdla_csc_walk
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
(
  input  logic      clk,
  input  logic      reset_n,
  input  logic      start,
  input  job_t      job,
  input  word_t     first,           // the entry in which the layer's data begin
  output logic      active,
  input  logic      stripe_valid,
  output logic      stripe_ready,
  input  stripe_t   stripe,
  input  logic      place_valid,     // CACC has place for so many more results
  input  word_t     place,
  output logic      step_valid,
  input  logic      step_ready,
  output step_t     step,
  output logic      csc_cbuf_valid,
  input  logic      csc_cbuf_ready,
  output csc_cbuf_t csc_cbuf
);
  localparam word_t SUB_BYTES = word_t'(CBUF_ENTRY_BYTES / CELL_KERNELS);

  stripe_t   now;                    // the stripe that is walked
  operation_t operation;
  word_t     left;                   // its operations
  word_t     places;                 // results that CACC can take
  position_t column, x, y;           // of the output; the first input pixel of a kernel there
  position_t pass_column, pass_x, pass_y;  // where the pass began
  position_t next_column, next_x, next_y;
  word_t     known_entry;            // the one asked for last
  logic      known;

  wire        take = stripe_valid && stripe_ready;
  wire        advance = step_valid && step_ready;
  wire        line_end = column == job.last_column;
  wire        changing = start || take || advance || place_valid || csc_cbuf_valid;
  wire position_t in_x = x + now.kernel_x;
  wire position_t in_y = y + now.kernel_y;
  wire word_t pixel = word_t'(in_x);  // far outside when it is negative
  wire word_t line = word_t'(in_y);
  wire        in_cube = pixel < job.width && line < job.height;

  // Two blocks of narrow elements share the entries of a group of channels
  wire word_t channel_group = job.narrow ? now.block / word_t'(CELL_KERNELS) : now.block;
  wire word_t sub_block = job.narrow ? now.block % word_t'(CELL_KERNELS) : '0;
  wire        shared = channel_group >= job.whole_groups;
  wire word_t shared_pixel = pixel >> job.pixel_shift;
  wire word_t entry_in_slice = channel_group * job.width + (shared ? shared_pixel : pixel);
  wire word_t entry = wrapped(first + line * job.slice_entries + entry_in_slice, job.data_capacity);
  wire word_t part = shared ? pixel - (shared_pixel << job.pixel_shift) : '0;  // of the entry, when pixels share it
  wire        fetch = in_cube && !(known && entry == known_entry);

  assign active = left != '0;
  assign step_valid = active && (!fetch || !csc_cbuf_valid || csc_cbuf_ready);
  assign stripe_ready = (!active || advance && left == 1) && (!stripe.pass_start || word_t'(stripe.operations) <= places);
  assign operation.stripe_start = left == word_t'(now.operations);
  assign operation.stripe_end = left == 1;
  assign operation.channel_end = now.pass_end;
  assign operation.layer_end = now.layer_end && left == 1;
  assign step.operation = operation;
  assign step.last_block = now.last_block;
  assign step.in_cube = in_cube;
  assign step.fetched = fetch;
  assign step.first_byte = BYTE_BITS'(part * (word_t'(CBUF_ENTRY_BYTES) >> job.pixel_shift) + sub_block * SUB_BYTES);
  assign next_column = !advance ? column : line_end ? '0 : column + 1;
  assign next_x = !advance ? x : line_end ? -job.pad_left : x + job.stride_x;
  assign next_y = advance && line_end ? y + job.stride_y : y;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      now <= '0;
      left <= '0;
      places <= '0;
      {column, x, y} <= '0;
      {pass_column, pass_x, pass_y} <= '0;
      known <= 1'b0;
      known_entry <= '0;
      csc_cbuf_valid <= 1'b0;
      csc_cbuf <= '0;
    end else if (changing) begin
      places <= places + (place_valid ? place : '0) - (take && stripe.pass_start ? word_t'(stripe.operations) : '0);
      if (take) begin
        now <= stripe;
        left <= word_t'(stripe.operations);
      end else if (advance) left <= left - 1;
      if (take && stripe.group_start) begin
        {column, x, y} <= {position_t'(0), -job.pad_left, -job.pad_top};
        {pass_column, pass_x, pass_y} <= {position_t'(0), -job.pad_left, -job.pad_top};
      end else if (take && stripe.pass_start) begin
        {column, x, y} <= {next_column, next_x, next_y};
        {pass_column, pass_x, pass_y} <= {next_column, next_x, next_y};
      end else if (take) {column, x, y} <= {pass_column, pass_x, pass_y};
      else {column, x, y} <= {next_column, next_x, next_y};
      if (start) known <= 1'b0;
      else if (advance && fetch) known <= 1'b1;
      if (advance && fetch) begin
        known_entry <= entry;
        csc_cbuf_valid <= 1'b1;
        csc_cbuf.entry <= ENTRY_INDEX_BITS'(entry);
      end else if (csc_cbuf_ready) csc_cbuf_valid <= 1'b0;
    end
endmodule
