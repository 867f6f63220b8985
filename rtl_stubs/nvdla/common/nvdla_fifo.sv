// A small first-in first-out queue in one clock domain. Its output is 0 from reset on, and stays while it waits.
module nvdla_fifo
  import check_pkg::*;
#(
  parameter int WIDTH = 1,
  parameter int DEPTH = 2  // a power of two
) (
  input  logic             clk,
  input  logic             reset_n,
  input  logic             push,
  output logic             full,
  input  logic [WIDTH-1:0] push_data,
  input  logic             pop,
  output logic             valid,
  output logic [WIDTH-1:0] data
);
  localparam int POINTER_BITS = $clog2(DEPTH);

  logic [WIDTH-1:0]      entries [0:DEPTH-1];
  logic [POINTER_BITS:0] head, tail;

  wire active = push || pop;

  assign valid = head != tail;
  assign full = tail - head == (POINTER_BITS+1)'(DEPTH);
  assign data = entries[head[POINTER_BITS-1:0]];

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      for (int i = 0; i < DEPTH; i++) entries[i] <= '0;
      head <= '0;
      tail <= '0;
    end else if (active) begin
      assert (!(push && full && !pop)) else assertion_failed("fifo-overflow", $sformatf("%m"), $time);
      assert (!pop || valid) else assertion_failed("fifo-underflow", $sformatf("%m"), $time);
      if (push) begin
        entries[tail[POINTER_BITS-1:0]] <= push_data;
        tail <= tail + 1'b1;
      end
      if (pop) head <= head + 1'b1;
    end
endmodule
