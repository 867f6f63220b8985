// A memory interface: MCIF in front of the DBB, CVIF in front of the CVSRAM. Its registers, its read side and its write
// side. What a unit gives and gets is described in nvdla_read_client.sv and nvdla_write_client.sv.
module nvdla_memory_interface
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_mcif_pkg::*;  // CVIF has the same registers
#(
  parameter int MAX_BURST_BEATS = 1,
  parameter int BURST_BOUNDARY_BYTES = 256,
  parameter int WRITE_ALIGN_BYTES = 64
) (
  input  logic                                       clk,
  input  logic                                       reset_n,
  input  logic                                       keep_running,  // all clocks
  // CSB
  input  logic                                       req_valid,
  input  logic                                       req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0]        req_word,
  input  logic [31:0]                                req_data,
  output logic [31:0]                                rsp_data,
  // units that read
  input  logic [READ_CLIENTS-1:0]                    read_req_valid,
  output logic [READ_CLIENTS-1:0]                    read_req_ready,
  input  logic [READ_CLIENTS-1:0][ADDRESS_BITS-1:0]  read_req_address,
  input  logic [READ_CLIENTS-1:0][SIZE_BITS-1:0]     read_req_size,
  output logic [READ_CLIENTS-1:0]                    read_data_valid,
  input  logic [READ_CLIENTS-1:0]                    read_data_ready,
  output wire  [BEAT_BITS-1:0]                       read_data [0:READ_CLIENTS-1],
  // units that write
  input  logic [WRITE_CLIENTS-1:0]                   write_req_valid,
  output logic [WRITE_CLIENTS-1:0]                   write_req_ready,
  input  logic [WRITE_CLIENTS-1:0][ADDRESS_BITS-1:0] write_req_address,
  input  logic [WRITE_CLIENTS-1:0][SIZE_BITS-1:0]    write_req_size,
  input  logic [WRITE_CLIENTS-1:0][1:0]              write_req_notify,
  input  logic [WRITE_CLIENTS-1:0]                   write_data_valid,
  output logic [WRITE_CLIENTS-1:0]                   write_data_ready,
  input  wire  [BEAT_BITS-1:0]                       write_data [0:WRITE_CLIENTS-1],
  output logic [WRITE_CLIENTS-1:0][1:0]              write_done,
  // the port
  output logic                                       awvalid,
  input  logic                                       awready,
  output logic [ID_BITS-1:0]                         awid,
  output logic [LEN_BITS-1:0]                        awlen,
  output logic [ADDRESS_BITS-1:0]                    awaddr,
  output logic                                       wvalid,
  input  logic                                       wready,
  output logic [BEAT_BITS-1:0]                       wdata,
  output logic [BEAT_BYTES-1:0]                      wstrb,
  output logic                                       wlast,
  input  logic                                       bvalid,
  output logic                                       bready,
  input  logic [ID_BITS-1:0]                         bid,
  output logic                                       arvalid,
  input  logic                                       arready,
  output logic [ID_BITS-1:0]                         arid,
  output logic [LEN_BITS-1:0]                        arlen,
  output logic [ADDRESS_BITS-1:0]                    araddr,
  input  logic                                       rvalid,
  output logic                                       rready,
  input  logic [ID_BITS-1:0]                         rid,
  input  logic [BEAT_BITS-1:0]                       rdata
);
  localparam int BOUNDARY_BEATS = BURST_BOUNDARY_BYTES / BEAT_BYTES;

  settings_t settings;
  logic [READ_CLIENTS-1:0][WEIGHT_BITS-1:0]  read_weight;
  logic [WRITE_CLIENTS-1:0][WEIGHT_BITS-1:0] write_weight;

  assign read_weight[READ_BDMA] = settings.cfg_rd_weight_0.rd_weight_bdma;
  assign read_weight[READ_SDP] = settings.cfg_rd_weight_0.rd_weight_sdp;
  assign read_weight[READ_PDP] = settings.cfg_rd_weight_0.rd_weight_pdp;
  assign read_weight[READ_CDP] = settings.cfg_rd_weight_0.rd_weight_cdp;
  assign read_weight[READ_RBK] = settings.cfg_rd_weight_2.rd_weight_rbk;
  assign read_weight[READ_SDP_B] = settings.cfg_rd_weight_1.rd_weight_sdp_b;
  assign read_weight[READ_SDP_N] = settings.cfg_rd_weight_1.rd_weight_sdp_n;
  assign read_weight[READ_SDP_E] = settings.cfg_rd_weight_1.rd_weight_sdp_e;
  assign read_weight[READ_CDMA_DAT] = settings.cfg_rd_weight_1.rd_weight_cdma_dat;
  assign read_weight[READ_CDMA_WT] = settings.cfg_rd_weight_2.rd_weight_cdma_wt;
  assign write_weight[WRITE_BDMA] = settings.cfg_wr_weight_0.wr_weight_bdma;
  assign write_weight[WRITE_SDP] = settings.cfg_wr_weight_0.wr_weight_sdp;
  assign write_weight[WRITE_PDP] = settings.cfg_wr_weight_0.wr_weight_pdp;
  assign write_weight[WRITE_CDP] = settings.cfg_wr_weight_0.wr_weight_cdp;
  assign write_weight[WRITE_RBK] = settings.cfg_wr_weight_1.wr_weight_rbk;

  nvdla_mcif_regs regs (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .settings,
    .rsp_data
  );

  if (debug_pkg::LINK_CHECKS) begin : g_checks
    nvdla_memory_checks rules (.*);
  end

  nvdla_memory_read #(
    .MAX_BURST_BEATS(MAX_BURST_BEATS),
    .BOUNDARY_BEATS(BOUNDARY_BEATS)
  ) read (
    .clk,
    .reset_n,
    .keep_running,
    .weight(read_weight),
    .limit(settings.cfg_outstanding_cnt.rd_os_cnt),
    .req_valid(read_req_valid),
    .req_ready(read_req_ready),
    .req_address(read_req_address),
    .req_size(read_req_size),
    .data_valid(read_data_valid),
    .data_ready(read_data_ready),
    .data(read_data),
    .arvalid,
    .arready,
    .arid,
    .arlen,
    .araddr,
    .rvalid,
    .rready,
    .rid,
    .rdata
  );

  nvdla_memory_write #(
    .MAX_BURST_BEATS(MAX_BURST_BEATS),
    .BOUNDARY_BEATS(BOUNDARY_BEATS),
    .WRITE_ALIGN_BYTES(WRITE_ALIGN_BYTES)
  ) write (
    .clk,
    .reset_n,
    .keep_running,
    .weight(write_weight),
    .limit(settings.cfg_outstanding_cnt.wr_os_cnt),
    .req_valid(write_req_valid),
    .req_ready(write_req_ready),
    .req_address(write_req_address),
    .req_size(write_req_size),
    .req_notify(write_req_notify),
    .data_valid(write_data_valid),
    .data_ready(write_data_ready),
    .data(write_data),
    .done(write_done),
    .awvalid,
    .awready,
    .awid,
    .awlen,
    .awaddr,
    .wvalid,
    .wready,
    .wdata,
    .wstrb,
    .wlast,
    .bvalid,
    .bready,
    .bid
  );
endmodule
