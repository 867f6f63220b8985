// CACC: the convolution accumulator. Its registers only; the data path goes here.
module nvdla_cacc
  import nvdla_cacc_pkg::*;
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
  layer_t  layer;
  result_t result;
  logic running, consumer;

  assign result = '0;

  nvdla_cacc_regs regs (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .layer,
    .result,
    .running,
    .consumer,
    .layer_done(1'b0),
    .rsp_data
  );
endmodule
