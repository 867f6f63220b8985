module add_stage (
    input  wire       clk,
    input  wire [7:0] a,
    output reg  [7:0] q
);
  always @(posedge clk) q <= a + `STEP;
endmodule
