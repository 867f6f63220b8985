// Packs the bytes of runs into beats, each where its address puts it.
module vipnano_store
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
(
  input  logic        clk,
  input  logic        reset_n,
  // NN or TP
  input  run_t        run,
  output logic        run_ready,
  input  out_byte_t   out_byte,
  output logic        out_byte_ready,
  input  logic        nn_ends,
  input  logic        tp_ends,
  // the write side: a run is taken there, and its beats
  output run_t        store,
  input  logic        store_ready,
  output write_beat_t store_beat,
  input  logic        store_beat_ready
);
  logic [LENGTH_BITS-1:0]  left;     // bytes of the run
  logic [ADDRESS_BITS-1:0] address;  // of the next one
  logic [ID_BITS-1:0]      id;
  logic [DATA_BITS-1:0]    data;
  logic [DATA_BYTES-1:0]   strobe;
  logic                    whole;    // the beat

  wire [OFFSET_BITS-1:0] offset = address[OFFSET_BITS-1:0];
  wire                   idle = left == '0 && !whole;
  wire                   takes = idle && run.valid && store_ready;
  wire                   packs = out_byte.valid && out_byte_ready;

  assign run_ready = idle && store_ready;
  assign out_byte_ready = left != '0 && !whole;
  assign store = {run.valid && idle, run.id, run.address, run.length};
  assign store_beat = {whole, strobe, data};

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      left <= '0;
      address <= '0;
      id <= '0;
      data <= '0;
      strobe <= '0;
      whole <= 1'b0;
    end else begin
      if (takes) begin
        left <= run.length;
        address <= run.address;
        id <= run.id;
      end else if (packs) begin
        left <= left - 1'b1;
        address <= address + 1'b1;
        data[{offset, 3'b000} +: 8] <= out_byte.value;
        strobe[offset] <= 1'b1;
        whole <= &offset || left == LENGTH_BITS'(1);
      end
      if (whole && store_beat_ready) begin
        whole <= 1'b0;
        strobe <= '0;
      end
    end

  if (debug_pkg::TAPS) begin : g_taps
    written_byte_t written;
    wire           nn_packs = packs && id == OUTPUT_ID;
    wire           tp_packs = packs && id == TP_OUTPUT_ID;
    assign written = {address, out_byte.value};
    link_tap #(.NAME("nn_written"), .WIDTH(WRITTEN_BITS)) nn_tap (
      .valid(nn_packs), .ready(1'b1), .payload(written), .group(1'b0), .layer_done(nn_ends), .*
    );
    link_tap #(.NAME("tp_written"), .WIDTH(WRITTEN_BITS)) tp_tap (
      .valid(tp_packs), .ready(1'b1), .payload(written), .group(1'b0), .layer_done(tp_ends), .*
    );
  end
endmodule
