// X1: ALU, multiplier with shift, and ReLU, on every element of an atom. ALU and multiplier wait for their operands'
// way here; the shift is done without multiplication too.
module nvdla_sdp_x
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_round_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  d_dp_bs_cfg_reg_t        cfg,
  input  d_dp_bs_mul_cfg_reg_t    mul,
  input  d_data_format_reg_t      format,
  input  logic                    in_valid,
  output logic                    in_ready,
  input  logic [RESULTS_BITS-1:0] in_data,
  output logic                    valid,
  input  logic                    ready,
  output logic [RESULTS_BITS-1:0] data
);
  localparam int SHIFT_BITS = 6;  // the shift's field has more, which do not count

  wire bypass = cfg.bs_bypass == D_DP_BS_CFG_BS_BYPASS_YES;
  wire relu = cfg.bs_relu_bypass == D_DP_BS_CFG_BS_RELU_BYPASS_NO;
  wire floating = format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_FP16;
  wire take = in_valid && in_ready;
  wire changing = take || (valid && ready);

  assign in_ready = !valid || ready;

  function automatic logic [31:0] integer_result(
    input logic signed [31:0] word, input logic [SHIFT_BITS-1:0] shift, input logic with_relu
  );
    integer_result = 32'(saturated(rounded_shift(WIDE_BITS'(word), shift), 6'd32));
    if (with_relu && integer_result[31]) integer_result = '0;
  endfunction

  function automatic logic [31:0] float_result(input logic [31:0] word, input logic with_relu);
    float_result = with_relu && word[31] && !is_nan_fp32(word[30:0]) ? '0 : word;
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      valid <= 1'b0;
      data <= '0;
    end else if (changing) begin
      valid <= take || (valid && !ready);
      if (take && bypass) data <= in_data;
      else if (take)
        for (int i = 0; i < ATOM_BYTES; i++)
          if (floating) data[32*i +: 32] <= float_result(in_data[32*i +: 32], relu);
          else data[32*i +: 32] <= integer_result(in_data[32*i +: 32], mul.bs_mul_shift_value[SHIFT_BITS-1:0], relu);
    end
endmodule
