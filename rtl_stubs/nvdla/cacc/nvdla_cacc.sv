// CACC: its registers; the data path goes here.
// verilator lint_off UNUSEDSIGNAL
module nvdla_cacc
  import nvdla_link_pkg::*;
  import nvdla_cacc_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  input  logic                                cmac_cacc_a_valid,
  output logic                                cmac_cacc_a_ready,
  input  cmac_cacc_t                          cmac_cacc_a,
  input  logic                                cmac_cacc_b_valid,
  output logic                                cmac_cacc_b_ready,
  input  cmac_cacc_t                          cmac_cacc_b,
  output logic                                cacc_csc_valid,
  input  logic                                cacc_csc_ready,
  output cacc_csc_t                           cacc_csc,
  output logic                                cacc_sdp_valid,
  input  logic                                cacc_sdp_ready,
  output cacc_sdp_t                           cacc_sdp,
  output logic [1:0]                          done
);
  layer_t  layer;
  result_t result;
  logic    running, consumer;

  assign result = '0;
  assign cmac_cacc_a_ready = 1'b0;
  assign cmac_cacc_b_ready = 1'b0;
  assign cacc_csc_valid = 1'b0;
  assign cacc_csc = '0;
  // not a constant: Verilator 5.048 stops with an internal error at what follows from one in SDP
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) cacc_sdp_valid <= 1'b0;
    else if (req_valid) cacc_sdp_valid <= cacc_sdp_valid && req_write;
  assign cacc_sdp = $bits(cacc_sdp_t)'(req_data);
  assign done = '0;

  nvdla_cacc_regs regs (
    .clk, .reset_n, .req_valid, .req_write, .req_word, .req_data, .layer, .result, .running, .consumer, .layer_done(1'b0),
    .rsp_data
  );
endmodule
