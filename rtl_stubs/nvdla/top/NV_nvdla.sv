// Behavioural NVDLA (nvdlav1) with the pins of the public NV_nvdla. Everything runs on dla_core_clk but the CSB's pins,
// which have dla_csb_clk; the two clocks need not be related.
module NV_nvdla
  import nvdla_config_pkg::*;
  import nvdla_csb_pkg::*;
  import nvdla_memory_pkg::*;
(
  input  logic                        dla_core_clk,
  input  logic                        dla_csb_clk,
  input  logic                        dla_reset_rstn,
  output logic                        dla_intr,
  // Each keeps all units' clocks running
  input  logic                        global_clk_ovr_on,
  input  logic                        tmc2slcg_disable_clock_gating,
  // Only for test and power: no function here
  input  logic                        direct_reset_,
  input  logic                        test_mode,
  input  logic [31:0]                 nvdla_pwrbus_ram_c_pd,
  input  logic [31:0]                 nvdla_pwrbus_ram_ma_pd,
  input  logic [31:0]                 nvdla_pwrbus_ram_mb_pd,
  input  logic [31:0]                 nvdla_pwrbus_ram_p_pd,
  input  logic [31:0]                 nvdla_pwrbus_ram_o_pd,
  input  logic [31:0]                 nvdla_pwrbus_ram_a_pd,
  // CSB
  input  logic                        csb2nvdla_valid,
  output logic                        csb2nvdla_ready,
  input  logic [CSB_ADDRESS_BITS-1:0] csb2nvdla_addr,
  input  logic [31:0]                 csb2nvdla_wdat,
  input  logic                        csb2nvdla_write,
  input  logic                        csb2nvdla_nposted,
  output logic                        nvdla2csb_valid,
  output logic [31:0]                 nvdla2csb_data,
  output logic                        nvdla2csb_wr_complete,
`ifdef NVDLA_HAS_CVSRAM
  // CVSRAM
  output logic                        nvdla_core2cvsram_aw_awvalid,
  input  logic                        nvdla_core2cvsram_aw_awready,
  output logic [ID_BITS-1:0]          nvdla_core2cvsram_aw_awid,
  output logic [LEN_BITS-1:0]         nvdla_core2cvsram_aw_awlen,
  output logic [ADDRESS_BITS-1:0]     nvdla_core2cvsram_aw_awaddr,
  output logic                        nvdla_core2cvsram_w_wvalid,
  input  logic                        nvdla_core2cvsram_w_wready,
  output logic [BEAT_BITS-1:0]        nvdla_core2cvsram_w_wdata,
  output logic [BEAT_BYTES-1:0]       nvdla_core2cvsram_w_wstrb,
  output logic                        nvdla_core2cvsram_w_wlast,
  input  logic                        nvdla_core2cvsram_b_bvalid,
  output logic                        nvdla_core2cvsram_b_bready,
  input  logic [ID_BITS-1:0]          nvdla_core2cvsram_b_bid,
  output logic                        nvdla_core2cvsram_ar_arvalid,
  input  logic                        nvdla_core2cvsram_ar_arready,
  output logic [ID_BITS-1:0]          nvdla_core2cvsram_ar_arid,
  output logic [LEN_BITS-1:0]         nvdla_core2cvsram_ar_arlen,
  output logic [ADDRESS_BITS-1:0]     nvdla_core2cvsram_ar_araddr,
  input  logic                        nvdla_core2cvsram_r_rvalid,
  output logic                        nvdla_core2cvsram_r_rready,
  input  logic [ID_BITS-1:0]          nvdla_core2cvsram_r_rid,
  input  logic                        nvdla_core2cvsram_r_rlast,
  input  logic [BEAT_BITS-1:0]        nvdla_core2cvsram_r_rdata,
`endif
  // DBB
  output logic                        nvdla_core2dbb_aw_awvalid,
  input  logic                        nvdla_core2dbb_aw_awready,
  output logic [ID_BITS-1:0]          nvdla_core2dbb_aw_awid,
  output logic [LEN_BITS-1:0]         nvdla_core2dbb_aw_awlen,
  output logic [ADDRESS_BITS-1:0]     nvdla_core2dbb_aw_awaddr,
  output logic                        nvdla_core2dbb_w_wvalid,
  input  logic                        nvdla_core2dbb_w_wready,
  output logic [BEAT_BITS-1:0]        nvdla_core2dbb_w_wdata,
  output logic [BEAT_BYTES-1:0]       nvdla_core2dbb_w_wstrb,
  output logic                        nvdla_core2dbb_w_wlast,
  input  logic                        nvdla_core2dbb_b_bvalid,
  output logic                        nvdla_core2dbb_b_bready,
  input  logic [ID_BITS-1:0]          nvdla_core2dbb_b_bid,
  output logic                        nvdla_core2dbb_ar_arvalid,
  input  logic                        nvdla_core2dbb_ar_arready,
  output logic [ID_BITS-1:0]          nvdla_core2dbb_ar_arid,
  output logic [LEN_BITS-1:0]         nvdla_core2dbb_ar_arlen,
  output logic [ADDRESS_BITS-1:0]     nvdla_core2dbb_ar_araddr,
  input  logic                        nvdla_core2dbb_r_rvalid,
  output logic                        nvdla_core2dbb_r_rready,
  input  logic [ID_BITS-1:0]          nvdla_core2dbb_r_rid,
  input  logic                        nvdla_core2dbb_r_rlast,
  input  logic [BEAT_BITS-1:0]        nvdla_core2dbb_r_rdata
);
  logic core_reset_n, csb_reset_n;
  wire  keep_running = global_clk_ovr_on || tmc2slcg_disable_clock_gating;  // all clocks

  // What the assertions in here found, for the bench
  wire [31:0]                     assertions_fired = check_pkg::fired;
  wire [check_pkg::NAME_BITS-1:0] assertion_name = check_pkg::last_name;
  wire [63:0]                     assertion_time = check_pkg::last_time;

  // Internal CSB
  logic [BLOCKS-1:0]      req_valid;
  logic                   req_write;
  logic [WORD_BITS-1:0]   req_word;
  logic [31:0]            req_data;
  logic [UNITS-1:0][31:0] units_rsp_data;
  logic [MEMORIES-1:0][31:0] memories_rsp_data;

  // Units at the memory interfaces
  logic [READ_CLIENTS-1:0][MEMORIES-1:0]               read_req_valid, read_req_ready, read_data_valid, read_data_ready;
  logic [READ_CLIENTS-1:0][ADDRESS_BITS-1:0]  read_req_address;
  logic [READ_CLIENTS-1:0][SIZE_BITS-1:0]     read_req_size;
  wire  [BEAT_BITS-1:0]                       read_data [0:READ_CLIENTS*DATA_PORTS-1];
  logic [WRITE_CLIENTS-1:0][MEMORIES-1:0]              write_req_valid, write_req_ready, write_data_valid, write_data_ready;
  logic [WRITE_CLIENTS-1:0][ADDRESS_BITS-1:0] write_req_address;
  logic [WRITE_CLIENTS-1:0][SIZE_BITS-1:0]    write_req_size;
  logic [WRITE_CLIENTS-1:0][1:0]              write_req_notify;
  wire  [BEAT_BITS-1:0]                       write_data [0:WRITE_CLIENTS-1];
  logic [WRITE_CLIENTS-1:0][MEMORIES-1:0][1:0] write_done;

  // AXI, by port
  logic [MEMORIES-1:0]                   awvalid, awready, wvalid, wready, wlast, bvalid, bready, arvalid, arready, rvalid, rready;
  logic [MEMORIES-1:0][ID_BITS-1:0]      awid, bid, arid, rid;
  logic [MEMORIES-1:0][LEN_BITS-1:0]     awlen, arlen;
  logic [MEMORIES-1:0][ADDRESS_BITS-1:0] awaddr, araddr;
  logic [MEMORIES-1:0][BEAT_BYTES-1:0]   wstrb;
  wire  [BEAT_BITS-1:0]                  wdata [0:DATA_PORTS-1];
  wire  [BEAT_BITS-1:0]                  rdata [0:DATA_PORTS-1];

  assign nvdla_core2dbb_aw_awvalid = awvalid[RAM_DBB];
  assign awready[RAM_DBB] = nvdla_core2dbb_aw_awready;
  assign nvdla_core2dbb_aw_awid = awid[RAM_DBB];
  assign nvdla_core2dbb_aw_awlen = awlen[RAM_DBB];
  assign nvdla_core2dbb_aw_awaddr = awaddr[RAM_DBB];
  assign nvdla_core2dbb_w_wvalid = wvalid[RAM_DBB];
  assign wready[RAM_DBB] = nvdla_core2dbb_w_wready;
  assign nvdla_core2dbb_w_wdata = wdata[RAM_DBB];
  assign nvdla_core2dbb_w_wstrb = wstrb[RAM_DBB];
  assign nvdla_core2dbb_w_wlast = wlast[RAM_DBB];
  assign bvalid[RAM_DBB] = nvdla_core2dbb_b_bvalid;
  assign nvdla_core2dbb_b_bready = bready[RAM_DBB];
  assign bid[RAM_DBB] = nvdla_core2dbb_b_bid;
  assign nvdla_core2dbb_ar_arvalid = arvalid[RAM_DBB];
  assign arready[RAM_DBB] = nvdla_core2dbb_ar_arready;
  assign nvdla_core2dbb_ar_arid = arid[RAM_DBB];
  assign nvdla_core2dbb_ar_arlen = arlen[RAM_DBB];
  assign nvdla_core2dbb_ar_araddr = araddr[RAM_DBB];
  assign rvalid[RAM_DBB] = nvdla_core2dbb_r_rvalid;
  assign nvdla_core2dbb_r_rready = rready[RAM_DBB];
  assign rid[RAM_DBB] = nvdla_core2dbb_r_rid;
  assign rdata[RAM_DBB] = nvdla_core2dbb_r_rdata;
