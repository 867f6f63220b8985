// A core: multiplies pixels by its weight, and adds them to the sums of a tile of its kernels.
module vipnano_core
  import vipnano_config_pkg::*;
  import vipnano_job_pkg::*;
(
  input  logic                clk,
  // the walk
  input  logic                works,
  input  step_t               step,
  input  logic [6:0]          kernel,
  input  logic                taken,
  input  logic                last,
  // its decoder
  input  logic signed [8:0]   weight,
  input  logic [31:0]         bias,
  input  logic [31:0]         offset,
  // the input
  input  logic [8*PIXELS-1:0] pixels,
  // the writer
  input  logic [6:0]          out_kernel,
  input  logic [SUM_BITS-1:0] out_place,
  output logic [31:0]         out_sum,
  output logic [31:0]         out_offset
);
  logic [31:0] sums [0:SUMS-1];
  logic [31:0] offsets [0:127];

  function automatic logic [31:0] product(input logic signed [8:0] factor, input logic [7:0] pixel);
    product = 32'(factor * $signed({1'b0, pixel}));
  endfunction

  assign out_sum = sums[out_place];
  assign out_offset = offsets[out_kernel];

  always_ff @(posedge clk) begin
    if (works && step.valid)
      for (int p = 0; p < PIXELS; p++)
        if (4'(p) < step.count)
          sums[step.sum + SUM_BITS'(p)]
            <= (step.first ? bias : sums[step.sum + SUM_BITS'(p)]) + product(weight, pixels[8*p +: 8]);
    if (works && taken && last) offsets[kernel] <= offset;
  end
endmodule
