// CACC: adds up what both halves of the MAC array give for a pixel, and gives the results to SDP, an atom at a time.
// What it can keep for SDP is told to CSC as places, each for the results of an operation, with Winograd those of a tile;
// so results are never held back. Batches are operations as any others. As in the real part a group is free once all of its
// results that SDP has not taken fit into 16 beats for each kernel; an atom of INT8 takes two.
module nvdla_cacc
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cacc_pkg::*;
  import check_pkg::*;
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
  // from CMAC_A and CMAC_B
  input  logic                                cmac_cacc_a_valid,
  output logic                                cmac_cacc_a_ready,
  input  cmac_cacc_t                          cmac_cacc_a,
  input  logic                                cmac_cacc_b_valid,
  output logic                                cmac_cacc_b_ready,
  input  cmac_cacc_t                          cmac_cacc_b,
  // to CSC
  output logic                                cacc_csc_valid,
  input  logic                                cacc_csc_ready,
  output cacc_csc_t                           cacc_csc,
  // to SDP
  output logic                                cacc_sdp_valid,
  input  logic                                cacc_sdp_ready,
  output cacc_sdp_t                           cacc_sdp,
  // interrupts, by group
  output logic [1:0]                          done
);
  localparam int PLACES = 4 * MAC_CELLS;  // two of the longest stripes
  localparam int PLACE_COUNT_BITS = $clog2(PLACES + 1);
  localparam int FREE_BEATS = 16 * MAC_CELLS;
  localparam int BEAT_COUNT_BITS = $clog2(2 * PLACES * TILE_SUMS + 1);

  layer_t  layer;
  result_t result;
  logic    running, consumer, layer_done;
  logic    closing;                 // the layer's last operation is taken
  logic    result_valid, result_whole, result_layer_end;
  logic [RESULTS_BITS-1:0] results;
  logic [KERNEL_COUNT_BITS-1:0] saturations;
  logic [31:0] saturated;           // results of the layer
  logic    counted_layer_end;       // the last result counted was a layer's last one
  logic    delivering;              // the group whose results SDP gets
  logic [PLACE_COUNT_BITS-1:0] free_places;  // that CSC has not been told of
  logic [TILE_INDEX_BITS-1:0] tile_place;      // of the operation's sums, the next to add
  logic delivered_whole;                       // what SDP gets is an operation's last
  logic delivered_int8;
  logic [BEAT_COUNT_BITS-1:0] beats;           // that SDP has not taken

  wire both = cmac_cacc_a_valid && cmac_cacc_b_valid;
  wire able = running && !closing;
  wire take = both && able;
  wire is_winograd = TILE_SUMS > 1 && layer.d_misc_cfg.conv_mode == D_MISC_CFG_CONV_MODE_WINOGRAD;
  wire last_place = !is_winograd || tile_place == TILE_INDEX_BITS'(TILE_SUMS - 1);
  wire is_int8 = PRECISION_16_BITS == 0 || layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_INT8;
  wire is_float = PRECISION_FP16 != 0 && layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_FP16;
  wire given = cacc_sdp_valid && cacc_sdp_ready;
  wire freed = given && delivered_whole;
  wire told = cacc_csc_valid && cacc_csc_ready;
  wire changing = take || result_valid || closing || given || told || !cacc_csc_valid && free_places != '0;
  operation_t operation;
  assign operation = cmac_cacc_a.operation;
  assign awake = req_valid || changing || cacc_sdp_valid || done != '0;  // a tap counts how long results wait
  assign cmac_cacc_a_ready = able && last_place && cmac_cacc_b_valid;
  assign cmac_cacc_b_ready = able && last_place && cmac_cacc_a_valid;
  assign layer_done = closing && counted_layer_end && !result_valid && 32'(beats) <= FREE_BEATS;
  assign result.d_out_saturation = saturated;

  nvdla_cacc_regs regs (.*);

  nvdla_cacc_sums adder (
    .truncate(layer.d_clip_cfg.clip_truncate),
    .cells({cmac_cacc_b.cells, cmac_cacc_a.cells}),
    .terms({cmac_cacc_b.sums, cmac_cacc_a.sums}),
    .valid(result_valid),
    .whole(result_whole),
    .layer_end(result_layer_end),
    .*
  );

  nvdla_fifo #(.WIDTH(2 + $bits(cacc_sdp_t)), .DEPTH(PLACES * TILE_SUMS)) delivery (
    .clk,
    .reset_n,
    .push(result_valid),
    .full(),
    .push_data({is_int8, result_whole, result_layer_end, results}),
    .pop(given),
    .valid(cacc_sdp_valid),
    .data({delivered_int8, delivered_whole, cacc_sdp})
  );

  function automatic logic [BEAT_COUNT_BITS-1:0] beats_of(input logic int8);
    return int8 ? BEAT_COUNT_BITS'(2) : BEAT_COUNT_BITS'(1);
  endfunction

  // The real part begins a count with a layer's first result, unless that is its last one too: then the layer before is
  // counted on.
  wire [31:0] counted = counted_layer_end && !result_layer_end ? '0 : saturated;
  wire [32:0] next_count = {1'b0, counted} + 33'(saturations);

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      tile_place <= '0;
      closing <= 1'b0;
      saturated <= '0;
      counted_layer_end <= 1'b1;
      delivering <= 1'b0;
      done <= '0;
      free_places <= PLACE_COUNT_BITS'(PLACES);
      beats <= '0;
      cacc_csc_valid <= 1'b0;
      cacc_csc <= '0;
    end else if (changing || done != '0) begin
      assert (!take || cmac_cacc_b.operation == operation)
      else assertion_failed("mac-halves-differ", $sformatf("%m"), $time);
      if (take) tile_place <= last_place ? '0 : tile_place + 1'b1;
      if (take && last_place && operation.layer_end) closing <= 1'b1;
      else if (layer_done) closing <= 1'b0;
      if (result_valid) begin
        counted_layer_end <= result_layer_end;
        saturated <= next_count[32] ? '1 : next_count[31:0];
      end
      done <= '0;
      if (given && cacc_sdp.layer_end) begin
        done[delivering] <= 1'b1;
        delivering <= !delivering;
      end
      beats <= beats + (result_valid ? beats_of(is_int8) : '0) - (given ? beats_of(delivered_int8) : '0);
      free_places <= free_places + PLACE_COUNT_BITS'(freed);
      if (told) cacc_csc_valid <= 1'b0;
      else if (!cacc_csc_valid && free_places != '0) begin
        cacc_csc_valid <= 1'b1;
        cacc_csc.operations <= 32'(free_places) > STRIPE_LONGEST ? STRIPE_COUNT_BITS'(STRIPE_LONGEST)
          : STRIPE_COUNT_BITS'(free_places);
        free_places <= PLACE_COUNT_BITS'(freed)
          + (32'(free_places) > STRIPE_LONGEST ? free_places - PLACE_COUNT_BITS'(STRIPE_LONGEST) : '0);
      end
    end

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("cacc_sdp"), .WIDTH($bits(cacc_sdp_t))) results_tap (
      .clk,
      .reset_n,
      .valid(cacc_sdp_valid),
      .ready(cacc_sdp_ready),
      .payload(cacc_sdp),
      .group(delivering),
      .layer_done(given && cacc_sdp.layer_end)
    );
    link_tap #(.NAME("cmac_cacc_a_taken"), .WIDTH($bits(cmac_cacc_t))) sums_a_tap (
      .valid(cmac_cacc_a_valid), .ready(cmac_cacc_a_ready), .payload(cmac_cacc_a), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("cmac_cacc_b_taken"), .WIDTH($bits(cmac_cacc_t))) sums_b_tap (
      .valid(cmac_cacc_b_valid), .ready(cmac_cacc_b_ready), .payload(cmac_cacc_b), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("cacc_csc"), .WIDTH($bits(cacc_csc_t))) places_tap (
      .valid(cacc_csc_valid), .ready(cacc_csc_ready), .payload(cacc_csc), .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule
