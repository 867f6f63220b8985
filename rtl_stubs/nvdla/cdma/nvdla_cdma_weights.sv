// CDMA's weight fetch: a stream of bytes into the ring of the weight banks and, where weights are compressed, their mask
// into the ring of the last bank.
module nvdla_cdma_weights
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_elements_pkg::*;
  import nvdla_cdma_job_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  input  layer_t                      layer,
  input  s_arbiter_reg_t              arbiter,
  input  logic                        running,
  input  logic                        group,
  input  logic                        layer_done,
  output logic                        done,
  output logic [1:0]                  finished,
  output counts_t                     counts,
  // clearing of the buffer
  input  logic                        flush_valid,
  input  logic [ENTRY_INDEX_BITS-1:0] flush_entry,
  output logic                        write_flush,  // what goes to CBUF is of it
  // memory interfaces, by port
  output logic [MEMORIES-1:0]         line_valid,
  input  logic [MEMORIES-1:0]         line_ready,
  output logic [ADDRESS_BITS-1:0]     line_address,
  output logic [SIZE_BITS-1:0]        line_size,
  input  logic [MEMORIES-1:0]         data_valid,
  output logic [MEMORIES-1:0]         data_ready,
  input  wire  [BEAT_BITS-1:0]        line_data [0:DATA_PORTS-1],
  // CBUF
  output logic                        write_valid,
  input  logic                        write_ready,
  output cdma_cbuf_t                  write,
  // CSC
  output logic                        tell_valid,
  input  logic                        tell_ready,
  output cdma_csc_weights_t           tell,
  output logic                        drain_valid,
  input  logic                        drain_ready,
  output cdma_csc_drain_t             drain,
  input  logic                        release_valid,
  input  csc_cdma_weights_t           released
);
  localparam int BANK_SHIFT = $clog2(CBUF_BANK_ENTRIES);

  dma_request_t request;
  change_t      change;
  stream_t      taking, stream;
  logic [ENTRY_COUNT_BITS-1:0] weights_used, masks_used, taken, released_entries, released_masks;
  logic [BEAT_BITS-1:0]        word;
  logic [31:0]                 nans, infs, latency_cycles;
  logic [STALL_BITS-1:0]       stall_cycles;
  logic [8*SIZE_BYTES-1:0]     size;
  logic asking, asked, start, restart, fetched, word_valid, word_ready, take_places, write_fetched, write_masks;
  logic sizes_free, size_known, size_taken, last_group;
  wire fp16 = PRECISION_FP16 != 0 && layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_FP16;
  wire [ENTRY_COUNT_BITS-1:0]  first = (ENTRY_COUNT_BITS'({layer.d_bank.data_bank}) + 1'b1) << BANK_SHIFT;
  wire [ENTRY_COUNT_BITS-1:0]  capacity = (ENTRY_COUNT_BITS'({layer.d_bank.weight_bank}) + 1'b1) << BANK_SHIFT;
  wire                         take = word_valid && word_ready;
  wire                         take_weights = take && stream == STREAM_WEIGHTS;
  wire                         take_sizes = take && stream == STREAM_SIZES;
  wire                         weights_places = take_places && taking == STREAM_WEIGHTS;
  wire                         masks_places = take_places && taking == STREAM_MASKS;
  wire                         sizes_places = take_places && taking == STREAM_SIZES;
  wire                         written = write_valid && write_ready && write_fetched;

  // some parts do not count the latency of weights
  assign counts = {nans, infs, 32'(stall_cycles), ERRATUM_CDMA_WEIGHT_LATENCY == 0 ? latency_cycles : 32'd0};
  assign released_entries = released.entries;
  assign released_masks = released.wmb_entries;

  // NaN may become zero, nothing else changes
  assign change = {
    fp16 && layer.d_nan_flush_to_zero.nan_to_zero == D_NAN_FLUSH_TO_ZERO_NAN_TO_ZERO_ENABLE,
    {($bits(change_t)-1){1'b0}}};

  nvdla_cdma_fetch fetch (
    .allocation(32'(layer.d_bank)),
    .kind(2'd0),
    .reuse(layer.d_misc_cfg.weight_reuse),
    .skip_release(layer.d_misc_cfg.skip_weight_rls),
    .*
  );

  nvdla_cdma_room weights_room (
    .take(weights_places),
    .give_back(release_valid),
    .given_back(released_entries),
    .used(weights_used),
    .*
  );

  nvdla_cdma_room masks_room (
    .take(masks_places),
    .give_back(release_valid && released_masks != '0),
    .given_back(released_masks),
    .used(masks_used),
    .*
  );

  nvdla_cdma_streams streams (
    .weights_free(capacity - weights_used),
    .masks_free(ENTRY_COUNT_BITS'(CBUF_BANK_ENTRIES) - masks_used),
    .take(take_places),
    .ask(asking),
    .word_taken(take),
    .*
  );

  nvdla_cdma_load load (
    .count_enable(layer.d_perf_enable.dma_en),
    .request_valid(asking),
    .request_ready(asked),
    .valid(word_valid),
    .ready(word_ready),
    .data(word),
    .*
  );

  nvdla_cdma_stream_entries entries (
    .weights_first(first),
    .weights_capacity(capacity),
    .in_valid(word_valid),
    .in_ready(word_ready),
    .in_stream(stream),
    .in_data(word),
    .out_valid(write_valid),
    .out_ready(write_ready),
    .out(write),
    .out_flush(write_flush),
    .out_fetched(write_fetched),
    .out_masks(write_masks),
    .*
  );

  nvdla_cdma_sizes sizes (
    .free(sizes_free),
    .asked(sizes_places),
    .arrived(take_sizes),
    .atom(word[ATOM_BITS-1:0]),
    .known(size_known),
    .taken(size_taken),
    .last(last_group),
    .*
  );

  nvdla_cdma_groups groups (
    .weights_written(written && !write_masks),
    .masks_written(written && write_masks),
    .last(last_group),
    .*
  );

  nvdla_cdma_specials specials (
    .enable(fp16),
    .clear(layer_done),
    .take(take_weights),
    .atoms({BEAT_ATOMS{1'b1}}),
    .pads(1'b0),
    .pad_nan(1'b0),
    .pad_inf(1'b0),
    .*
  );
endmodule
