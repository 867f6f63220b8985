// All units on the internal CSB but the memory interfaces, and their places at these.

// A link that +links_wait holds back: what its taker sees is LINK_passed_valid, and LINK_passed_ready what it says
`define HELD_LINK(NUMBER_OF, LINK) \
  wire LINK``_passed_valid, LINK``_passed_ready; \
  link_hold #(.NUMBER(NUMBER_OF)) LINK``_hold ( \
    .given_valid(LINK``_valid), .given_ready(LINK``_ready), \
    .taken_valid(LINK``_passed_valid), .taken_ready(LINK``_passed_ready), .*);
`define TAKES(LINK) .LINK``_valid(LINK``_passed_valid), .LINK``_ready(LINK``_passed_ready)

module nvdla_units
  import nvdla_csb_pkg::*;
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
(
  input  logic                                       clk,
  input  logic                                       reset_n,
  input  logic                                       keep_running,  // the units' clocks
  output logic                                       dla_intr,
  // CSB, by block
  input  logic [UNITS-1:0]                           req_valid,
  input  logic                                       req_write,
  input  logic [WORD_BITS-1:0]                       req_word,
  input  logic [31:0]                                req_data,
  output logic [UNITS-1:0][31:0]                     rsp_data,
  // memory interfaces, by unit and port
  output logic [READ_CLIENTS-1:0][MEMORIES-1:0]               read_req_valid,
  input  logic [READ_CLIENTS-1:0][MEMORIES-1:0]               read_req_ready,
  output logic [READ_CLIENTS-1:0][ADDRESS_BITS-1:0]  read_req_address,
  output logic [READ_CLIENTS-1:0][SIZE_BITS-1:0]     read_req_size,
  input  logic [READ_CLIENTS-1:0][MEMORIES-1:0]               read_data_valid,
  output logic [READ_CLIENTS-1:0][MEMORIES-1:0]               read_data_ready,
  input  wire  [BEAT_BITS-1:0]                       read_data [0:READ_CLIENTS*DATA_PORTS-1],  // by unit, then by port
  output logic [WRITE_CLIENTS-1:0][MEMORIES-1:0]              write_req_valid,
  input  logic [WRITE_CLIENTS-1:0][MEMORIES-1:0]              write_req_ready,
  output logic [WRITE_CLIENTS-1:0][ADDRESS_BITS-1:0] write_req_address,
  output logic [WRITE_CLIENTS-1:0][SIZE_BITS-1:0]    write_req_size,
  output logic [WRITE_CLIENTS-1:0][1:0]              write_req_notify,
  output logic [WRITE_CLIENTS-1:0][MEMORIES-1:0]              write_data_valid,
  input  logic [WRITE_CLIENTS-1:0][MEMORIES-1:0]              write_data_ready,
  output wire  [BEAT_BITS-1:0]                       write_data [0:WRITE_CLIENTS-1],
  input  logic [WRITE_CLIENTS-1:0][MEMORIES-1:0][1:0] write_done
);
  // The convolution is there as a whole or not at all
  localparam int HAS_CONVOLUTION = HAS_CDMA * HAS_CSC * HAS_CMAC_A * HAS_CMAC_B * HAS_CACC;

  // Each unit has a clock of its own, and so has the convolution buffer, behind them
  localparam int CBUF = UNITS;
  logic [UNITS:0] awake;
  wire  [UNITS:0] clocks;

  genvar unit, ram;
  logic      cacc_sdp_valid, cacc_sdp_ready;
  cacc_sdp_t cacc_sdp;
  logic          rdma_sdp_valid, rdma_sdp_ready;
  rdma_sdp_t     rdma_sdp;
  logic          rdma_operand_x1_valid, rdma_operand_x1_ready;
  logic          rdma_operand_x2_valid, rdma_operand_x2_ready;
  logic          rdma_operand_y_valid, rdma_operand_y_ready;
  rdma_operand_t rdma_operand_x1, rdma_operand_x2, rdma_operand_y;
  logic          sdp_pdp_valid, sdp_pdp_ready;
  sdp_pdp_t      sdp_pdp;
  logic          rdma_atom_pdp_valid, rdma_atom_pdp_ready;
  rdma_atom_t    rdma_atom_pdp;
  logic          rdma_cube_cdp_valid, rdma_cube_cdp_ready, rdma_atom_cdp_valid, rdma_atom_cdp_ready;
  rdma_cube_t    rdma_cube_cdp;
  rdma_atom_t    rdma_atom_cdp;
  logic [1:0] sdp_done, cdp_done, pdp_done, bdma_done, rbk_done, cdma_dat_done, cdma_wt_done, cacc_done;

  wire         hold_clk;
  logic        hold_begun;
  logic [31:0] hold_seed;
  link_hold_pace hold_pace (.*);
  `HELD_LINK(32, cacc_sdp)
  `HELD_LINK(33, rdma_sdp)
  `HELD_LINK(34, rdma_operand_x1)
  `HELD_LINK(35, rdma_operand_x2)
  `HELD_LINK(36, rdma_operand_y)
  `HELD_LINK(37, sdp_pdp)
  `HELD_LINK(38, rdma_atom_pdp)
  `HELD_LINK(39, rdma_cube_cdp)
  `HELD_LINK(40, rdma_atom_cdp)

  nvdla_clock_gates #(.PARTS(UNITS + 1)) gates (.*);

  nvdla_glb glb (
    .clk(clocks[GLB]), .awake(awake[GLB]), .req_valid(req_valid[GLB]), .rsp_data(rsp_data[GLB]),
    .*
  );

  if (HAS_CFGROM != 0) begin : g_cfgrom
    assign awake[CFGROM] = req_valid[CFGROM];

    nvdla_cfgrom_regs cfgrom (
      .clk(clocks[CFGROM]), .req_valid(req_valid[CFGROM]), .rsp_data(rsp_data[CFGROM]),
      .*
    );
  end

  if (HAS_BDMA != 0) begin : g_bdma
    wire [BEAT_BITS-1:0] unit_data [0:DATA_PORTS-1];
    for (ram = 0; ram < DATA_PORTS; ram++) begin : g_data
      assign unit_data[ram] = read_data[READ_BDMA*DATA_PORTS+ram];
    end

    nvdla_bdma bdma (
      .clk(clocks[BDMA]), .awake(awake[BDMA]), .req_valid(req_valid[BDMA]), .rsp_data(rsp_data[BDMA]),
      .read_req_valid(read_req_valid[READ_BDMA]), .read_req_ready(read_req_ready[READ_BDMA]),
      .read_req_address(read_req_address[READ_BDMA]), .read_req_size(read_req_size[READ_BDMA]),
      .read_data_valid(read_data_valid[READ_BDMA]), .read_data_ready(read_data_ready[READ_BDMA]),
      .read_data(unit_data),
      .write_req_valid(write_req_valid[WRITE_BDMA]), .write_req_ready(write_req_ready[WRITE_BDMA]),
      .write_req_address(write_req_address[WRITE_BDMA]), .write_req_size(write_req_size[WRITE_BDMA]),
      .write_req_notify(write_req_notify[WRITE_BDMA]),
      .write_data_valid(write_data_valid[WRITE_BDMA]), .write_data_ready(write_data_ready[WRITE_BDMA]),
      .write_data(write_data[WRITE_BDMA]),
      .write_done(write_done[WRITE_BDMA]),
      .done(bdma_done),
      .*
    );
  end else begin : g_no_bdma
    assign bdma_done = '0;
  end

  if (HAS_RBK != 0) begin : g_rbk
    wire [BEAT_BITS-1:0] unit_data [0:DATA_PORTS-1];
    for (ram = 0; ram < DATA_PORTS; ram++) begin : g_data
      assign unit_data[ram] = read_data[READ_RBK*DATA_PORTS+ram];
    end

    nvdla_rbk rbk (
      .clk(clocks[RBK]), .awake(awake[RBK]), .req_valid(req_valid[RBK]), .rsp_data(rsp_data[RBK]),
      .read_req_valid(read_req_valid[READ_RBK]), .read_req_ready(read_req_ready[READ_RBK]),
      .read_req_address(read_req_address[READ_RBK]), .read_req_size(read_req_size[READ_RBK]),
      .read_data_valid(read_data_valid[READ_RBK]), .read_data_ready(read_data_ready[READ_RBK]),
      .read_data(unit_data),
      .write_req_valid(write_req_valid[WRITE_RBK]), .write_req_ready(write_req_ready[WRITE_RBK]),
      .write_req_address(write_req_address[WRITE_RBK]), .write_req_size(write_req_size[WRITE_RBK]),
      .write_req_notify(write_req_notify[WRITE_RBK]),
      .write_data_valid(write_data_valid[WRITE_RBK]), .write_data_ready(write_data_ready[WRITE_RBK]),
      .write_data(write_data[WRITE_RBK]),
      .write_done(write_done[WRITE_RBK]),
      .done(rbk_done),
      .*
    );
  end else begin : g_no_rbk
    assign rbk_done = '0;
  end

  if (HAS_CONVOLUTION != 0) begin : g_convolution
    wire [BEAT_BITS-1:0] data [0:DATA_PORTS-1];
    wire [BEAT_BITS-1:0] weights [0:DATA_PORTS-1];
    for (ram = 0; ram < DATA_PORTS; ram++) begin : g_data
      assign data[ram] = read_data[READ_CDMA_DAT*DATA_PORTS+ram];
      assign weights[ram] = read_data[READ_CDMA_WT*DATA_PORTS+ram];
    end

    nvdla_convolution convolution (
      .cdma_awake(awake[CDMA]),
      .csc_awake(awake[CSC]),
      .cmac_a_awake(awake[CMAC_A]),
      .cmac_b_awake(awake[CMAC_B]),
      .cacc_awake(awake[CACC]),
      .cbuf_awake(awake[CBUF]),
      .cdma_rsp_data(rsp_data[CDMA]),
      .csc_rsp_data(rsp_data[CSC]),
      .cmac_a_rsp_data(rsp_data[CMAC_A]),
      .cmac_b_rsp_data(rsp_data[CMAC_B]),
      .cacc_rsp_data(rsp_data[CACC]),
      .data_read_req_valid(read_req_valid[READ_CDMA_DAT]), .data_read_req_ready(read_req_ready[READ_CDMA_DAT]),
      .data_read_req_address(read_req_address[READ_CDMA_DAT]), .data_read_req_size(read_req_size[READ_CDMA_DAT]),
      .data_read_data_valid(read_data_valid[READ_CDMA_DAT]), .data_read_data_ready(read_data_ready[READ_CDMA_DAT]),
      .data_read_data(data),
      .weights_read_req_valid(read_req_valid[READ_CDMA_WT]), .weights_read_req_ready(read_req_ready[READ_CDMA_WT]),
      .weights_read_req_address(read_req_address[READ_CDMA_WT]), .weights_read_req_size(read_req_size[READ_CDMA_WT]),
      .weights_read_data_valid(read_data_valid[READ_CDMA_WT]), .weights_read_data_ready(read_data_ready[READ_CDMA_WT]),
      .weights_read_data(weights),
      .cdma_data_done(cdma_dat_done),
      .cdma_weights_done(cdma_wt_done),
      .*
    );
  end else begin : g_no_convolution
    assign awake[CBUF] = 1'b0;
    assign cdma_dat_done = '0;
    assign cdma_wt_done = '0;
    assign cacc_done = '0;
    assign cacc_sdp_valid = 1'b0;
    assign cacc_sdp = '0;
  end

  if (HAS_SDP != 0) begin : g_sdp
    nvdla_sdp sdp (
      .clk(clocks[SDP]), .awake(awake[SDP]), .req_valid(req_valid[SDP]), .rsp_data(rsp_data[SDP]),
      .write_req_valid(write_req_valid[WRITE_SDP]), .write_req_ready(write_req_ready[WRITE_SDP]),
      .write_req_address(write_req_address[WRITE_SDP]), .write_req_size(write_req_size[WRITE_SDP]),
      .write_req_notify(write_req_notify[WRITE_SDP]),
      .write_data_valid(write_data_valid[WRITE_SDP]), .write_data_ready(write_data_ready[WRITE_SDP]),
      .write_data(write_data[WRITE_SDP]),
      .write_done(write_done[WRITE_SDP]),
      .done(sdp_done),
      `TAKES(cacc_sdp), `TAKES(rdma_sdp),
      `TAKES(rdma_operand_x1), `TAKES(rdma_operand_x2), `TAKES(rdma_operand_y),
      .*
    );
  end else begin : g_no_sdp
    assign {cacc_sdp_passed_ready, rdma_sdp_passed_ready} = '0;
    assign {rdma_operand_x1_passed_ready, rdma_operand_x2_passed_ready, rdma_operand_y_passed_ready} = '0;
    assign sdp_pdp_valid = 1'b0;
    assign sdp_pdp = '0;
    assign sdp_done = '0;
  end

  if (HAS_SDP_RDMA != 0) begin : g_sdp_rdma
    wire [BEAT_BITS-1:0] unit_data [0:4*DATA_PORTS-1];
    for (ram = 0; ram < DATA_PORTS; ram++) begin : g_data
      assign unit_data[ram] = read_data[READ_SDP*DATA_PORTS+ram];
      assign unit_data[DATA_PORTS+ram] = read_data[READ_SDP_B*DATA_PORTS+ram];
      assign unit_data[2*DATA_PORTS+ram] = read_data[READ_SDP_N*DATA_PORTS+ram];
      assign unit_data[3*DATA_PORTS+ram] = read_data[READ_SDP_E*DATA_PORTS+ram];
    end

    nvdla_sdp_rdma sdp_rdma (
      .clk(clocks[SDP_RDMA]), .awake(awake[SDP_RDMA]), .req_valid(req_valid[SDP_RDMA]), .rsp_data(rsp_data[SDP_RDMA]),
      .read_req_valid({
        read_req_valid[READ_SDP_E], read_req_valid[READ_SDP_N], read_req_valid[READ_SDP_B], read_req_valid[READ_SDP]}),
      .read_req_ready({
        read_req_ready[READ_SDP_E], read_req_ready[READ_SDP_N], read_req_ready[READ_SDP_B], read_req_ready[READ_SDP]}),
      .read_req_address({
        read_req_address[READ_SDP_E], read_req_address[READ_SDP_N], read_req_address[READ_SDP_B], read_req_address[READ_SDP]}),
      .read_req_size({
        read_req_size[READ_SDP_E], read_req_size[READ_SDP_N], read_req_size[READ_SDP_B], read_req_size[READ_SDP]}),
      .read_data_valid({
        read_data_valid[READ_SDP_E], read_data_valid[READ_SDP_N], read_data_valid[READ_SDP_B], read_data_valid[READ_SDP]}),
      .read_data_ready({
        read_data_ready[READ_SDP_E], read_data_ready[READ_SDP_N], read_data_ready[READ_SDP_B], read_data_ready[READ_SDP]}),
      .read_data(unit_data),
      .*
    );
  end else begin : g_no_sdp_rdma
    assign rdma_sdp_valid = 1'b0;
    assign rdma_sdp = '0;
    assign {rdma_operand_x1_valid, rdma_operand_x2_valid, rdma_operand_y_valid} = '0;
    assign {rdma_operand_x1, rdma_operand_x2, rdma_operand_y} = '0;
  end

  if (HAS_PDP != 0) begin : g_pdp
    nvdla_pdp pdp (
      .clk(clocks[PDP]), .awake(awake[PDP]), .req_valid(req_valid[PDP]), .rsp_data(rsp_data[PDP]),
      .rdma_atom_valid(rdma_atom_pdp_passed_valid), .rdma_atom_ready(rdma_atom_pdp_passed_ready),
      .rdma_atom(rdma_atom_pdp),
      .write_req_valid(write_req_valid[WRITE_PDP]), .write_req_ready(write_req_ready[WRITE_PDP]),
      .write_req_address(write_req_address[WRITE_PDP]), .write_req_size(write_req_size[WRITE_PDP]),
      .write_req_notify(write_req_notify[WRITE_PDP]),
      .write_data_valid(write_data_valid[WRITE_PDP]), .write_data_ready(write_data_ready[WRITE_PDP]),
      .write_data(write_data[WRITE_PDP]),
      .write_done(write_done[WRITE_PDP]),
      .done(pdp_done),
      `TAKES(sdp_pdp),
      .*
    );
  end else begin : g_no_pdp
    assign {sdp_pdp_passed_ready, rdma_atom_pdp_passed_ready} = '0;
    assign pdp_done = '0;
  end

  if (HAS_PDP_RDMA != 0) begin : g_pdp_rdma
    wire [BEAT_BITS-1:0] unit_data [0:DATA_PORTS-1];
    for (ram = 0; ram < DATA_PORTS; ram++) begin : g_data
      assign unit_data[ram] = read_data[READ_PDP*DATA_PORTS+ram];
    end

    nvdla_pdp_rdma pdp_rdma (
      .clk(clocks[PDP_RDMA]), .awake(awake[PDP_RDMA]), .req_valid(req_valid[PDP_RDMA]), .rsp_data(rsp_data[PDP_RDMA]),
      .rdma_atom_valid(rdma_atom_pdp_valid), .rdma_atom_ready(rdma_atom_pdp_ready),
      .rdma_atom(rdma_atom_pdp),
      .read_req_valid(read_req_valid[READ_PDP]), .read_req_ready(read_req_ready[READ_PDP]),
      .read_req_address(read_req_address[READ_PDP]), .read_req_size(read_req_size[READ_PDP]),
      .read_data_valid(read_data_valid[READ_PDP]), .read_data_ready(read_data_ready[READ_PDP]),
      .read_data(unit_data),
      .*
    );
  end else begin : g_no_pdp_rdma
    assign rdma_atom_pdp_valid = 1'b0;
    assign rdma_atom_pdp = '0;
  end

  if (HAS_CDP != 0) begin : g_cdp
    nvdla_cdp cdp (
      .clk(clocks[CDP]), .awake(awake[CDP]), .req_valid(req_valid[CDP]), .rsp_data(rsp_data[CDP]),
      .rdma_cube_valid(rdma_cube_cdp_passed_valid), .rdma_cube_ready(rdma_cube_cdp_passed_ready),
      .rdma_cube(rdma_cube_cdp),
      .rdma_atom_valid(rdma_atom_cdp_passed_valid), .rdma_atom_ready(rdma_atom_cdp_passed_ready),
      .rdma_atom(rdma_atom_cdp),
      .write_req_valid(write_req_valid[WRITE_CDP]), .write_req_ready(write_req_ready[WRITE_CDP]),
      .write_req_address(write_req_address[WRITE_CDP]), .write_req_size(write_req_size[WRITE_CDP]),
      .write_req_notify(write_req_notify[WRITE_CDP]),
      .write_data_valid(write_data_valid[WRITE_CDP]), .write_data_ready(write_data_ready[WRITE_CDP]),
      .write_data(write_data[WRITE_CDP]),
      .write_done(write_done[WRITE_CDP]),
      .done(cdp_done),
      .*
    );
  end else begin : g_no_cdp
    assign {rdma_cube_cdp_passed_ready, rdma_atom_cdp_passed_ready} = '0;
    assign cdp_done = '0;
  end

  if (HAS_CDP_RDMA != 0) begin : g_cdp_rdma
    wire [BEAT_BITS-1:0] unit_data [0:DATA_PORTS-1];
    for (ram = 0; ram < DATA_PORTS; ram++) begin : g_data
      assign unit_data[ram] = read_data[READ_CDP*DATA_PORTS+ram];
    end

    nvdla_cdp_rdma cdp_rdma (
      .clk(clocks[CDP_RDMA]), .awake(awake[CDP_RDMA]), .req_valid(req_valid[CDP_RDMA]), .rsp_data(rsp_data[CDP_RDMA]),
      .rdma_cube_valid(rdma_cube_cdp_valid), .rdma_cube_ready(rdma_cube_cdp_ready),
      .rdma_cube(rdma_cube_cdp),
      .rdma_atom_valid(rdma_atom_cdp_valid), .rdma_atom_ready(rdma_atom_cdp_ready),
      .rdma_atom(rdma_atom_cdp),
      .read_req_valid(read_req_valid[READ_CDP]), .read_req_ready(read_req_ready[READ_CDP]),
      .read_req_address(read_req_address[READ_CDP]), .read_req_size(read_req_size[READ_CDP]),
      .read_data_valid(read_data_valid[READ_CDP]), .read_data_ready(read_data_ready[READ_CDP]),
      .read_data(unit_data),
      .*
    );
  end else begin : g_no_cdp_rdma
    assign {rdma_cube_cdp_valid, rdma_atom_cdp_valid} = '0;
    assign rdma_cube_cdp = '0;
    assign rdma_atom_cdp = '0;
  end

  if (debug_pkg::LINK_CHECKS) begin : g_checks
    nvdla_units_checks rules (.*);
  end

  // The places at the memory interfaces of units that are absent
  for (unit = 0; unit < READ_CLIENTS; unit++)
    if (!(unit == READ_BDMA && HAS_BDMA != 0) && !(unit == READ_RBK && HAS_RBK != 0)
        && !((unit == READ_CDMA_DAT || unit == READ_CDMA_WT) && HAS_CONVOLUTION != 0)
        && !((unit == READ_SDP || unit == READ_SDP_B || unit == READ_SDP_N || unit == READ_SDP_E) && HAS_SDP_RDMA != 0)
        && !(unit == READ_PDP && HAS_PDP_RDMA != 0) && !(unit == READ_CDP && HAS_CDP_RDMA != 0)) begin : g_no_read
      assign read_req_valid[unit] = '0;
      assign read_req_address[unit] = '0;
      assign read_req_size[unit] = '0;
      assign read_data_ready[unit] = '0;
    end

  for (unit = 0; unit < WRITE_CLIENTS; unit++)
    if (!(unit == WRITE_BDMA && HAS_BDMA != 0) && !(unit == WRITE_RBK && HAS_RBK != 0)
        && !(unit == WRITE_SDP && HAS_SDP != 0) && !(unit == WRITE_PDP && HAS_PDP != 0)
        && !(unit == WRITE_CDP && HAS_CDP != 0)) begin : g_no_write
      assign write_req_valid[unit] = '0;
      assign write_req_address[unit] = '0;
      assign write_req_size[unit] = '0;
      assign write_req_notify[unit] = '0;
      assign write_data_valid[unit] = '0;
      assign write_data[unit] = '0;
    end

  // On the clock that never stands still: GLB may miss a pulse
  if (debug_pkg::TAPS) begin : g_taps
    wire [15:0] pulses = {cacc_done, cdma_wt_done, cdma_dat_done, rbk_done, bdma_done, pdp_done, cdp_done, sdp_done};

    link_tap #(.NAME("glb_pulses"), .WIDTH(16)) pulses_tap (
      .valid(pulses != '0), .ready(1'b1), .payload(pulses), .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule

`undef HELD_LINK
`undef TAKES
