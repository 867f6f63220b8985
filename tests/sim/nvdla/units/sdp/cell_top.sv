// X, Y with its tables, and the output convertor alone, side by side: registers as CSB has them, an atom and its operands at a
// time. `to_x` and so on say who takes them.
module cell_top
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_pkg::*;
(
  input  logic                     clk,
  input  logic                     reset_n,
  input  logic                     req_valid,
  input  logic                     req_write,
  input  logic [9:0]               req_word,
  input  logic [31:0]              req_data,
  input  logic                     layer_done,
  input  logic                     to_x,
  input  logic                     to_y,
  input  logic                     to_convertor,
  input  logic [RESULTS_BITS-1:0]  words,
  input  logic [OPERAND_BITS-1:0]  operands,
  output logic [RESULTS_BITS-1:0]  x_results,
  output logic [RESULTS_BITS-1:0]  y_results,
  output logic [16*ATOM_BYTES-1:0] convertor_results,
  output logic [ATOM_BYTES-1:0]    flags
);
  settings_t     settings;
  written_t      written;
  was_read_t     was_read;
  status_t       status;
  layer_t        layer;
  rdma_operand_t operand;
  logic          y_valid, y_ready;
  logic [RESULTS_BITS-1:0] y_data;
  d_feature_mode_cfg_reg_t mode;
  assign operand = {1'b0, operands};
  assign mode = layer.d_feature_mode_cfg;
  d_data_format_reg_t format;
  assign format = layer.d_data_format;
  wire narrow = format.out_precision == D_DATA_FORMAT_OUT_PRECISION_INT8;
  wire flush = mode.nan_to_zero == D_FEATURE_MODE_CFG_NAN_TO_ZERO_ENABLE;

  nvdla_sdp_regs regs (
    .clk, .reset_n, .req_valid, .req_write, .req_word(nvdla_csb_pkg::WORD_BITS'(req_word)), .req_data, .settings,
    .written, .was_read, .status, .layer, .result('0), .running(), .consumer(), .layer_done, .rsp_data()
  );
  nvdla_sdp_x x (
    .clk, .reset_n, .cfg(layer.d_dp_bs_cfg), .alu(layer.d_dp_bs_alu_cfg), .alu_value(layer.d_dp_bs_alu_src_value),
    .mul(layer.d_dp_bs_mul_cfg), .mul_value(layer.d_dp_bs_mul_src_value),
    .flush, .format(layer.d_data_format), .in_valid(to_x),
    .in_ready(), .in_last(1'b0), .in_data(words), .operand_valid(to_x), .operand_ready(), .operand, .valid(),
    .ready(1'b1), .last(), .data(x_results)
  );
  nvdla_sdp_y y (
    .clk, .reset_n, .layer, .in_valid(to_y), .in_ready(), .in_last(1'b0), .in_data(words), .operand_valid(to_y),
    .operand_ready(), .operand, .valid(y_valid), .ready(y_ready), .last(), .data(y_data)
  );
  nvdla_sdp_lut tables (
    .clk, .reset_n, .settings, .written, .was_read, .status, .running(1'b0), .cfg(layer.d_dp_ew_cfg), .format(layer.d_data_format), .in_valid(y_valid),
    .in_ready(y_ready), .in_last(1'b0), .in_data(y_data), .valid(), .ready(1'b1), .last(), .data(y_results), .under(),
    .over(), .covered(), .le_hit(), .lo_hit()
  );
  nvdla_sdp_convert convertor (
    .clk, .reset_n, .format(layer.d_data_format), .offset(layer.d_cvt_offset), .scale(layer.d_cvt_scale),
    .shift(layer.d_cvt_shift), .narrow, .compare(1'b0), .in_valid(to_convertor), .in_ready(), .in_last(1'b0), .in_data(words),
    .valid(), .ready(1'b1), .last(), .codes(convertor_results), .flags
  );
endmodule
