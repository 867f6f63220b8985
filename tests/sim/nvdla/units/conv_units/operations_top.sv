// Both halves of the MAC array and the accumulator behind them, as the convolution has them.
module operations_top
  import nvdla_link_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  input  logic [2:0]                          req_valid,  // CMAC_A, CMAC_B, CACC
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [3*32-1:0]                     rsp_data,
  input  logic [1:0]                          data_valid,
  output logic [1:0]                          data_ready,
  input  logic [$bits(csc_cmac_data_t)-1:0]   data,
  input  logic [1:0]                          weights_valid,
  output logic [1:0]                          weights_ready,
  input  logic [$bits(csc_cmac_weights_t)-1:0] weights,
  input  logic                                places_ready,
  input  logic                                results_ready,
  output logic [31:0]                         places,     // told so far
  output logic [31:0]                         taken,      // results taken so far
  output logic [63:0]                         dones,      // interrupts so far, by group
  output logic [31:0]                         fired,
  output logic [check_pkg::NAME_BITS-1:0] last_name
);
  csc_cmac_data_t    csc_cmac_data;
  csc_cmac_weights_t csc_cmac_weights;
  cmac_cacc_t        cmac_cacc_a, cmac_cacc_b;
  cacc_csc_t         cacc_csc;
  cacc_sdp_t         cacc_sdp;
  logic a_valid, a_ready, b_valid, b_ready, cacc_csc_valid, cacc_sdp_valid;
  logic [1:0] done;
  assign csc_cmac_data = data;
  assign csc_cmac_weights = weights;
  assign fired = check_pkg::fired;
  assign last_name = check_pkg::last_name;

  nvdla_cmac #(.HALF(0)) cmac_a (
    .clk, .reset_n, .awake(), .req_valid(req_valid[0]), .req_write, .req_word, .req_data, .rsp_data(rsp_data[0 +: 32]),
    .csc_cmac_data_valid(data_valid[0]), .csc_cmac_data_ready(data_ready[0]), .csc_cmac_data,
    .csc_cmac_weights_valid(weights_valid[0]), .csc_cmac_weights_ready(weights_ready[0]), .csc_cmac_weights,
    .cmac_cacc_valid(a_valid), .cmac_cacc_ready(a_ready), .cmac_cacc(cmac_cacc_a)
  );
  nvdla_cmac #(.HALF(1)) cmac_b (
    .clk, .reset_n, .awake(), .req_valid(req_valid[1]), .req_write, .req_word, .req_data, .rsp_data(rsp_data[32 +: 32]),
    .csc_cmac_data_valid(data_valid[1]), .csc_cmac_data_ready(data_ready[1]), .csc_cmac_data,
    .csc_cmac_weights_valid(weights_valid[1]), .csc_cmac_weights_ready(weights_ready[1]), .csc_cmac_weights,
    .cmac_cacc_valid(b_valid), .cmac_cacc_ready(b_ready), .cmac_cacc(cmac_cacc_b)
  );
  nvdla_cacc cacc (
    .clk, .reset_n, .awake(), .req_valid(req_valid[2]), .req_write, .req_word, .req_data, .rsp_data(rsp_data[64 +: 32]),
    .cmac_cacc_a_valid(a_valid), .cmac_cacc_a_ready(a_ready), .cmac_cacc_a,
    .cmac_cacc_b_valid(b_valid), .cmac_cacc_b_ready(b_ready), .cmac_cacc_b,
    .cacc_csc_valid, .cacc_csc_ready(places_ready), .cacc_csc,
    .cacc_sdp_valid, .cacc_sdp_ready(results_ready), .cacc_sdp, .done
  );

  link_check #(.WIDTH($bits(cmac_cacc_t))) a_rule (
    .clk, .reset_n, .valid(a_valid), .ready(a_ready), .payload(cmac_cacc_a)
  );
  link_check #(.WIDTH($bits(cmac_cacc_t))) b_rule (
    .clk, .reset_n, .valid(b_valid), .ready(b_ready), .payload(cmac_cacc_b)
  );
  link_check #(.WIDTH($bits(cacc_csc_t))) places_rule (
    .clk, .reset_n, .valid(cacc_csc_valid), .ready(places_ready), .payload(cacc_csc)
  );
  link_check #(.WIDTH($bits(cacc_sdp_t))) results_rule (
    .clk, .reset_n, .valid(cacc_sdp_valid), .ready(results_ready), .payload(cacc_sdp)
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) {places, taken, dones} <= '0;
    else begin
      if (cacc_csc_valid && places_ready) places <= places + 32'(cacc_csc.operations);
      if (cacc_sdp_valid && results_ready) taken <= taken + 1'b1;
      for (int i = 0; i < 2; i++) dones[32*i +: 32] <= dones[32*i +: 32] + 32'(done[i]);
    end
endmodule
