module adder (
    input  logic       clk,
    input  logic [7:0] a,
    output logic [7:0] q
);
  always_ff @(posedge clk) q <= a + 8'd1;
endmodule
