// A queue between two clock domains, with Gray-coded pointers brought over by two flip-flops. Its output is 0 from reset
// on, and known also while nothing waits.
module nvdla_async_fifo #(
  parameter int WIDTH = 1,
  parameter int DEPTH = 4  // a power of two
) (
  input  logic             push_clk,
  input  logic             push_reset_n,
  input  logic             push_valid,
  output logic             push_ready,
  input  logic [WIDTH-1:0] push_data,
  input  logic             pop_clk,
  input  logic             pop_reset_n,
  output logic             pop_valid,
  input  logic             pop_ready,
  output logic [WIDTH-1:0] pop_data
);
  localparam int INDEX_BITS = $clog2(DEPTH);
  localparam int POINTER_BITS = INDEX_BITS + 1;
  // What the popper's pointer looks like, in Gray code, when DEPTH entries wait: the two highest bits differ
  localparam logic [POINTER_BITS-1:0] LAP = POINTER_BITS'(3) << (POINTER_BITS - 2);

  logic [WIDTH-1:0]        entries [0:DEPTH-1];
  logic [POINTER_BITS-1:0] pushed, pushed_gray, popped, popped_gray;
  logic [POINTER_BITS-1:0] pushed_meta, pushed_seen;  // in the popper's domain
  logic [POINTER_BITS-1:0] popped_meta, popped_seen;  // in the pusher's domain
  wire  [POINTER_BITS-1:0] pushed_next = pushed + 1'b1;
  wire  [POINTER_BITS-1:0] popped_next = popped + 1'b1;
  wire                     full = pushed_gray == (popped_seen ^ LAP);

  assign push_ready = push_reset_n && !full;
  assign pop_valid = popped_gray != pushed_seen;
  assign pop_data = entries[popped[INDEX_BITS-1:0]];

  always_ff @(posedge push_clk or negedge push_reset_n)
    if (!push_reset_n) begin
      for (int i = 0; i < DEPTH; i++) entries[i] <= '0;
      {pushed, pushed_gray} <= '0;
      {popped_seen, popped_meta} <= '0;
    end else begin
      {popped_seen, popped_meta} <= {popped_meta, popped_gray};
      if (push_valid && !full) begin
        entries[pushed[INDEX_BITS-1:0]] <= push_data;
        pushed <= pushed_next;
        pushed_gray <= pushed_next ^ (pushed_next >> 1);
      end
    end

  always_ff @(posedge pop_clk or negedge pop_reset_n)
    if (!pop_reset_n) begin
      {popped, popped_gray} <= '0;
      {pushed_seen, pushed_meta} <= '0;
    end else begin
      {pushed_seen, pushed_meta} <= {pushed_meta, pushed_gray};
      if (pop_valid && pop_ready) begin
        popped <= popped_next;
        popped_gray <= popped_next ^ (popped_next >> 1);
      end
    end
endmodule
