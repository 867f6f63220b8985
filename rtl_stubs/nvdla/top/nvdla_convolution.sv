// The convolution pipeline: CDMA fills the convolution buffer, CSC reads it in the order of the MAC array, CMAC_A and
// CMAC_B multiply, CACC adds up and gives results to SDP. The units meet only through links.

// A link that +links_wait holds back: what its taker sees is LINK_passed_valid, and LINK_passed_ready what it says
`define HELD_LINK(NUMBER_OF, LINK) \
  wire LINK``_passed_valid, LINK``_passed_ready; \
  link_hold #(.NUMBER(NUMBER_OF)) LINK``_hold ( \
    .given_valid(LINK``_valid), .given_ready(LINK``_ready), \
    .taken_valid(LINK``_passed_valid), .taken_ready(LINK``_passed_ready), .*);
`define TAKES(LINK) .LINK``_valid(LINK``_passed_valid), .LINK``_ready(LINK``_passed_ready)

module nvdla_convolution
  import nvdla_config_pkg::*;
  import nvdla_csb_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // the units' own clocks, by block, that of CBUF behind them
  input  logic [UNITS:0]          clocks,
  output logic                    cdma_awake,
  output logic                    cbuf_awake,
  output logic                    csc_awake,
  output logic                    cmac_a_awake,
  output logic                    cmac_b_awake,
  output logic                    cacc_awake,
  // CSB, by block
  input  logic [UNITS-1:0]        req_valid,
  input  logic                    req_write,
  input  logic [WORD_BITS-1:0]    req_word,
  input  logic [31:0]             req_data,
  output logic [31:0]             cdma_rsp_data,
  output logic [31:0]             csc_rsp_data,
  output logic [31:0]             cmac_a_rsp_data,
  output logic [31:0]             cmac_b_rsp_data,
  output logic [31:0]             cacc_rsp_data,
  // memory interfaces, by port: data
  output logic [MEMORIES-1:0]     data_read_req_valid,
  input  logic [MEMORIES-1:0]     data_read_req_ready,
  output logic [ADDRESS_BITS-1:0] data_read_req_address,
  output logic [SIZE_BITS-1:0]    data_read_req_size,
  input  logic [MEMORIES-1:0]     data_read_data_valid,
  output logic [MEMORIES-1:0]     data_read_data_ready,
  input  wire  [BEAT_BITS-1:0]    data_read_data [0:DATA_PORTS-1],
  // memory interfaces, by port: weights
  output logic [MEMORIES-1:0]     weights_read_req_valid,
  input  logic [MEMORIES-1:0]     weights_read_req_ready,
  output logic [ADDRESS_BITS-1:0] weights_read_req_address,
  output logic [SIZE_BITS-1:0]    weights_read_req_size,
  input  logic [MEMORIES-1:0]     weights_read_data_valid,
  output logic [MEMORIES-1:0]     weights_read_data_ready,
  input  wire  [BEAT_BITS-1:0]    weights_read_data [0:DATA_PORTS-1],
  // results
  output logic                    cacc_sdp_valid,
  input  logic                    cacc_sdp_ready,
  output cacc_sdp_t               cacc_sdp,
  // interrupts, by group
  output logic [1:0]              cdma_data_done,
  output logic [1:0]              cdma_weights_done,
  output logic [1:0]              cacc_done
);
  logic cdma_cbuf_data_valid, cdma_cbuf_data_ready;
  logic cdma_cbuf_weights_valid, cdma_cbuf_weights_ready;
  logic cdma_csc_data_valid, cdma_csc_data_ready;
  logic cdma_csc_weights_valid, cdma_csc_weights_ready;
  logic cdma_csc_drain_data_valid, cdma_csc_drain_data_ready;
  logic cdma_csc_drain_weights_valid, cdma_csc_drain_weights_ready;
  logic csc_cdma_data_valid, csc_cdma_data_ready;
  logic csc_cdma_weights_valid, csc_cdma_weights_ready;
  logic csc_cbuf_data_valid, csc_cbuf_data_ready;
  logic csc_cbuf_weights_valid, csc_cbuf_weights_ready;
  logic csc_cbuf_masks_valid, csc_cbuf_masks_ready;
  logic cbuf_csc_data_valid, cbuf_csc_data_ready;
  logic cbuf_csc_weights_valid, cbuf_csc_weights_ready;
  logic cbuf_csc_masks_valid, cbuf_csc_masks_ready;
  logic csc_cmac_data_a_valid, csc_cmac_data_a_ready;
  logic csc_cmac_data_b_valid, csc_cmac_data_b_ready;
  logic csc_cmac_weights_a_valid, csc_cmac_weights_a_ready;
  logic csc_cmac_weights_b_valid, csc_cmac_weights_b_ready;
  logic cmac_cacc_a_valid, cmac_cacc_a_ready;
  logic cmac_cacc_b_valid, cmac_cacc_b_ready;
  logic cacc_csc_valid, cacc_csc_ready;
  cdma_cbuf_t        cdma_cbuf_data, cdma_cbuf_weights;
  cdma_csc_data_t    cdma_csc_data;
  cdma_csc_weights_t cdma_csc_weights;
  cdma_csc_drain_t   cdma_csc_drain_data, cdma_csc_drain_weights;
  csc_cdma_data_t    csc_cdma_data;
  csc_cdma_weights_t csc_cdma_weights;
  csc_cbuf_t         csc_cbuf_data, csc_cbuf_weights, csc_cbuf_masks;
  cbuf_csc_t         cbuf_csc_data, cbuf_csc_weights, cbuf_csc_masks;
  csc_cmac_data_t    csc_cmac_data_a, csc_cmac_data_b;
  csc_cmac_weights_t csc_cmac_weights_a, csc_cmac_weights_b;
  cmac_cacc_t        cmac_cacc_a, cmac_cacc_b;
  cacc_csc_t         cacc_csc;

  // Not while CDMA clears the buffer: that takes a fixed time, which software may rely on
  localparam int CLEARING_CYCLES = CBUF_ENTRIES * CBUF_ENTRY_BYTES / CBUF_FLUSH_BYTES + 1;
  wire         hold_clk;
  logic        hold_begun;
  logic [31:0] hold_seed;
  link_hold_pace #(.QUIET_CYCLES(CLEARING_CYCLES)) hold_pace (.*);
  `HELD_LINK(0, cdma_cbuf_data)
  `HELD_LINK(1, cdma_cbuf_weights)
  `HELD_LINK(2, cdma_csc_data)
  `HELD_LINK(3, cdma_csc_weights)
  `HELD_LINK(4, cdma_csc_drain_data)
  `HELD_LINK(5, cdma_csc_drain_weights)
  `HELD_LINK(6, csc_cdma_data)
  `HELD_LINK(7, csc_cdma_weights)
  `HELD_LINK(8, csc_cbuf_data)
  `HELD_LINK(9, csc_cbuf_weights)
  `HELD_LINK(10, csc_cbuf_masks)
  `HELD_LINK(11, cbuf_csc_data)
  `HELD_LINK(12, cbuf_csc_weights)
  `HELD_LINK(13, cbuf_csc_masks)
  `HELD_LINK(14, csc_cmac_data_a)
  `HELD_LINK(15, csc_cmac_data_b)
  `HELD_LINK(16, csc_cmac_weights_a)
  `HELD_LINK(17, csc_cmac_weights_b)
  `HELD_LINK(18, cmac_cacc_a)
  `HELD_LINK(19, cmac_cacc_b)
  `HELD_LINK(20, cacc_csc)

  nvdla_cdma cdma (
    .clk(clocks[CDMA]),
    .awake(cdma_awake),
    .req_valid(req_valid[CDMA]),
    .rsp_data(cdma_rsp_data),
    .data_done(cdma_data_done),
    .weights_done(cdma_weights_done),
    `TAKES(csc_cdma_data), `TAKES(csc_cdma_weights),
    .*
  );

  nvdla_cbuf cbuf (
    .clk(clocks[UNITS]),
    .awake(cbuf_awake),
    `TAKES(cdma_cbuf_data), `TAKES(cdma_cbuf_weights),
    `TAKES(csc_cbuf_data), `TAKES(csc_cbuf_weights), `TAKES(csc_cbuf_masks),
    .*
  );

  nvdla_csc csc (
    .clk(clocks[CSC]),
    .awake(csc_awake),
    .req_valid(req_valid[CSC]),
    .rsp_data(csc_rsp_data),
    `TAKES(cdma_csc_data), `TAKES(cdma_csc_weights), `TAKES(cdma_csc_drain_data), `TAKES(cdma_csc_drain_weights),
    `TAKES(cbuf_csc_data), `TAKES(cbuf_csc_weights), `TAKES(cbuf_csc_masks), `TAKES(cacc_csc),
    .*
  );

  nvdla_cmac #(.HALF(0)) cmac_a (
    .clk(clocks[CMAC_A]),
    .awake(cmac_a_awake),
    .req_valid(req_valid[CMAC_A]),
    .rsp_data(cmac_a_rsp_data),
    .csc_cmac_data_valid(csc_cmac_data_a_passed_valid),
    .csc_cmac_data_ready(csc_cmac_data_a_passed_ready),
    .csc_cmac_data(csc_cmac_data_a),
    .csc_cmac_weights_valid(csc_cmac_weights_a_passed_valid),
    .csc_cmac_weights_ready(csc_cmac_weights_a_passed_ready),
    .csc_cmac_weights(csc_cmac_weights_a),
    .cmac_cacc_valid(cmac_cacc_a_valid),
    .cmac_cacc_ready(cmac_cacc_a_ready),
    .cmac_cacc(cmac_cacc_a),
    .*
  );

  nvdla_cmac #(.HALF(1)) cmac_b (
    .clk(clocks[CMAC_B]),
    .awake(cmac_b_awake),
    .req_valid(req_valid[CMAC_B]),
    .rsp_data(cmac_b_rsp_data),
    .csc_cmac_data_valid(csc_cmac_data_b_passed_valid),
    .csc_cmac_data_ready(csc_cmac_data_b_passed_ready),
    .csc_cmac_data(csc_cmac_data_b),
    .csc_cmac_weights_valid(csc_cmac_weights_b_passed_valid),
    .csc_cmac_weights_ready(csc_cmac_weights_b_passed_ready),
    .csc_cmac_weights(csc_cmac_weights_b),
    .cmac_cacc_valid(cmac_cacc_b_valid),
    .cmac_cacc_ready(cmac_cacc_b_ready),
    .cmac_cacc(cmac_cacc_b),
    .*
  );

  nvdla_cacc cacc (
    .clk(clocks[CACC]),
    .awake(cacc_awake),
    .req_valid(req_valid[CACC]),
    .rsp_data(cacc_rsp_data),
    .done(cacc_done),
    `TAKES(cmac_cacc_a), `TAKES(cmac_cacc_b),
    .*
  );

  // A unit has a tap on what it gives itself, as it knows layer and group
  if (debug_pkg::LINK_CHECKS) begin : g_checks
    nvdla_convolution_checks rules (.*);
  end
endmodule

`undef HELD_LINK
`undef TAKES
