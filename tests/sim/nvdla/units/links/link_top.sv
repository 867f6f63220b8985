// A source and a sink on every link of nvdla_link_pkg, with a hold, the rule's checker at either end of it and a tap between.

// A link: its source, hold, sink, checkers and tap. What it carries is set below, member by member.
`define LINK(N, LINK_NAME) \
  LINK_NAME``_t LINK_NAME, LINK_NAME``_seen; \
  logic LINK_NAME``_valid, LINK_NAME``_ready, LINK_NAME``_flip; \
  wire LINK_NAME``_passed_valid, LINK_NAME``_passed_ready; \
  logic [31:0] LINK_NAME``_count; \
  assign LINK_NAME``_seen = LINK_NAME ^ $bits(LINK_NAME``_t)'(LINK_NAME``_flip); \
  link_source #(.NUMBER(N)) LINK_NAME``_source ( \
    .clk, .reset_n, .seed, .pauses, .total, .fault(fault_link == N ? fault : 3'd0), \
    .valid(LINK_NAME``_valid), .ready(LINK_NAME``_ready), .count(LINK_NAME``_count), .flip(LINK_NAME``_flip)); \
  link_hold #(.NUMBER(N)) LINK_NAME``_hold ( \
    .given_valid(LINK_NAME``_valid), .given_ready(LINK_NAME``_ready), \
    .taken_valid(LINK_NAME``_passed_valid), .taken_ready(LINK_NAME``_passed_ready), .*); \
  assign closed[N] = LINK_NAME``_hold.closed; \
  link_sink #(.NUMBER(N)) LINK_NAME``_sink ( \
    .clk, .reset_n, .seed, .pauses, .fault(fault_link == N ? fault : 3'd0), \
    .valid(LINK_NAME``_passed_valid), .ready(LINK_NAME``_passed_ready), .taken(taken[32*N +: 32])); \
  link_check #(.WIDTH($bits(LINK_NAME``_t))) LINK_NAME``_passed_check ( \
    .clk, .reset_n, .valid(LINK_NAME``_passed_valid), .ready(LINK_NAME``_passed_ready), .payload(LINK_NAME``_seen)); \
  link_check #(.WIDTH($bits(LINK_NAME``_t))) LINK_NAME``_check ( \
    .clk, .reset_n, .valid(LINK_NAME``_valid), .ready(LINK_NAME``_ready), .payload(LINK_NAME``_seen)); \
  link_tap #(.NAME(`"LINK_NAME`"), .WIDTH($bits(LINK_NAME``_t))) LINK_NAME``_tap ( \
    .clk, .reset_n, .valid(LINK_NAME``_valid), .ready(LINK_NAME``_ready), .payload(LINK_NAME``_seen), \
    .group(LINK_NAME``_count[0]), .layer_done(LINK_NAME``_valid && LINK_NAME``_ready && LINK_NAME``_count[1:0] == 2'd3));

`define SET(N, LINK_NAME, MEMBER, INDEX) \
  LINK_NAME.MEMBER = $bits(LINK_NAME.MEMBER)'(pattern(N, LINK_NAME``_count, INDEX, $bits(LINK_NAME.MEMBER)));

module link_top
  import nvdla_link_pkg::*;
  import link_faults_pkg::*;
(
  input  logic         clk,
  input  logic         reset_n,
  input  logic [31:0]  seed,
  input  logic [7:0]   pauses,
  input  logic [31:0]  total,       // transfers on each link
  input  logic [7:0]   fault_link,
  input  logic [2:0]   fault,
  output logic [32*18-1:0] taken,   // by link
  output logic [17:0]  closed,      // links that are held back
  output logic [31:0]  fired,
  output logic [check_pkg::NAME_BITS-1:0] last_name,
  output logic [63:0]  last_time
);
  assign fired = check_pkg::fired;
  assign last_name = check_pkg::last_name;
  assign last_time = check_pkg::last_time;

  wire         hold_clk;
  logic        hold_begun;
  logic [31:0] hold_seed;
  link_hold_pace #(.QUIET_CYCLES(20)) hold_pace (.*);

  `LINK(0, cdma_cbuf)
  `LINK(1, cdma_csc_data)
  `LINK(2, cdma_csc_weights)
  `LINK(3, cdma_csc_drain)
  `LINK(4, csc_cdma_data)
  `LINK(5, csc_cdma_weights)
  `LINK(6, csc_cbuf)
  `LINK(7, cbuf_csc)
  `LINK(8, csc_cmac_data)
  `LINK(9, csc_cmac_weights)
  `LINK(10, cmac_cacc)
  `LINK(11, cacc_csc)
  `LINK(12, cacc_sdp)
  `LINK(13, sdp_pdp)
  `LINK(14, rdma_sdp)
  `LINK(15, rdma_atom)
  `LINK(16, rdma_cube)
  `LINK(17, rdma_operand)

  always_comb begin
    `SET(0, cdma_cbuf, entry, 0)
    `SET(0, cdma_cbuf, atoms, 1)
    `SET(0, cdma_cbuf, data, 2)
  end
  always_comb begin
    `SET(1, cdma_csc_data, slices, 0)
    `SET(1, cdma_csc_data, entries, 1)
  end
  always_comb begin
    `SET(2, cdma_csc_weights, kernels, 0)
    `SET(2, cdma_csc_weights, entries, 1)
    `SET(2, cdma_csc_weights, wmb_entries, 2)
  end
  always_comb begin
    `SET(3, cdma_csc_drain, group, 0)
  end
  always_comb begin
    `SET(4, csc_cdma_data, slices, 0)
    `SET(4, csc_cdma_data, entries, 1)
  end
  always_comb begin
    `SET(5, csc_cdma_weights, kernels, 0)
    `SET(5, csc_cdma_weights, entries, 1)
    `SET(5, csc_cdma_weights, wmb_entries, 2)
  end
  always_comb begin
    `SET(6, csc_cbuf, entry, 0)
  end
  always_comb begin
    `SET(7, cbuf_csc, data, 0)
  end
  always_comb begin
    `SET(8, csc_cmac_data, operation, 0)
    `SET(8, csc_cmac_data, channels, 1)
    `SET(8, csc_cmac_data, data, 2)
  end
  always_comb begin
    `SET(9, csc_cmac_weights, last, 0)
    `SET(9, csc_cmac_weights, cell_index, 1)
    `SET(9, csc_cmac_weights, channels, 2)
    `SET(9, csc_cmac_weights, weights, 3)
  end
  always_comb begin
    `SET(10, cmac_cacc, operation, 0)
    `SET(10, cmac_cacc, cells, 1)
    `SET(10, cmac_cacc, sums, 2)
  end
  always_comb begin
    `SET(11, cacc_csc, operations, 0)
  end
  always_comb begin
    `SET(12, cacc_sdp, layer_end, 0)
    `SET(12, cacc_sdp, results, 1)
  end
  always_comb begin
    `SET(13, sdp_pdp, layer_end, 0)
    `SET(13, sdp_pdp, atom, 1)
  end
  always_comb begin
    `SET(14, rdma_sdp, layer_end, 0)
    `SET(14, rdma_sdp, results, 1)
  end
  always_comb begin
    `SET(15, rdma_atom, layer_end, 0)
    `SET(15, rdma_atom, atom, 1)
  end
  always_comb begin
    `SET(16, rdma_cube, width, 0)
    `SET(16, rdma_cube, height, 1)
    `SET(16, rdma_cube, channel, 2)
  end
  always_comb begin
    `SET(17, rdma_operand, layer_end, 0)
    `SET(17, rdma_operand, operands, 1)
  end
endmodule
