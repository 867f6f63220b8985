// CDMA and the convolution buffer alone: memories that hold a pattern on one side, CSC's part of the links on the other.
// Taps write down what passes for the pytest beside.

`define TAP(TAP_NAME, TYPE, SIGNAL) \
  link_tap #(.NAME(TAP_NAME), .WIDTH($bits(TYPE))) SIGNAL``_tap ( \
    .clk, .reset_n, .valid(started && SIGNAL``_valid), .ready(SIGNAL``_ready), .payload(SIGNAL), \
    .group(1'b0), .layer_done(1'b0)); \
  link_check #(.WIDTH($bits(TYPE))) SIGNAL``_check ( \
    .clk, .reset_n, .valid(SIGNAL``_valid), .ready(SIGNAL``_ready), .payload(SIGNAL));

module conv_buffer_top
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
(
  input  logic        clk,
  input  logic        reset_n,
  input  logic [31:0] seed,
  input  logic [7:0]  pauses,   // of everybody but the buffer's links, in 256 cycles
  input  logic [7:0]  link_pauses,  // of these
  input  logic        hold,     // CSC lets nothing go
  input  logic        started,  // taps write
  input  logic        read,     // the buffer, once
  output logic        all_read,
  output logic        data_seen,  // something of the first bank's entries is not zero
  input  logic        req_valid,
  input  logic        req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0] req_data,
  output logic [31:0] rsp_data,
  output logic [31:0] data_dones,
  output logic [31:0] weights_dones,
  output logic [31:0] fired
);
  assign fired = check_pkg::fired;

  logic [MEMORIES-1:0]     d_line_valid, d_line_ready, d_valid, d_ready;
  logic [MEMORIES-1:0]     w_line_valid, w_line_ready, w_valid, w_ready;
  logic [ADDRESS_BITS-1:0] d_address, w_address;
  logic [SIZE_BITS-1:0]    d_size, w_size;
  wire  [BEAT_BITS-1:0]    d_data [0:DATA_PORTS-1];
  wire  [BEAT_BITS-1:0]    w_data [0:DATA_PORTS-1];
  logic [1:0]              data_done, weights_done;

  cdma_cbuf_t        cdma_cbuf_data, cdma_cbuf_weights;
  cdma_csc_data_t    cdma_csc_data;
  cdma_csc_weights_t cdma_csc_weights;
  cdma_csc_drain_t   cdma_csc_drain_data, cdma_csc_drain_weights;
  csc_cdma_data_t    csc_cdma_data;
  csc_cdma_weights_t csc_cdma_weights;
  csc_cbuf_t         csc_cbuf_data, csc_cbuf_weights;
  cbuf_csc_t         cbuf_csc_data, cbuf_csc_weights;
  logic cdma_cbuf_data_valid, cdma_cbuf_data_ready, cdma_cbuf_weights_valid, cdma_cbuf_weights_ready;
  logic cdma_csc_data_valid, cdma_csc_data_ready, cdma_csc_weights_valid, cdma_csc_weights_ready;
  logic cdma_csc_drain_data_valid, cdma_csc_drain_data_ready;
  logic cdma_csc_drain_weights_valid, cdma_csc_drain_weights_ready;
  logic csc_cdma_data_valid, csc_cdma_data_ready, csc_cdma_weights_valid, csc_cdma_weights_ready;
  logic csc_cbuf_data_valid, csc_cbuf_data_ready, csc_cbuf_weights_valid, csc_cbuf_weights_ready;
  logic cbuf_csc_data_valid, cbuf_csc_data_ready, cbuf_csc_weights_valid, cbuf_csc_weights_ready;
  logic data_read, weights_read;
  logic [31:0] entries_read;

  // As the memories' pattern hardly has any: a quarter of the elements lose their mantissa.
  function automatic logic [BEAT_BITS-1:0] with_infinities(input logic [BEAT_BITS-1:0] pattern);
    int i;
    with_infinities = pattern;
    for (i = 0; i < BEAT_BITS / 16; i++) if (pattern[16*i +: 2] == '0) with_infinities[16*i +: 10] = '0;
  endfunction

  assign all_read = data_read && weights_read;

  genvar ram;
  for (ram = MEMORIES; ram < DATA_PORTS; ram++) begin : g_no_ram
    assign d_data[ram] = '0;
    assign w_data[ram] = '0;
  end
  for (ram = 0; ram < MEMORIES; ram++) begin : g_ram
    logic [BEAT_BITS-1:0] data, weights;
    assign d_data[ram] = with_infinities(data);
    assign w_data[ram] = with_infinities(weights);
    dma_read_memory #(.NUMBER(ram)) data_memory (
      .clk, .reset_n, .seed, .pauses, .stray(1'b0),
      .line_valid(d_line_valid[ram]), .line_ready(d_line_ready[ram]), .line_address(d_address), .line_size(d_size),
      .data_valid(d_valid[ram]), .data_ready(d_ready[ram]), .data
    );
    dma_read_memory #(.NUMBER(ram)) weights_memory (
      .clk, .reset_n, .seed, .pauses, .stray(1'b0),
      .line_valid(w_line_valid[ram]), .line_ready(w_line_ready[ram]), .line_address(w_address), .line_size(w_size),
      .data_valid(w_valid[ram]), .data_ready(w_ready[ram]), .data(weights)
    );
  end

  nvdla_cdma cdma (
    .clk, .reset_n, .awake(), .req_valid, .req_write, .req_word, .req_data, .rsp_data,
    .data_read_req_valid(d_line_valid), .data_read_req_ready(d_line_ready),
    .data_read_req_address(d_address), .data_read_req_size(d_size),
    .data_read_data_valid(d_valid), .data_read_data_ready(d_ready), .data_read_data(d_data),
    .weights_read_req_valid(w_line_valid), .weights_read_req_ready(w_line_ready),
    .weights_read_req_address(w_address), .weights_read_req_size(w_size),
    .weights_read_data_valid(w_valid), .weights_read_data_ready(w_ready), .weights_read_data(w_data),
    .cdma_cbuf_data_valid, .cdma_cbuf_data_ready, .cdma_cbuf_data,
    .cdma_cbuf_weights_valid, .cdma_cbuf_weights_ready, .cdma_cbuf_weights,
    .cdma_csc_data_valid, .cdma_csc_data_ready, .cdma_csc_data,
    .cdma_csc_weights_valid, .cdma_csc_weights_ready, .cdma_csc_weights,
    .cdma_csc_drain_data_valid, .cdma_csc_drain_data_ready, .cdma_csc_drain_data,
    .cdma_csc_drain_weights_valid, .cdma_csc_drain_weights_ready, .cdma_csc_drain_weights,
    .csc_cdma_data_valid, .csc_cdma_data_ready, .csc_cdma_data,
    .csc_cdma_weights_valid, .csc_cdma_weights_ready, .csc_cdma_weights,
    .data_done, .weights_done
  );

  logic [31:0] dice;
  logic        data_room, weights_room;
  wire         data_passes = dice[7:0] >= link_pauses;
  wire         weights_pass = dice[15:8] >= link_pauses;
  assign cdma_cbuf_data_ready = data_room && data_passes;
  assign cdma_cbuf_weights_ready = weights_room && weights_pass;
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) dice <= seed + 32'd300;
    else dice <= dice_pkg::next_dice(dice);

  nvdla_cbuf cbuf (
    .clk, .reset_n, .awake(),
    .cdma_cbuf_data_valid(cdma_cbuf_data_valid && data_passes), .cdma_cbuf_data_ready(data_room), .cdma_cbuf_data,
    .cdma_cbuf_weights_valid(cdma_cbuf_weights_valid && weights_pass), .cdma_cbuf_weights_ready(weights_room),
    .cdma_cbuf_weights,
    .csc_cbuf_data_valid, .csc_cbuf_data_ready, .csc_cbuf_data,
    .cbuf_csc_data_valid, .cbuf_csc_data_ready, .cbuf_csc_data,
    .csc_cbuf_weights_valid, .csc_cbuf_weights_ready, .csc_cbuf_weights,
    .cbuf_csc_weights_valid, .cbuf_csc_weights_ready, .cbuf_csc_weights,
    .csc_cbuf_masks_valid(1'b0), .csc_cbuf_masks_ready(), .csc_cbuf_masks(csc_cbuf_weights),
    .cbuf_csc_masks_valid(), .cbuf_csc_masks_ready(1'b0), .cbuf_csc_masks()
  );

  conv_buffer_csc #(.NUMBER(0), .WIDTH($bits(cdma_csc_data_t))) csc_data (
    .clk, .reset_n, .seed, .pauses, .hold,
    .told_valid(cdma_csc_data_valid), .told_ready(cdma_csc_data_ready), .told(cdma_csc_data),
    .release_valid(csc_cdma_data_valid), .release_ready(csc_cdma_data_ready), .released(csc_cdma_data),
    .drain_valid(cdma_csc_drain_data_valid), .drain_ready(cdma_csc_drain_data_ready)
  );
  conv_buffer_csc #(.NUMBER(1), .WIDTH($bits(cdma_csc_weights_t))) csc_weights (
    .clk, .reset_n, .seed, .pauses, .hold,
    .told_valid(cdma_csc_weights_valid), .told_ready(cdma_csc_weights_ready), .told(cdma_csc_weights),
    .release_valid(csc_cdma_weights_valid), .release_ready(csc_cdma_weights_ready), .released(csc_cdma_weights),
    .drain_valid(cdma_csc_drain_weights_valid), .drain_ready(cdma_csc_drain_weights_ready)
  );
  conv_buffer_reader #(.NUMBER(0)) reader_data (
    .clk, .reset_n, .seed, .pauses, .start(read), .done(data_read),
    .ask_valid(csc_cbuf_data_valid), .ask_ready(csc_cbuf_data_ready), .ask(csc_cbuf_data),
    .valid(cbuf_csc_data_valid), .ready(cbuf_csc_data_ready)
  );
  conv_buffer_reader #(.NUMBER(1)) reader_weights (
    .clk, .reset_n, .seed, .pauses, .start(read), .done(weights_read),
    .ask_valid(csc_cbuf_weights_valid), .ask_ready(csc_cbuf_weights_ready), .ask(csc_cbuf_weights),
    .valid(cbuf_csc_weights_valid), .ready(cbuf_csc_weights_ready)
  );

  `TAP("write_data", cdma_cbuf_t, cdma_cbuf_data)
  `TAP("write_weights", cdma_cbuf_t, cdma_cbuf_weights)
  `TAP("told_data", cdma_csc_data_t, cdma_csc_data)
  `TAP("told_weights", cdma_csc_weights_t, cdma_csc_weights)
  `TAP("released_data", csc_cdma_data_t, csc_cdma_data)
  `TAP("released_weights", csc_cdma_weights_t, csc_cdma_weights)
  `TAP("drained_data", cdma_csc_drain_t, cdma_csc_drain_data)
  `TAP("drained_weights", cdma_csc_drain_t, cdma_csc_drain_weights)
  `TAP("read_data", cbuf_csc_t, cbuf_csc_data)
  `TAP("read_weights", cbuf_csc_t, cbuf_csc_weights)

  // Lines that are read, of whichever memory
  link_tap #(.NAME("asked_data"), .WIDTH(ADDRESS_BITS + SIZE_BITS)) asked_data_tap (
    .clk, .reset_n, .valid(started && (d_line_valid & d_line_ready) != '0), .ready(1'b1), .payload({d_address, d_size}),
    .group(1'b0), .layer_done(1'b0)
  );
  link_tap #(.NAME("asked_weights"), .WIDTH(ADDRESS_BITS + SIZE_BITS)) asked_weights_tap (
    .clk, .reset_n, .valid(started && (w_line_valid & w_line_ready) != '0), .ready(1'b1), .payload({w_address, w_size}),
    .group(1'b0), .layer_done(1'b0)
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) {data_dones, weights_dones, entries_read, data_seen} <= '0;
    else begin
      entries_read <= entries_read + 32'(cbuf_csc_data_valid && cbuf_csc_data_ready);
      if (cbuf_csc_data_valid && cbuf_csc_data != '0 && entries_read < CBUF_BANK_ENTRIES) data_seen <= 1'b1;
      data_dones <= data_dones + 32'(data_done[0]) + 32'(data_done[1]);
      weights_dones <= weights_dones + 32'(weights_done[0]) + 32'(weights_done[1]);
    end
endmodule
