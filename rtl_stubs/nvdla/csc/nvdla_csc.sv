// CSC: the convolution sequence controller: reads data and weights from the convolution buffer in the order in which
// the MAC array works, and tells CDMA what need not stay.
// verilator lint_off UNUSEDSIGNAL
module nvdla_csc
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // CDMA
  input  logic                                cdma_csc_data_valid,
  output logic                                cdma_csc_data_ready,
  input  cdma_csc_data_t                      cdma_csc_data,
  input  logic                                cdma_csc_weights_valid,
  output logic                                cdma_csc_weights_ready,
  input  cdma_csc_weights_t                   cdma_csc_weights,
  input  logic                                cdma_csc_drain_data_valid,
  output logic                                cdma_csc_drain_data_ready,
  input  cdma_csc_drain_t                     cdma_csc_drain_data,
  input  logic                                cdma_csc_drain_weights_valid,
  output logic                                cdma_csc_drain_weights_ready,
  input  cdma_csc_drain_t                     cdma_csc_drain_weights,
  output logic                                csc_cdma_data_valid,
  input  logic                                csc_cdma_data_ready,
  output csc_cdma_data_t                      csc_cdma_data,
  output logic                                csc_cdma_weights_valid,
  input  logic                                csc_cdma_weights_ready,
  output csc_cdma_weights_t                   csc_cdma_weights,
  // CBUF
  output logic                                csc_cbuf_data_valid,
  input  logic                                csc_cbuf_data_ready,
  output csc_cbuf_t                           csc_cbuf_data,
  input  logic                                cbuf_csc_data_valid,
  output logic                                cbuf_csc_data_ready,
  input  cbuf_csc_t                           cbuf_csc_data,
  output logic                                csc_cbuf_weights_valid,
  input  logic                                csc_cbuf_weights_ready,
  output csc_cbuf_t                           csc_cbuf_weights,
  input  logic                                cbuf_csc_weights_valid,
  output logic                                cbuf_csc_weights_ready,
  input  cbuf_csc_t                           cbuf_csc_weights,
  // CMAC_A, CMAC_B
  output logic                                csc_cmac_data_a_valid,
  input  logic                                csc_cmac_data_a_ready,
  output csc_cmac_data_t                      csc_cmac_data_a,
  output logic                                csc_cmac_data_b_valid,
  input  logic                                csc_cmac_data_b_ready,
  output csc_cmac_data_t                      csc_cmac_data_b,
  output logic                                csc_cmac_weights_a_valid,
  input  logic                                csc_cmac_weights_a_ready,
  output csc_cmac_weights_t                   csc_cmac_weights_a,
  output logic                                csc_cmac_weights_b_valid,
  input  logic                                csc_cmac_weights_b_ready,
  output csc_cmac_weights_t                   csc_cmac_weights_b,
  // CACC
  input  logic                                cacc_csc_valid,
  output logic                                cacc_csc_ready,
  input  cacc_csc_t                           cacc_csc
);
  layer_t layer;
  logic   running, consumer;
  wire    layer_done = 1'b0;

  assign cdma_csc_data_ready = 1'b0;
  assign cdma_csc_weights_ready = 1'b0;
  assign cdma_csc_drain_data_ready = 1'b0;
  assign cdma_csc_drain_weights_ready = 1'b0;
  assign csc_cdma_data_valid = 1'b0;
  assign csc_cdma_data = '0;
  assign csc_cdma_weights_valid = 1'b0;
  assign csc_cdma_weights = '0;
  assign csc_cbuf_data_valid = 1'b0;
  assign csc_cbuf_data = '0;
  assign cbuf_csc_data_ready = 1'b0;
  assign csc_cbuf_weights_valid = 1'b0;
  assign csc_cbuf_weights = '0;
  assign cbuf_csc_weights_ready = 1'b0;
  assign csc_cmac_data_a_valid = 1'b0;
  assign csc_cmac_data_a = '0;
  assign csc_cmac_data_b_valid = 1'b0;
  assign csc_cmac_data_b = '0;
  assign csc_cmac_weights_a_valid = 1'b0;
  assign csc_cmac_weights_a = '0;
  assign csc_cmac_weights_b_valid = 1'b0;
  assign csc_cmac_weights_b = '0;
  assign cacc_csc_ready = 1'b0;

  nvdla_csc_regs regs (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .layer,
    .running,
    .consumer,
    .layer_done,
    .rsp_data
  );
endmodule
