// Interrupts: collects the units' done bits, masks them, and shows them on one level-sensitive pin. A masked bit is
// collected too.
module nvdla_glb
  import nvdla_glb_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  output logic                                awake,  // a register may change at the next edge
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // a pulse for each layer that is done, by group
  input  logic [1:0]                          sdp_done,
  input  logic [1:0]                          cdp_done,
  input  logic [1:0]                          pdp_done,
  input  logic [1:0]                          bdma_done,
  input  logic [1:0]                          rbk_done,
  input  logic [1:0]                          cdma_dat_done,
  input  logic [1:0]                          cdma_wt_done,
  input  logic [1:0]                          cacc_done,
  output logic                                dla_intr
);
  settings_t settings;
  written_t  written;
  status_t   status;
  s_intr_status_reg_t raised, collected;
  wire [31:0] cleared = written.s_intr_status ? settings.s_intr_status : '0;
  wire        changing = raised != '0 || written != '0;
  wire        pending = (collected & ~settings.s_intr_mask) != '0;
  wire [31:0] set = written.s_intr_set ? settings.s_intr_set : '0;

  nvdla_glb_regs regs (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .settings,
    .written,
    .status,
    .rsp_data
  );

  assign status = collected;

  assign awake = req_valid || changing || dla_intr != pending;
  assign raised = bits_of(sdp_done, cdp_done, pdp_done, bdma_done, rbk_done, cdma_dat_done, cdma_wt_done, cacc_done);

  // The units' bits; where they lie is the configuration's matter.
  function automatic s_intr_status_reg_t bits_of(
    input logic [1:0] sdp, input logic [1:0] cdp, input logic [1:0] pdp, input logic [1:0] bdma, input logic [1:0] rbk,
    input logic [1:0] cdma_dat, input logic [1:0] cdma_wt, input logic [1:0] cacc
  );
    bits_of = '0;
    bits_of.sdp_done_status0 = sdp[0];
    bits_of.sdp_done_status1 = sdp[1];
    bits_of.cdp_done_status0 = cdp[0];
    bits_of.cdp_done_status1 = cdp[1];
    bits_of.pdp_done_status0 = pdp[0];
    bits_of.pdp_done_status1 = pdp[1];
    bits_of.bdma_done_status0 = bdma[0];
    bits_of.bdma_done_status1 = bdma[1];
    bits_of.rubik_done_status0 = rbk[0];
    bits_of.rubik_done_status1 = rbk[1];
    bits_of.cdma_dat_done_status0 = cdma_dat[0];
    bits_of.cdma_dat_done_status1 = cdma_dat[1];
    bits_of.cdma_wt_done_status0 = cdma_wt[0];
    bits_of.cdma_wt_done_status1 = cdma_wt[1];
    bits_of.cacc_done_status0 = cacc[0];
    bits_of.cacc_done_status1 = cacc[1];
  endfunction

  // What sets a bit wins over what clears it.
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) collected <= '0;
    else if (changing) collected <= (collected & ~cleared) | set | raised;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) dla_intr <= 1'b0;
    else dla_intr <= pending;
endmodule
