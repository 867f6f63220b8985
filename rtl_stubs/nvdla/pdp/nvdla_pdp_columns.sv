// Pools along the lines: for each window of a line what its columns give, with the padding. It keeps the last columns in a
// ring; a window is done with the column that it ends with, and those that reach beyond the line with its last one.
module nvdla_pdp_columns
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_pdp_part_pkg::*;
  import nvdla_pdp_pool_pkg::*;
  import nvdla_pdp_job_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  pool_kind_t           kind,
  input  pool_job_t            job,
  input  logic                 in_valid,
  output logic                 in_ready,
  input  logic                 in_last,  // of a line
  input  logic [ATOM_BITS-1:0] in_atom,
  output logic                 busy,
  output logic                 valid,
  input  logic                 ready,
  output logic [SUMS_BITS-1:0] sums
);
  logic [SUMS_BITS-1:0]   ring [0:WINDOW_MOST-1];
  logic                   held;         // an atom is in the ring that windows may end with
  logic                   at_end;       // it is the last of its line
  logic [COLUMN_BITS-1:0] column;       // its place in the line
  logic [COLUMN_BITS-1:0] next_column;  // that of the next atom
  logic [COLUMN_BITS-1:0] window;       // the next of the line
  place_t                 left;         // where that begins
  wire signed [PLACE_BITS-1:0] right = left + place_t'({1'b0, job.kernel_width});
  wire wanted = held && window <= job.out_width && (at_end || place_t'({1'b0, column}) == right);
  wire more = at_end && window < job.out_width;
  wire room = !valid || ready;
  wire produce = wanted && room;
  wire release_atom = held && (!wanted || (room && !more));
  wire take = in_valid && in_ready;
  wire changing = held || in_valid || valid;

  assign in_ready = !held || release_atom;
  assign busy = held || valid;

  // The window's columns in their order, then its padded ones
  task automatic pool;
    int i, real_columns, first;
    logic [SUMS_BITS-1:0] total;
    first = left < 0 ? 0 : 32'(left);
    real_columns = 32'(column) - first + 1;
    total = ring[first % WINDOW_MOST];
    // verilator unroll_disable
    for (i = 1; i < WINDOW_MOST; i++)
      if (i < real_columns) total = pooled(kind, total, ring[(first + i) % WINDOW_MOST]);
    if (kind.average && real_columns <= 32'(job.kernel_width))
      total = padded(kind, total, pad_of(job.pads, 3'(32'(job.kernel_width) + 1 - real_columns)));
    sums <= total;
  endtask

  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      held <= 1'b0;
      at_end <= 1'b0;
      {column, next_column, window} <= '0;
      left <= '0;
      valid <= 1'b0;
      sums <= '0;
    end else if (changing) begin
      valid <= produce || (valid && !ready);
      if (produce) pool;
      if (release_atom && at_end) window <= '0;
      else if (produce) window <= window + 1'b1;
      if (take && next_column == '0) left <= -place_t'({1'b0, job.pad_left});
      else if (produce) left <= left + place_t'({1'b0, job.stride_x}) + place_t'(1);
      held <= take || (held && !release_atom);
      if (take) begin
        ring[next_column[$clog2(WINDOW_MOST)-1:0]] <= widened(kind, in_atom);
        at_end <= in_last;
        column <= next_column;
        next_column <= in_last ? '0 : next_column + 1'b1;
      end
    end
endmodule
