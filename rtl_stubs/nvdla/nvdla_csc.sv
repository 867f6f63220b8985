// CSC: the convolution sequence controller: reads the convolution buffer and feeds the MAC array. Its registers only;
// the data path goes here.
module nvdla_csc
  import nvdla_csc_pkg::*;
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
  layer_t layer;
  logic running, consumer;

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
    .layer_done(1'b0),
    .rsp_data
  );
endmodule
