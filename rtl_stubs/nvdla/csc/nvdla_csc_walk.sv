// Walk: the operations of the stripes on the data side: where in the input each is, and which entries it asks for. It
// begins a pass when CACC has place for its results.
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
  stripe_t   now;                    // the stripe that is walked
  operation_t operation;
  word_t     left;                   // its operations
  word_t     places;                 // results that CACC can take
  position_t column, x, y;           // of the output; the first input pixel of a kernel there
  position_t pass_column, pass_x, pass_y;  // where the pass began
  position_t next_column, next_x, next_y;
  word_t     slice, pass_slice, next_slice;  // the first entry of the batch in a line
  logic [ENTRY_INDEX_BITS-1:0] entry;

  wire        take = stripe_valid && stripe_ready;
  wire        advance = step_valid && step_ready;
  wire        next = advance && step.complete;
  wire        pixel_end = slice + job.slice_entries == job.line_entries;
  wire        line_end = column == job.last_column;
  wire        changing = start || take || advance || place_valid || csc_cbuf_valid;

  assign active = left != '0;
  assign step_valid = active && (!step.fetched || !csc_cbuf_valid || csc_cbuf_ready);
  assign stripe_ready = (!active || next && left == 1) && (!stripe.pass_start || word_t'(stripe.operations) <= places);
  assign operation.stripe_start = left == word_t'(now.operations);
  assign operation.stripe_end = left == 1;
  assign operation.channel_end = now.pass_end;
  assign operation.layer_end = now.layer_end && left == 1;
  assign next_slice = !next ? slice : pixel_end ? '0 : slice + job.slice_entries;
  assign next_column = !next || !pixel_end ? column : line_end ? '0 : column + 1;
  assign next_x = !next || !pixel_end ? x : line_end ? -job.pad_left : x + job.stride_x;
  assign next_y = next && pixel_end && line_end ? y + job.stride_y : y;

  nvdla_csc_pieces pieces (
    .x(x + now.kernel_x),
    .y(y + now.kernel_y),
    .*
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      now <= '0;
      left <= '0;
      places <= '0;
      {column, x, y} <= '0;
      {pass_column, pass_x, pass_y} <= '0;
      {slice, pass_slice} <= '0;
      csc_cbuf_valid <= 1'b0;
      csc_cbuf <= '0;
    end else if (changing) begin
      places <= places + (place_valid ? place : '0) - (take && stripe.pass_start ? word_t'(stripe.operations) : '0);
      if (take) begin
        now <= stripe;
        left <= word_t'(stripe.operations);
      end else if (next) left <= left - 1;
      if (take && stripe.group_start) begin
        {column, x, y} <= {position_t'(0), -job.pad_left, -job.pad_top};
        {pass_column, pass_x, pass_y} <= {position_t'(0), -job.pad_left, -job.pad_top};
        {slice, pass_slice} <= '0;
      end else if (take && stripe.pass_start) begin
        {column, x, y} <= {next_column, next_x, next_y};
        {pass_column, pass_x, pass_y} <= {next_column, next_x, next_y};
        {slice, pass_slice} <= {next_slice, next_slice};
      end else if (take) begin
        {column, x, y} <= {pass_column, pass_x, pass_y};
        slice <= pass_slice;
      end else begin
        {column, x, y} <= {next_column, next_x, next_y};
        slice <= next_slice;
      end
      if (advance && step.fetched) begin
        csc_cbuf_valid <= 1'b1;
        csc_cbuf.entry <= entry;
      end else if (csc_cbuf_ready) csc_cbuf_valid <= 1'b0;
    end
endmodule
