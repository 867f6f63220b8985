// CDP: the cross-channel (LRN) processor. Its registers only; the data path goes here.
module nvdla_cdp
  import nvdla_cdp_pkg::*;
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

  assign result = '0;

  nvdla_cdp_regs regs (
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
    .rsp_data
  );
endmodule
