module outer_stage (
    input  wire       clk,
    input  wire       rst_n,
    input  wire [7:0] a,
    output reg  [7:0] q
);
  wire [7:0] scaled;
  scale inner (
      .a(a),
      .q(scaled)
  );
  always @(posedge clk or negedge rst_n)
    if (!rst_n) q <= 0;
    else q <= scaled;
endmodule
