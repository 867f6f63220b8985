// CDP: the cross-channel (LRN) processor. Its registers and look-up tables; the data path goes here.
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
  written_t  written;
  was_read_t was_read;
  status_t   status;
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
    .written,
    .was_read,
    .status,
    .layer,
    .result,
    .running,
    .consumer,
    .layer_done(1'b0),
    .rsp_data
  );

  nvdla_lut_port #(
    .SHOWS_ENTRY(1),
    .OWN_DIRECTION_ONLY(1),
    .STOPS_AT_END(1)
  ) lut (
    .clk,
    .reset_n,
    .access_written(written.s_lut_access_cfg),
    .data_written(written.s_lut_access_data),
    .data_read(was_read.s_lut_access_data),
    .access(settings.s_lut_access_cfg),
    .data(settings.s_lut_access_data),
    .access_shown(status.s_lut_access_cfg),
    .data_shown(status.s_lut_access_data),
    .le(),
    .lo()
  );
endmodule
