// CDMA's data fetch: feature cubes for direct convolution and for Winograd, and images.
module nvdla_cdma_data
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_elements_pkg::*;
  import nvdla_cdma_job_pkg::*;
  import nvdla_cdma_image_pkg::*;
  import nvdla_cdma_winograd_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  input  layer_t                      layer,
  input  logic                        running,
  input  logic                        group,
  input  logic                        layer_done,
  output logic                        done,
  output logic [1:0]                  finished,
  // counters of the layer
  output logic [31:0]                 nans,
  output logic [31:0]                 infs,
  output logic [STALL_BITS-1:0]       stall_cycles,
  output logic [31:0]                 latency_cycles,
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
  output cdma_csc_data_t              tell,
  output logic                        drain_valid,
  input  logic                        drain_ready,
  output cdma_csc_drain_t             drain,
  input  logic                        release_valid,
  input  csc_cdma_data_t              released
);
  data_job_t    job;
  kind_t        kind;
  image_job_t   image;
  winograd_job_t winograd;
  change_t      change, pack_change;
  dma_request_t request;
  logic [ADDRESS_BITS-1:0]     address, address_1;
  logic [ENTRY_COUNT_BITS-1:0] used, taken, released_entries, line_entries;
  logic [BEAT_BITS-1:0]        word, image_word;
  logic [BEAT_ATOMS-1:0]       word_atoms;
  logic [ATOM_BITS-1:0]        pixels;
  logic start, restart, fp16, take, ask, asked, word_valid, word_ready, slice_done;
  logic [BEAT_ATOMS-1:0]       tiles_atoms;
  logic [PAD_COUNT_BITS-1:0]   pads;
  logic [ENTRY_COUNT_BITS-1:0] whole_entry;
  logic [ENTRY_BITS-1:0]       whole_data;
  logic tiles_ready, whole_valid, whole_ready, whole_last;
  logic request_valid, request_taken, image_word_valid, image_ready, image_pixels, pack_ready;
  logic [SIZE_FIELD_BITS-1:0] height;
  logic [GRAIN_BITS-1:0] grains;
  logic [BATCH_BITS-1:0] batches, batch;  // less one; of the line that comes in
  logic [LINES_BITS-1:0] slices_left;  // of the layer, to be told
  logic [LINES_BITS-1:0] complete;     // of these, in the buffer
  wire  telling = tell_valid && tell_ready;
  wire  is_image = kind == KIND_IMAGE;
  wire  is_winograd = kind == KIND_WINOGRAD;
  wire  take_word = word_valid && word_ready;
  wire  line_done = slice_done && batch == batches;
  wire  changing = start || slice_done || telling;

  assign tell_valid = complete != '0;
  assign tell = {ENTRY_COUNT_BITS'(1), line_entries};
  assign released_entries = released.entries;
  assign pack_change = is_image ? '0 : change;
  assign word_ready = is_image ? image_ready : is_winograd ? tiles_ready : pack_ready;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) {slices_left, complete, batch} <= '0;
    else if (changing) begin
      if (slice_done) batch <= line_done ? '0 : batch + 1'b1;
      complete <= complete + LINES_BITS'(line_done) - LINES_BITS'(telling);
      if (start) slices_left <= LINES_BITS'(height) + 1'b1;
      else if (telling) slices_left <= slices_left - 1'b1;
    end

  nvdla_cdma_fetch fetch (
    .allocation(32'({layer.d_bank.data_bank})),
    .reuse(layer.d_misc_cfg.data_reuse),
    .skip_release(layer.d_misc_cfg.skip_data_rls),
    .fetched(slices_left == '0),
    .*
  );

  nvdla_cdma_data_plan plan (.*);

  nvdla_cdma_room room (
    .give_back(release_valid),
    .given_back(released_entries),
    .*
  );

  nvdla_cdma_slices slices (
    .base(ADDRESS_BITS'({layer.d_dain_addr_high_0, layer.d_dain_addr_low_0})),
    .stride(ADDRESS_BITS'(layer.d_line_stride)),
    .base_1(ADDRESS_BITS'({layer.d_dain_addr_high_1, layer.d_dain_addr_low_1})),
    .stride_1(ADDRESS_BITS'(layer.d_line_uv_stride)),
    .batch_stride(ADDRESS_BITS'(layer.d_batch_stride)),
    .entries(line_entries),
    .capacity(job.capacity),
    .*
  );

  nvdla_cdma_requests requests (
    .line(address),
    .line_1(address_1),
    .request_ready(request_taken),
    .*
  );

  nvdla_cdma_load load (
    .count_enable(layer.d_perf_enable.dma_en),
    .request_ready(request_taken),
    .valid(word_valid),
    .ready(word_ready),
    .data(word),
    .*
  );

  nvdla_cdma_specials #(.PAD_COUNT_BITS(PAD_COUNT_BITS)) specials (
    .enable(fp16),
    .clear(layer_done),
    .take(is_image ? image_pixels : take_word),
    .atoms(is_image ? BEAT_ATOMS'(1) : is_winograd ? tiles_atoms : word_atoms),
    .word(is_image ? BEAT_BITS'(pixels) : word),
    .pad_nan(winograd.pad_nan),
    .pad_inf(winograd.pad_inf),
    .*
  );

  nvdla_cdma_image from_pixels (
    .start(start && is_image),
    .in_valid(word_valid && is_image),
    .in_ready(image_ready),
    .in_data(word),
    .pixels_taken(image_pixels),
    .out_valid(image_word_valid),
    .out_ready(pack_ready && is_image),
    .out_data(image_word),
    .*
  );

  if (FEATURE_WINOGRAD != 0) begin : g_winograd
    nvdla_cdma_winograd tiles (
      .start(start && is_winograd),
      .job(winograd),
      .take(take && is_winograd),
      .in_valid(word_valid && is_winograd),
      .in_ready(tiles_ready),
      .in_atoms(tiles_atoms),
      .in_data(word),
      .out_valid(whole_valid),
      .out_ready(whole_ready),
      .out_entry(whole_entry),
      .out_data(whole_data),
      .out_last(whole_last),
      .*
    );
  end else begin : g_no_winograd
    assign {tiles_ready, whole_valid, whole_last} = '0;
    assign tiles_atoms = '0;
    assign pads = '0;
    assign whole_entry = '0;
    assign whole_data = '0;
  end

  nvdla_cdma_pack pack (
    .change(pack_change),
    .in_valid(is_image ? image_word_valid : word_valid && !is_winograd),
    .in_ready(pack_ready),
    .in_atoms(word_atoms),
    .in_data(is_image ? image_word : word),
    .slice_entries(line_entries),
    .out_valid(write_valid),
    .out_ready(write_ready),
    .out(write),
    .out_flush(write_flush),
    .*
  );
endmodule
