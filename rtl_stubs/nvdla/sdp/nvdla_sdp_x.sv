// X1 or X2: ALU, multiplier with shift, and ReLU, on every element of an atom. Both have the same registers, here named
// as those of X1. The shift is done without multiplication too, but not to what PReLU lets pass.
module nvdla_sdp_x
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_round_pkg::*;
  import nvdla_fp32_pkg::*;
  import nvdla_sdp_operator_pkg::*;
(
  input  logic                         clk,
  input  logic                         reset_n,
  input  d_dp_bs_cfg_reg_t             cfg,
  input  d_dp_bs_alu_cfg_reg_t         alu,
  input  d_dp_bs_alu_src_value_reg_t   alu_value,
  input  d_dp_bs_mul_cfg_reg_t         mul,
  input  d_dp_bs_mul_src_value_reg_t   mul_value,
  input  logic                         flush,     // NaN among the operands
  input  d_data_format_reg_t           format,
  input  logic                         in_valid,
  output logic                         in_ready,
  input  logic                         in_last,
  input  logic [RESULTS_BITS-1:0]      in_data,
  input  logic                         operand_valid,
  output logic                         operand_ready,
  input  rdma_operand_t                operand,
  output logic                         valid,
  input  logic                         ready,
  output logic                         last,
  output logic [RESULTS_BITS-1:0]      data
);
  localparam int SHIFT_BITS = 6;  // the shift's field has more, which do not count

  wire bypass = cfg.bs_bypass == D_DP_BS_CFG_BS_BYPASS_YES;
  wire add = cfg.bs_alu_bypass == D_DP_BS_CFG_BS_ALU_BYPASS_NO;
  wire multiply = cfg.bs_mul_bypass == D_DP_BS_CFG_BS_MUL_BYPASS_NO;
  wire prelu = cfg.bs_mul_prelu == D_DP_BS_CFG_BS_MUL_PRELU_YES;
  wire relu = cfg.bs_relu_bypass == D_DP_BS_CFG_BS_RELU_BYPASS_NO;
  wire add_stored = alu.bs_alu_src == D_DP_BS_ALU_CFG_BS_ALU_SRC_MEM;
  wire multiply_stored = mul.bs_mul_src == D_DP_BS_MUL_CFG_BS_MUL_SRC_MEM;
  wire floating = PRECISION_FP16 != 0 && format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_FP16;
  wire int8 = PRECISION_16_BITS == 0 || format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_INT8;
  wire stored = !bypass && ((add && add_stored) || (multiply && multiply_stored));
  wire [OPERAND_BITS-1:0] operands = operand.operands;
  logic take;

  nvdla_sdp_operand_stage stage (.*);

  function automatic logic [31:0] integer_result(
    input logic signed [31:0] word, input logic signed [15:0] addend, input logic signed [15:0] factor
  );
    logic signed [WIDE_BITS-1:0] value, other;
    value = WIDE_BITS'(word);
    if (add) begin
      other = alu.bs_alu_shift_value > 6'd32 ? WIDE_BITS'(addend) <<< 32 : WIDE_BITS'(addend) <<< alu.bs_alu_shift_value;
      other = saturated(other, 6'd32);
      case (cfg.bs_alu_algo)
        D_DP_BS_CFG_BS_ALU_ALGO_MAX: if (other > value) value = other;
        D_DP_BS_CFG_BS_ALU_ALGO_MIN: if (other < value) value = other;
        default: value = value + other;
      endcase
    end
    if (!(multiply && prelu && value >= 0)) begin
      if (multiply) value = value * WIDE_BITS'(factor);
      value = saturated(rounded_shift(value, mul.bs_mul_shift_value[SHIFT_BITS-1:0]), 6'd32);
    end
    integer_result = relu && value[31] ? '0 : value[31:0];
  endfunction

  function automatic logic [31:0] float_result(
    input logic [31:0] word, input logic [15:0] addend, input logic [15:0] factor
  );
    float_result = word;
    if (add) float_result = alu_fp32(cfg.bs_alu_algo, float_result, operand_fp32(addend, flush));
    if (multiply && !(prelu && !float_result[31]))
      float_result = fp32_multiply(float_result, operand_fp32(factor, flush));
    if (relu && float_result[31] && !is_nan_fp32(float_result[30:0])) float_result = '0;
  endfunction

  function automatic logic [31:0] result(input logic [31:0] word, input logic [31:0] both);
    logic [15:0] addend, factor;
    addend = add_stored ? both[15:0] : alu_value.bs_alu_operand;
    factor = multiply_stored ? both[31:16] : mul_value.bs_mul_operand;
    result = floating ? float_result(word, addend, factor) : integer_result(word, addend, factor);
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) data <= '0;
    else if (take && bypass) data <= in_data;
    else if (take) begin
      // verilator unroll_disable
      for (int i = 0; i < ATOM_BYTES; i++)
        if (int8 || i < ATOM_BYTES / 2) data[32*i +: 32] <= result(in_data[32*i +: 32], operands[32*i +: 32]);
    end
endmodule
