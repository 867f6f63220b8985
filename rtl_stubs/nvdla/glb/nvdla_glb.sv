// Interrupts: collects the units' done bits, masks them, and shows them on one level-sensitive pin. A masked bit is
// collected too.
module nvdla_glb
  import nvdla_glb_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
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

  assign raised.sdp_done_status0 = sdp_done[0];
  assign raised.sdp_done_status1 = sdp_done[1];
  assign raised.cdp_done_status0 = cdp_done[0];
  assign raised.cdp_done_status1 = cdp_done[1];
  assign raised.pdp_done_status0 = pdp_done[0];
  assign raised.pdp_done_status1 = pdp_done[1];
  assign raised.bdma_done_status0 = bdma_done[0];
  assign raised.bdma_done_status1 = bdma_done[1];
  assign raised.rubik_done_status0 = rbk_done[0];
  assign raised.rubik_done_status1 = rbk_done[1];
  assign raised.cdma_dat_done_status0 = cdma_dat_done[0];
  assign raised.cdma_dat_done_status1 = cdma_dat_done[1];
  assign raised.cdma_wt_done_status0 = cdma_wt_done[0];
  assign raised.cdma_wt_done_status1 = cdma_wt_done[1];
  assign raised.cacc_done_status0 = cacc_done[0];
  assign raised.cacc_done_status1 = cacc_done[1];
  assign raised.reserved_15_10 = '0;
  assign raised.reserved_31_22 = '0;

  // What sets a bit wins over what clears it.
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) collected <= '0;
    else if (changing) collected <= (collected & ~cleared) | set | raised;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) dla_intr <= 1'b0;
    else dla_intr <= pending;
endmodule
