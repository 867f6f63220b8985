module scale (
    input  wire [7:0] a,
    output wire [7:0] q
);
  assign q = a * 8'd3;
endmodule