`ifdef NVDLA_HAS_CVSRAM
  assign nvdla_core2cvsram_aw_awvalid = awvalid[RAM_CVSRAM];
  assign awready[RAM_CVSRAM] = nvdla_core2cvsram_aw_awready;
  assign nvdla_core2cvsram_aw_awid = awid[RAM_CVSRAM];
  assign nvdla_core2cvsram_aw_awlen = awlen[RAM_CVSRAM];
  assign nvdla_core2cvsram_aw_awaddr = awaddr[RAM_CVSRAM];
  assign nvdla_core2cvsram_w_wvalid = wvalid[RAM_CVSRAM];
  assign wready[RAM_CVSRAM] = nvdla_core2cvsram_w_wready;
  assign nvdla_core2cvsram_w_wdata = wdata[RAM_CVSRAM];
  assign nvdla_core2cvsram_w_wstrb = wstrb[RAM_CVSRAM];
  assign nvdla_core2cvsram_w_wlast = wlast[RAM_CVSRAM];
  assign bvalid[RAM_CVSRAM] = nvdla_core2cvsram_b_bvalid;
  assign nvdla_core2cvsram_b_bready = bready[RAM_CVSRAM];
  assign bid[RAM_CVSRAM] = nvdla_core2cvsram_b_bid;
  assign nvdla_core2cvsram_ar_arvalid = arvalid[RAM_CVSRAM];
  assign arready[RAM_CVSRAM] = nvdla_core2cvsram_ar_arready;
  assign nvdla_core2cvsram_ar_arid = arid[RAM_CVSRAM];
  assign nvdla_core2cvsram_ar_arlen = arlen[RAM_CVSRAM];
  assign nvdla_core2cvsram_ar_araddr = araddr[RAM_CVSRAM];
  assign rvalid[RAM_CVSRAM] = nvdla_core2cvsram_r_rvalid;
  assign nvdla_core2cvsram_r_rready = rready[RAM_CVSRAM];
  assign rid[RAM_CVSRAM] = nvdla_core2cvsram_r_rid;
  assign rdata[RAM_CVSRAM] = nvdla_core2cvsram_r_rdata;
`endif

  nvdla_config_check config_check ();

  nvdla_reset_sync core_reset (
    .clk(dla_core_clk),
    .async_reset_n(dla_reset_rstn),
    .reset_n(core_reset_n)
  );

  nvdla_reset_sync csb_reset (
    .clk(dla_csb_clk),
    .async_reset_n(dla_reset_rstn),
    .reset_n(csb_reset_n)
  );

  nvdla_csb_master csb_master (
    .csb_clk(dla_csb_clk),
    .core_clk(dla_core_clk),
    .rsp_data({memories_rsp_data, units_rsp_data}),
    .*
  );

  nvdla_units units (
    .clk(dla_core_clk),
    .reset_n(core_reset_n),
    .req_valid(req_valid[UNITS-1:0]),
    .rsp_data(units_rsp_data),
    .*
  );

  nvdla_memories memories (
    .clk(dla_core_clk),
    .reset_n(core_reset_n),
    .req_valid(req_valid[BLOCKS-1:UNITS]),
    .rsp_data(memories_rsp_data),
    .*
  );
endmodule
