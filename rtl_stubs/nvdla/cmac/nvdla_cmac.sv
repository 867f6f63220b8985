// CMAC_A or CMAC_B: its registers; the data path goes here.
// verilator lint_off UNUSEDSIGNAL
module nvdla_cmac
  import nvdla_link_pkg::*;
  import nvdla_cmac_a_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  input  logic                                csc_cmac_data_valid,
  output logic                                csc_cmac_data_ready,
  input  csc_cmac_data_t                      csc_cmac_data,
  input  logic                                csc_cmac_weights_valid,
  output logic                                csc_cmac_weights_ready,
  input  csc_cmac_weights_t                   csc_cmac_weights,
  output logic                                cmac_cacc_valid,
  input  logic                                cmac_cacc_ready,
  output cmac_cacc_t                          cmac_cacc
);
  layer_t layer;
  logic   running, consumer;

  assign csc_cmac_data_ready = 1'b0;
  assign csc_cmac_weights_ready = 1'b0;
  assign cmac_cacc_valid = 1'b0;
  assign cmac_cacc = '0;

  nvdla_cmac_a_regs regs (
    .clk, .reset_n, .req_valid, .req_write, .req_word, .req_data, .layer, .running, .consumer, .layer_done(1'b0), .rsp_data
  );
endmodule
