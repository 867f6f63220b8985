// The functions that SDP and its tables are made of: one for each number of `operation`, as number_cases.py names them.
module number_top
  import nvdla_convert_pkg::*;
  import nvdla_fp17_pkg::*;
  import nvdla_fp32_pkg::*;
  import nvdla_lut_pkg::*;
(
  input  logic        go,
  input  logic [4:0]  operation,
  input  logic [63:0] a,
  input  logic [63:0] b,
  input  logic [63:0] c,
  input  logic [63:0] d,
  output logic [63:0] result
);
  wire [LUT_INDEX_BITS-1:0] last = d[LUT_INDEX_BITS-1:0];

  always_ff @(posedge go)
    case (operation)
      5'd0: result <= 64'(fp16_to_fp32(a[15:0]));
      5'd1: result <= 64'(fp32_to_fp17(a[31:0]));
      5'd2: result <= 64'(fp17_to_fp32(a[16:0]));
      5'd3: result <= 64'(fraction_to_fp17(a[34:0]));
      5'd4: result <= 64'(fp32_add(a[31:0], b[31:0]));
      5'd5: result <= 64'(fp32_subtract(a[31:0], b[31:0]));
      5'd6: result <= 64'(fp32_multiply(a[31:0], b[31:0]));
      5'd7: result <= 64'(fp32_maximum(a[31:0], b[31:0]));
      5'd8: result <= 64'(fp32_minimum(a[31:0], b[31:0]));
      5'd9: result <= 64'(fp17_add(a[16:0], b[16:0]));
      5'd10: result <= 64'(fp17_multiply(a[16:0], b[16:0]));
      5'd11: result <= 64'(linear_place(a[LUT_DISTANCE_BITS-1:0], b[7:0], last));
      5'd12: result <= 64'(exponential_place(a[LUT_DISTANCE_BITS-1:0], b[7:0], last));
      5'd13: result <= 64'(linear_place_fp32(a[31:0], b[7:0], last));
      5'd14: result <= 64'(exponential_place_fp32(a[31:0], b[7:0], last));
      5'd15: result <= 64'(interpolated(b[15:0], c[15:0], a[34:0]));
      5'd16: result <= 64'(interpolated_fp32(b[15:0], c[15:0], a[34:0]));
      5'd17: result <= 64'(extrapolated(a, b[15:0], c[15:0], d[4:0], 6'd32));
      5'd18: result <= 64'(extrapolated_fp32(a[31:0], b[15:0], c[15:0]));
      default: result <= '0;
    endcase
endmodule
