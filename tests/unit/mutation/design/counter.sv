// A counter that wraps, for tests that plant faults.
module counter #(
  parameter int LIMIT = 4,
  parameter int WIDTH = wide_enough(LIMIT)
) (
  input  logic             clk,
  input  logic             reset_n,
  input  logic             enable,
  output logic [WIDTH-1:0] count,
  output logic             last
);
  localparam int STEPS = LIMIT - 1;

  wire go = enable && reset_n;

  assign last = count == WIDTH'(STEPS);

  // A constant is computed with it.
  function automatic int wide_enough(input int limit);
    wide_enough = $clog2(limit) + 1;
  endfunction

  function automatic logic [WIDTH-1:0] next(input logic [WIDTH-1:0] now, input logic wrap);
    next = wrap ? '0 : now + 1'b1;  // no comment is part of a fault
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) count <= '0;
    else if (go) count <= next(count, last);

  initial assert (LIMIT > 1) else $display("too few steps");

  if (LIMIT > 1000) begin : g_never
    wire [7:0] unseen = 8'd1 + 8'(count);
  end
endmodule

package found_pkg;
  int findings;
endpackage

module counter_top (
  input  logic       clk,
  input  logic       reset_n,
  input  logic       enable,
  output logic [2:0] fast,
  output logic [4:0] slow
);
  logic fast_last;
  wire [31:0] for_python = found_pkg::findings;
  wire any = enable || fast[0] || fast[1];
  wire [2:0] spare [0:1];
  assign spare[0] = fast;
  assign spare[1] = spare[0] ^ 3'd5;

  counter #(.LIMIT(4)) of_four (.clk, .reset_n, .enable(enable), .count(fast), .last(fast_last));
  counter #(.LIMIT(12)) of_twelve (.clk, .reset_n, .enable(enable && fast_last), .count(slow), .last());

  always_comb begin
    for (int i = 0; i < 2; i++) if (spare[i] == '1) $display("unlikely");
  end
endmodule
