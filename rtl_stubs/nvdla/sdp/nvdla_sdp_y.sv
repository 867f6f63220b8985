// Y without its tables: multiplier with truncation, and ALU, on every element of an atom. What comes from memory goes
// through a convertor of its own first; a register has a whole word.
module nvdla_sdp_y
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_pkg::*;
  import nvdla_round_pkg::*;
  import nvdla_fp32_pkg::*;
  import nvdla_sdp_operator_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  layer_t                  layer,
  input  logic                    in_valid,
  output logic                    in_ready,
  input  logic                    in_last,
  input  logic [RESULTS_BITS-1:0] in_data,
  input  logic                    operand_valid,
  output logic                    operand_ready,
  input  rdma_operand_t           operand,
  output logic                    valid,
  input  logic                    ready,
  output logic                    last,
  output logic [RESULTS_BITS-1:0] data
);
  d_dp_ew_cfg_reg_t     cfg;
  d_dp_ew_alu_cfg_reg_t alu;
  d_dp_ew_mul_cfg_reg_t mul;
  d_data_format_reg_t   format;
  d_feature_mode_cfg_reg_t mode;
  assign cfg = layer.d_dp_ew_cfg;
  assign alu = layer.d_dp_ew_alu_cfg;
  assign mul = layer.d_dp_ew_mul_cfg;
  assign format = layer.d_data_format;
  assign mode = layer.d_feature_mode_cfg;

  wire [31:0] alu_offset = layer.d_dp_ew_alu_cvt_offset_value;
  wire [15:0] alu_scale = layer.d_dp_ew_alu_cvt_scale_value.ew_alu_cvt_scale;
  wire [5:0]  alu_right = layer.d_dp_ew_alu_cvt_truncate_value.ew_alu_cvt_truncate;
  wire [31:0] alu_value = layer.d_dp_ew_alu_src_value;
  wire [31:0] mul_offset = layer.d_dp_ew_mul_cvt_offset_value;
  wire [15:0] mul_scale = layer.d_dp_ew_mul_cvt_scale_value.ew_mul_cvt_scale;
  wire [5:0]  mul_right = layer.d_dp_ew_mul_cvt_truncate_value.ew_mul_cvt_truncate;
  wire [31:0] mul_value = layer.d_dp_ew_mul_src_value;
  wire [9:0]  right = layer.d_dp_ew_truncate_value.ew_truncate;

  wire add = cfg.ew_alu_bypass == D_DP_EW_CFG_EW_ALU_BYPASS_NO;
  wire multiply = cfg.ew_mul_bypass == D_DP_EW_CFG_EW_MUL_BYPASS_NO;
  wire bypass = cfg.ew_bypass == D_DP_EW_CFG_EW_BYPASS_YES || !(add || multiply);
  wire prelu = cfg.ew_mul_prelu == D_DP_EW_CFG_EW_MUL_PRELU_YES;
  wire add_stored = alu.ew_alu_src == D_DP_EW_ALU_CFG_EW_ALU_SRC_MEM;
  wire multiply_stored = mul.ew_mul_src == D_DP_EW_MUL_CFG_EW_MUL_SRC_MEM;
  wire alu_convert = alu.ew_alu_cvt_bypass == D_DP_EW_ALU_CFG_EW_ALU_CVT_BYPASS_NO;
  wire mul_convert = mul.ew_mul_cvt_bypass == D_DP_EW_MUL_CFG_EW_MUL_CVT_BYPASS_NO;
  wire floating = PRECISION_FP16 != 0 && format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_FP16;
  wire int8 = PRECISION_16_BITS == 0 || format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_INT8;
  wire flush = mode.nan_to_zero == D_FEATURE_MODE_CFG_NAN_TO_ZERO_ENABLE;
  wire stored = !bypass && ((add && add_stored) || (multiply && multiply_stored));
  wire [OPERAND_BITS-1:0] operands = operand.operands;
  logic take;

  nvdla_sdp_operand_stage stage (.*);

  function automatic logic [31:0] converted(
    input logic signed [15:0] code,
    input logic               convert,
    input logic signed [31:0] less,
    input logic signed [15:0] times,
    input logic [5:0]         down
  );
    logic signed [WIDE_BITS-1:0] value;
    value = WIDE_BITS'(code);
    if (convert) value = saturated(rounded_shift((value - WIDE_BITS'(less)) * WIDE_BITS'(times), down), 6'd32);
    converted = value[31:0];
  endfunction

  function automatic logic [31:0] product(input logic signed [31:0] word, input logic signed [31:0] factor);
    if (prelu && word >= 0) product = word;
    else if (right >= 10'(WIDE_BITS)) product = '0;
    else product = 32'(saturated(rounded_shift(WIDE_BITS'(word) * WIDE_BITS'(factor), right[5:0]), 6'd32));
  endfunction

  function automatic logic [31:0] sum(input logic signed [31:0] word, input logic signed [31:0] addend);
    case (cfg.ew_alu_algo)
      D_DP_EW_CFG_EW_ALU_ALGO_MAX: sum = word > addend ? word : addend;
      D_DP_EW_CFG_EW_ALU_ALGO_MIN: sum = word < addend ? word : addend;
      D_DP_EW_CFG_EW_ALU_ALGO_SUM: sum = 32'(saturated(WIDE_BITS'(word) + WIDE_BITS'(addend), 6'd32));
      default: sum = 32'(word != addend);
    endcase
  endfunction

  function automatic logic [31:0] integer_result(input logic [31:0] word, input logic [31:0] both);
    integer_result = word;
    if (multiply)
      integer_result = product(integer_result,
        multiply_stored ? converted(both[31:16], mul_convert, mul_offset, mul_scale, mul_right) : mul_value);
    if (add)
      integer_result = sum(integer_result,
        add_stored ? converted(both[15:0], alu_convert, alu_offset, alu_scale, alu_right) : alu_value);
  endfunction

  function automatic logic [31:0] float_result(input logic [31:0] word, input logic [31:0] both);
    float_result = word;
    if (multiply && !(prelu && !word[31]))
      float_result = fp32_multiply(float_result, multiply_stored ? operand_fp32(both[31:16], flush) : mul_value);
    if (add)
      float_result = alu_fp32(cfg.ew_alu_algo, float_result, add_stored ? operand_fp32(both[15:0], flush) : alu_value);
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) data <= '0;
    else if (take && bypass) data <= in_data;
    else if (take) begin
      // verilator unroll_disable
      for (int i = 0; i < ATOM_BYTES; i++)
        if (int8 || i < ATOM_BYTES / 2)
          if (floating) data[32*i +: 32] <= float_result(in_data[32*i +: 32], operands[32*i +: 32]);
          else data[32*i +: 32] <= integer_result(in_data[32*i +: 32], operands[32*i +: 32]);
    end
endmodule
