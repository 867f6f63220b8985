// CBUF: the convolution buffer: CBUF_BANKS x CBUF_BANK_ENTRIES entries. CDMA writes whole entries, with all of their
// atoms, and CSC reads them; data, weights and masks have ports of their own and may use them in the same cycle. An entry
// that is written and read in one cycle is read as it was before.
module nvdla_cbuf
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import check_pkg::*;
(
  input  logic       clk,
  input  logic       reset_n,
  output logic       awake,  // a register may change at the next edge
  // CDMA
  input  logic       cdma_cbuf_data_valid,
  output logic       cdma_cbuf_data_ready,
  input  cdma_cbuf_t cdma_cbuf_data,
  input  logic       cdma_cbuf_weights_valid,
  output logic       cdma_cbuf_weights_ready,
  input  cdma_cbuf_t cdma_cbuf_weights,
  // CSC
  input  logic       csc_cbuf_data_valid,
  output logic       csc_cbuf_data_ready,
  input  csc_cbuf_t  csc_cbuf_data,
  output logic       cbuf_csc_data_valid,
  input  logic       cbuf_csc_data_ready,
  output cbuf_csc_t  cbuf_csc_data,
  input  logic       csc_cbuf_weights_valid,
  output logic       csc_cbuf_weights_ready,
  input  csc_cbuf_t  csc_cbuf_weights,
  output logic       cbuf_csc_weights_valid,
  input  logic       cbuf_csc_weights_ready,
  output cbuf_csc_t  cbuf_csc_weights,
  input  logic       csc_cbuf_masks_valid,
  output logic       csc_cbuf_masks_ready,
  input  csc_cbuf_t  csc_cbuf_masks,
  output logic       cbuf_csc_masks_valid,
  input  logic       cbuf_csc_masks_ready,
  output cbuf_csc_t  cbuf_csc_masks
);
  logic [ENTRY_BITS-1:0] entries [0:CBUF_ENTRIES-1];
  wire data_write = cdma_cbuf_data_valid;
  wire weights_write = cdma_cbuf_weights_valid;
  wire data_read = csc_cbuf_data_valid && csc_cbuf_data_ready;
  wire weights_read = csc_cbuf_weights_valid && csc_cbuf_weights_ready;
  wire masks_read = csc_cbuf_masks_valid && csc_cbuf_masks_ready;
  wire writing = data_write || weights_write;
  wire reading = csc_cbuf_data_valid || cbuf_csc_data_valid || csc_cbuf_weights_valid || cbuf_csc_weights_valid
    || csc_cbuf_masks_valid || cbuf_csc_masks_valid;

  assign awake = writing || reading;
  assign cdma_cbuf_data_ready = 1'b1;
  assign cdma_cbuf_weights_ready = 1'b1;
  assign csc_cbuf_data_ready = !cbuf_csc_data_valid || cbuf_csc_data_ready;
  assign csc_cbuf_weights_ready = !cbuf_csc_weights_valid || cbuf_csc_weights_ready;
  assign csc_cbuf_masks_ready = !cbuf_csc_masks_valid || cbuf_csc_masks_ready;

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk)
    if (writing) begin
      assert ((!data_write || cdma_cbuf_data.atoms == '1) && (!weights_write || cdma_cbuf_weights.atoms == '1))
      else assertion_failed("part-of-entry", $sformatf("%m"), $time);
      if (data_write) entries[cdma_cbuf_data.entry] <= cdma_cbuf_data.data;
      if (weights_write) entries[cdma_cbuf_weights.entry] <= cdma_cbuf_weights.data;
    end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      cbuf_csc_data_valid <= 1'b0;
      cbuf_csc_weights_valid <= 1'b0;
      cbuf_csc_masks_valid <= 1'b0;
      cbuf_csc_data <= '0;
      cbuf_csc_weights <= '0;
      cbuf_csc_masks <= '0;
    end else if (reading) begin
      if (csc_cbuf_data_ready) cbuf_csc_data_valid <= csc_cbuf_data_valid;
      if (csc_cbuf_weights_ready) cbuf_csc_weights_valid <= csc_cbuf_weights_valid;
      if (csc_cbuf_masks_ready) cbuf_csc_masks_valid <= csc_cbuf_masks_valid;
      if (data_read) cbuf_csc_data <= entries[csc_cbuf_data.entry];
      if (weights_read) cbuf_csc_weights <= entries[csc_cbuf_weights.entry];
      if (masks_read) cbuf_csc_masks <= entries[csc_cbuf_masks.entry];
    end

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("cdma_cbuf_data_taken"), .WIDTH($bits(cdma_cbuf_t))) cdma_data (
      .valid(cdma_cbuf_data_valid), .ready(cdma_cbuf_data_ready), .payload(cdma_cbuf_data),
      .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("cdma_cbuf_weights_taken"), .WIDTH($bits(cdma_cbuf_t))) cdma_weights (
      .valid(cdma_cbuf_weights_valid), .ready(cdma_cbuf_weights_ready), .payload(cdma_cbuf_weights),
      .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("csc_cbuf_data"), .WIDTH($bits(csc_cbuf_t))) asked_data (
      .valid(csc_cbuf_data_valid), .ready(csc_cbuf_data_ready), .payload(csc_cbuf_data),
      .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("cbuf_csc_data"), .WIDTH($bits(cbuf_csc_t))) answered_data (
      .valid(cbuf_csc_data_valid), .ready(cbuf_csc_data_ready), .payload(cbuf_csc_data),
      .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("csc_cbuf_weights"), .WIDTH($bits(csc_cbuf_t))) asked_weights (
      .valid(csc_cbuf_weights_valid), .ready(csc_cbuf_weights_ready), .payload(csc_cbuf_weights),
      .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("cbuf_csc_weights"), .WIDTH($bits(cbuf_csc_t))) answered_weights (
      .valid(cbuf_csc_weights_valid), .ready(cbuf_csc_weights_ready), .payload(cbuf_csc_weights),
      .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("csc_cbuf_masks"), .WIDTH($bits(csc_cbuf_t))) asked_masks (
      .valid(csc_cbuf_masks_valid), .ready(csc_cbuf_masks_ready), .payload(csc_cbuf_masks),
      .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("cbuf_csc_masks"), .WIDTH($bits(cbuf_csc_t))) answered_masks (
      .valid(cbuf_csc_masks_valid), .ready(cbuf_csc_masks_ready), .payload(cbuf_csc_masks),
      .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule
