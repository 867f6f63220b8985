// SDP: the single-point processor. Its registers and look-up tables; the data path goes here.
module nvdla_sdp
  import nvdla_sdp_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data
);
  settings_t settings;
  layer_t  layer;
  result_t result;
  logic running, consumer;
  logic [31:0] file_data;

  assign result = '0;

  nvdla_sdp_regs regs (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .settings,
    .layer,
    .result,
    .running,
    .consumer,
    .layer_done(1'b0),
    .rsp_data(file_data)
  );

  nvdla_lut_port #(
    .ACCESS_WORD(S_LUT_ACCESS_CFG),
    .DATA_WORD(S_LUT_ACCESS_DATA)
  ) lut (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .file_data,
    .rsp_data
  );
endmodule
