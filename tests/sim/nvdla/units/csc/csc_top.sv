// CSC alone: Python plays CDMA, the buffer answers with a pattern, and CMAC and CACC take what comes with random
// pauses. Taps write down what passes for the pytest beside.

// The taker's side of a link: ready at random, held against the rule of links, and written down.
`define TAKEN(N, LINK_NAME, TYPE_NAME) \
  TYPE_NAME LINK_NAME; \
  logic LINK_NAME``_valid; \
  wire LINK_NAME``_ready = dice[N +: 8] >= pauses; \
  `SEEN(LINK_NAME, TYPE_NAME)

`define SEEN(LINK_NAME, TYPE_NAME) \
  link_check #(.WIDTH($bits(TYPE_NAME))) LINK_NAME``_check ( \
    .clk, .reset_n, .valid(LINK_NAME``_valid), .ready(LINK_NAME``_ready), .payload(LINK_NAME)); \
  link_tap #(.NAME(`"LINK_NAME`"), .WIDTH($bits(TYPE_NAME))) LINK_NAME``_tap ( \
    .clk, .reset_n, .valid(LINK_NAME``_valid), .ready(LINK_NAME``_ready), .payload(LINK_NAME), \
    .group(seed[0]), .layer_done(1'b0));

module csc_top
  import nvdla_link_pkg::*;
  import dice_pkg::*;
(
  input  logic        clk,
  input  logic        reset_n,
  input  logic [31:0] seed,
  input  logic [7:0]  pauses,   // of everybody, in 256 cycles
  input  logic [31:0] results,  // that CACC has place for
  input  logic        req_valid,
  input  logic        req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0] req_data,
  output logic [31:0] rsp_data,
  // CDMA: data in bit 0, weights in bit 1
  input  logic [1:0]  fill_valid,
  input  logic [31:0] fill_slices,
  input  logic [31:0] fill_kernels,
  input  logic [31:0] fill_data_entries,
  input  logic [31:0] fill_weights_entries,
  input  logic [31:0] fill_masks,
  input  logic [1:0]  drain_valid,
  output logic [1:0]  drain_ready,
  input  logic [1:0]  drain_group,
  output logic [31:0] released_slices,
  output logic [31:0] released_data,     // entries
  output logic [31:0] released_weights,
  output logic [31:0] released_masks,
  output logic [31:0] fired
);
  assign fired = check_pkg::fired;

  logic [63:0] dice;
  cdma_csc_data_t cdma_csc_data;
  cdma_csc_weights_t cdma_csc_weights;
  cdma_csc_drain_t cdma_csc_drain_data, cdma_csc_drain_weights;
  cacc_csc_t cacc_csc;
  csc_cbuf_t csc_cbuf_data, csc_cbuf_weights, csc_cbuf_masks;
  cbuf_csc_t cbuf_csc_data, cbuf_csc_weights, cbuf_csc_masks;
  logic csc_cbuf_data_valid, csc_cbuf_data_ready, csc_cbuf_weights_valid, csc_cbuf_weights_ready;
  logic cbuf_csc_data_valid, cbuf_csc_data_ready, cbuf_csc_weights_valid, cbuf_csc_weights_ready;
  logic csc_cbuf_masks_valid, csc_cbuf_masks_ready, cbuf_csc_masks_valid, cbuf_csc_masks_ready;
  logic cdma_csc_data_ready, cdma_csc_weights_ready, cacc_csc_valid, cacc_csc_ready;
  logic [31:0] owed;  // places of results that CSC has not been told
  wire cdma_csc_data_valid = fill_valid[0];
  wire cdma_csc_weights_valid = fill_valid[1];

  assign cdma_csc_data.slices = ENTRY_COUNT_BITS'(fill_slices);
  assign cdma_csc_data.entries = ENTRY_COUNT_BITS'(fill_data_entries);
  assign cdma_csc_weights.kernels = KERNEL_COUNT_BITS'(fill_kernels);
  assign cdma_csc_weights.entries = ENTRY_COUNT_BITS'(fill_weights_entries);
  assign cdma_csc_weights.wmb_entries = ENTRY_COUNT_BITS'(fill_masks);
  assign cdma_csc_drain_data.group = drain_group[0];
  assign cdma_csc_drain_weights.group = drain_group[1];

  `SEEN(cdma_csc_data, cdma_csc_data_t)
  `SEEN(cdma_csc_weights, cdma_csc_weights_t)
  `SEEN(csc_cbuf_data, csc_cbuf_t)
  `SEEN(csc_cbuf_weights, csc_cbuf_t)
  `SEEN(csc_cbuf_masks, csc_cbuf_t)
  `SEEN(cacc_csc, cacc_csc_t)
  `TAKEN(0, csc_cdma_data, csc_cdma_data_t)
  `TAKEN(3, csc_cdma_weights, csc_cdma_weights_t)
  `TAKEN(6, csc_cmac_data_a, csc_cmac_data_t)
  `TAKEN(9, csc_cmac_data_b, csc_cmac_data_t)
  `TAKEN(12, csc_cmac_weights_a, csc_cmac_weights_t)
  `TAKEN(15, csc_cmac_weights_b, csc_cmac_weights_t)

  csc_buffer #(.NUMBER(0)) data_buffer (
    .clk, .reset_n, .seed, .pauses,
    .csc_cbuf_valid(csc_cbuf_data_valid), .csc_cbuf_ready(csc_cbuf_data_ready), .csc_cbuf(csc_cbuf_data),
    .cbuf_csc_valid(cbuf_csc_data_valid), .cbuf_csc_ready(cbuf_csc_data_ready), .cbuf_csc(cbuf_csc_data)
  );
  csc_buffer #(.NUMBER(1)) weights_buffer (
    .clk, .reset_n, .seed, .pauses,
    .csc_cbuf_valid(csc_cbuf_weights_valid), .csc_cbuf_ready(csc_cbuf_weights_ready), .csc_cbuf(csc_cbuf_weights),
    .cbuf_csc_valid(cbuf_csc_weights_valid), .cbuf_csc_ready(cbuf_csc_weights_ready), .cbuf_csc(cbuf_csc_weights)
  );
  csc_buffer #(.NUMBER(2)) masks_buffer (
    .clk, .reset_n, .seed, .pauses,
    .csc_cbuf_valid(csc_cbuf_masks_valid), .csc_cbuf_ready(csc_cbuf_masks_ready), .csc_cbuf(csc_cbuf_masks),
    .cbuf_csc_valid(cbuf_csc_masks_valid), .cbuf_csc_ready(cbuf_csc_masks_ready), .cbuf_csc(cbuf_csc_masks)
  );

  nvdla_csc csc (
    .clk, .reset_n, .awake(), .req_valid, .req_write, .req_word, .req_data, .rsp_data,
    .cdma_csc_data_valid, .cdma_csc_data_ready, .cdma_csc_data,
    .cdma_csc_weights_valid, .cdma_csc_weights_ready, .cdma_csc_weights,
    .cdma_csc_drain_data_valid(drain_valid[0]), .cdma_csc_drain_data_ready(drain_ready[0]), .cdma_csc_drain_data,
    .cdma_csc_drain_weights_valid(drain_valid[1]), .cdma_csc_drain_weights_ready(drain_ready[1]), .cdma_csc_drain_weights,
    .csc_cdma_data_valid, .csc_cdma_data_ready, .csc_cdma_data,
    .csc_cdma_weights_valid, .csc_cdma_weights_ready, .csc_cdma_weights,
    .csc_cbuf_data_valid, .csc_cbuf_data_ready, .csc_cbuf_data,
    .cbuf_csc_data_valid, .cbuf_csc_data_ready, .cbuf_csc_data,
    .csc_cbuf_weights_valid, .csc_cbuf_weights_ready, .csc_cbuf_weights,
    .cbuf_csc_weights_valid, .cbuf_csc_weights_ready, .cbuf_csc_weights,
    .csc_cbuf_masks_valid, .csc_cbuf_masks_ready, .csc_cbuf_masks,
    .cbuf_csc_masks_valid, .cbuf_csc_masks_ready, .cbuf_csc_masks,
    .csc_cmac_data_a_valid, .csc_cmac_data_a_ready, .csc_cmac_data_a,
    .csc_cmac_data_b_valid, .csc_cmac_data_b_ready, .csc_cmac_data_b,
    .csc_cmac_weights_a_valid, .csc_cmac_weights_a_ready, .csc_cmac_weights_a,
    .csc_cmac_weights_b_valid, .csc_cmac_weights_b_ready, .csc_cmac_weights_b,
    .cacc_csc_valid, .cacc_csc_ready, .cacc_csc
  );

  wire result = csc_cmac_data_a_valid && csc_cmac_data_a_ready && csc_cmac_data_a.operation.channel_end;
  wire told = cacc_csc_valid && cacc_csc_ready;
  wire [31:0] telling = told ? 32'(cacc_csc.operations) : '0;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      dice <= {~seed, seed} + 64'd400;
      owed <= results;
      cacc_csc_valid <= 1'b0;
      cacc_csc <= '0;
      released_slices <= '0;
      released_data <= '0;
      released_weights <= '0;
      released_masks <= '0;
    end else begin
      dice <= {next_dice(dice[63:32]), next_dice(dice[31:0])};
      owed <= owed - telling + 32'(result);
      if (!cacc_csc_valid || told) begin
        cacc_csc_valid <= owed != telling && dice[47:40] < 8'd40;  // often too late for CSC
        cacc_csc.operations <= STRIPE_COUNT_BITS'(owed - telling > 5 ? 5 : owed - telling);
      end
      if (csc_cdma_data_valid && csc_cdma_data_ready) begin
        released_slices <= released_slices + 32'(csc_cdma_data.slices);
        released_data <= released_data + 32'(csc_cdma_data.entries);
      end
      if (csc_cdma_weights_valid && csc_cdma_weights_ready) begin
        released_weights <= released_weights + 32'(csc_cdma_weights.entries);
        released_masks <= released_masks + 32'(csc_cdma_weights.wmb_entries);
      end
    end
endmodule
