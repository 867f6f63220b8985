// Y with its tables alone: registers as CSB has them, an atom and its operands at a time.
module y_top
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    req_valid,
  input  logic                    req_write,
  input  logic [9:0]              req_word,
  input  logic [31:0]             req_data,
  input  logic                    layer_done,
  input  logic                    in_valid,
  output logic                    in_ready,
  input  logic [RESULTS_BITS-1:0] words,
  input  logic [OPERAND_BITS-1:0] operands,
  output logic                    valid,
  output logic [RESULTS_BITS-1:0] results
);
  settings_t     settings;
  written_t      written;
  was_read_t     was_read;
  status_t       status;
  layer_t        layer;
  rdma_operand_t operand;
  logic          y_valid, y_ready;
  logic [RESULTS_BITS-1:0] y_data;
  wire [15:0] le [0:LUT_LE_ENTRIES-1];
  wire [15:0] lo [0:LUT_LO_ENTRIES-1];
  assign operand = {1'b0, operands};

  nvdla_sdp_regs regs (
    .clk, .reset_n, .req_valid, .req_write, .req_word(nvdla_csb_pkg::WORD_BITS'(req_word)), .req_data, .settings,
    .written, .was_read, .status, .layer, .result('0), .running(), .consumer(), .layer_done, .rsp_data()
  );
  nvdla_lut_port lut (
    .clk, .reset_n, .access_written(written.s_lut_access_cfg), .data_written(written.s_lut_access_data),
    .data_read(was_read.s_lut_access_data), .access(settings.s_lut_access_cfg), .data(settings.s_lut_access_data),
    .access_shown(status.s_lut_access_cfg), .data_shown(status.s_lut_access_data), .le, .lo
  );
  nvdla_sdp_y y (
    .clk, .reset_n, .layer, .in_valid, .in_ready, .in_last(1'b0), .in_data(words), .operand_valid(in_valid),
    .operand_ready(), .operand, .valid(y_valid), .ready(y_ready), .last(), .data(y_data)
  );
  nvdla_sdp_lut tables (
    .clk, .reset_n, .settings, .le, .lo, .cfg(layer.d_dp_ew_cfg), .format(layer.d_data_format), .in_valid(y_valid),
    .in_ready(y_ready), .in_last(1'b0), .in_data(y_data), .valid, .ready(1'b1), .last(), .data(results), .under(),
    .over(), .covered(), .le_hit(), .lo_hit()
  );
endmodule
