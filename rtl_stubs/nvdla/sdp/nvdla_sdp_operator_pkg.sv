// What X1, X2 and Y have in common: the names of what an ALU does, which all three number alike, and what an operand and
// a word become.
package nvdla_sdp_operator_pkg;
  import nvdla_sdp_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_fp32_pkg::*;

  // A NaN among the operands counts as 0 where that is asked for
  function automatic fp32_t operand_fp32(input logic [15:0] code, input logic flush);
    operand_fp32 = flush && is_nan_fp16(code[14:0]) ? '0 : fp16_to_fp32(code);
  endfunction

  // A word is 0 where both are the same, else the integer 1
  function automatic fp32_t alu_fp32(input logic [1:0] algo, input fp32_t word, input fp32_t operand);
    case (algo)
      D_DP_EW_CFG_EW_ALU_ALGO_MAX: alu_fp32 = fp32_maximum(word, operand);
      D_DP_EW_CFG_EW_ALU_ALGO_MIN: alu_fp32 = fp32_minimum(word, operand);
      D_DP_EW_CFG_EW_ALU_ALGO_SUM: alu_fp32 = fp32_add(word, operand);
      default: alu_fp32 = 32'(word != operand);
    endcase
  endfunction
endpackage
