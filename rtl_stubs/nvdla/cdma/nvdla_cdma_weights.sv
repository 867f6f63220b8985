// CDMA's weight fetch: uncompressed weights, a stream of bytes into the ring of the weight banks.
module nvdla_cdma_weights
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_elements_pkg::*;
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
  output cdma_csc_weights_t           tell,
  output logic                        drain_valid,
  input  logic                        drain_ready,
  output cdma_csc_drain_t             drain,
  input  logic                        release_valid,
  input  csc_cdma_weights_t           released
);
  localparam int BANK_SHIFT = $clog2(CBUF_BANK_ENTRIES);
  localparam int ENTRY_SHIFT = $clog2(CBUF_ENTRY_BYTES);
  localparam int TOTAL_BITS = 32;
  localparam int LINE_SHIFT = 3;  // entries are asked for in lines of so many, each of which may wait and be counted
  localparam int LINE_ATOMS = ENTRY_ATOMS << LINE_SHIFT;
  localparam int ENTRY_WORDS = ENTRY_BITS / BEAT_BITS;
  localparam int PART_BITS = ENTRY_WORDS > 1 ? $clog2(ENTRY_WORDS) : 1;

  dma_request_t request;
  change_t      change;
  logic [ENTRY_COUNT_BITS-1:0] used, released_entries;
  logic [ENTRY_COUNT_BITS-1:0] place;      // in the ring, of the entry that comes in
  logic [PART_BITS-1:0]        part;       // the word of it that comes next
  logic [ENTRY_BITS-1:0]       parts;      // its words so far, the latest in the highest bits
  logic [BEAT_BITS-1:0]        word;
  logic [1:0][STALL_BITS-1:0]  stalls;
  logic asking, asked, start, restart, fetched, word_valid, word_ready;
  wire int8 = layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_INT8;
  wire fp16 = layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_FP16;
  wire [TOTAL_BITS-1:0]        total = TOTAL_BITS'(layer.d_weight_bytes) >> ENTRY_SHIFT;
  wire [TOTAL_BITS-1:0]        total_atoms = TOTAL_BITS'(layer.d_weight_bytes) >> ATOM_LSB;
  wire [ENTRY_COUNT_BITS-1:0]  first = (ENTRY_COUNT_BITS'({layer.d_bank.data_bank}) + 1'b1) << BANK_SHIFT;
  wire [ENTRY_COUNT_BITS-1:0]  capacity = (ENTRY_COUNT_BITS'({layer.d_bank.weight_bank}) + 1'b1) << BANK_SHIFT;
  wire                         room = !write_valid || write_ready;
  wire                         take = word_valid && word_ready;
  wire                         entry_end = take && 32'(part) == ENTRY_WORDS - 1;
  wire                         flush = flush_valid && room && !entry_end;
  wire                         active = start || asking || word_valid || write_valid || flush_valid;

  assign word_ready = room && used < capacity;
  assign released_entries = released.entries;
  assign stall_cycles = stalls[group];

  function automatic logic [ENTRY_BITS-1:0] joined(
    input logic [BEAT_BITS-1:0] latest, input logic [ENTRY_BITS-1:0] earlier
  );
    joined = ENTRY_BITS'({latest, earlier} >> BEAT_BITS);
  endfunction

  // NaN may become zero, nothing else changes
  assign change = {
    fp16 && layer.d_nan_flush_to_zero.nan_to_zero == D_NAN_FLUSH_TO_ZERO_NAN_TO_ZERO_ENABLE,
    {($bits(change_t)-1){1'b0}}};

  wire [TOTAL_BITS-1:0]        last_line = (total - 1'b1) >> LINE_SHIFT;
  wire [TOTAL_BITS-1:0]        last_atoms = total_atoms - TOTAL_BITS'(LINE_ATOMS) * last_line;

  // Lines behind each other, the last one as long as is left
  assign request.ram = ram_of(layer.d_weight_ram_type.weight_ram_type);
  assign request.group = group;
  assign request.notify = 1'b0;
  assign request.base = ADDRESS_BITS'({layer.d_weight_addr_high, layer.d_weight_addr_low});
  assign request.size = SIZE_BITS'(LINE_ATOMS - 1);
  assign request.last_size = SIZE_BITS'(last_atoms - 1'b1);
  assign request.last_repeat = '0;
  assign request.repeats = {{(LEVELS-2){COUNT_BITS'(0)}}, COUNT_BITS'(last_line), COUNT_BITS'(0)};
  assign request.strides = {{(LEVELS-2){ADDRESS_BITS'(0)}}, ADDRESS_BITS'(LINE_ATOMS * ATOM_BYTES), ADDRESS_BITS'(0)};

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      asking <= 1'b0;
      {place, part} <= '0;
      parts <= '0;
      {write_valid, write_flush} <= '0;
      write <= '0;
    end else if (active) begin
      if (start) asking <= total != '0;
      else if (asked) asking <= 1'b0;
      if (take) part <= entry_end ? '0 : part + 1'b1;
      if (take && !entry_end) parts <= joined(changed(word, change), parts);
      if (restart) place <= '0;
      else if (entry_end) place <= place + 1'b1 == capacity ? '0 : place + 1'b1;

      if (room) begin
        write_valid <= entry_end || flush;
        write_flush <= flush;
      end
      if (entry_end) write <= {ENTRY_INDEX_BITS'(first + place), {ENTRY_ATOMS{1'b1}}, joined(changed(word, change), parts)};
      else if (flush) write <= {flush_entry, {ENTRY_ATOMS{1'b1}}, {ENTRY_BITS{1'b0}}};
    end

  nvdla_cdma_fetch fetch (
    .clk,
    .reset_n,
    .running,
    .group,
    .layer_done,
    .allocation(32'(layer.d_bank)),
    .reuse(layer.d_misc_cfg.weight_reuse),
    .skip_release(layer.d_misc_cfg.skip_weight_rls),
    .start,
    .restart,
    .fetched,
    .done,
    .finished,
    .drain_valid,
    .drain_ready,
    .drain
  );

  nvdla_cdma_room room_used (
    .clk,
    .reset_n,
    .restart,
    .take(entry_end),
    .taken(ENTRY_COUNT_BITS'(1)),
    .give_back(release_valid),
    .given_back(released_entries),
    .used
  );

  nvdla_cdma_groups #(.TOTAL_BITS(TOTAL_BITS)) groups (
    .clk,
    .reset_n,
    .start,
    .int8,
    .kernels(layer.d_weight_size_1.weight_kernel),
    .kernel_bytes(layer.d_weight_size_0.byte_per_kernel),
    .total,
    .written(write_valid && write_ready && !write_flush),
    .fetched,
    .tell_valid,
    .tell_ready,
    .tell
  );

  nvdla_dma_read load (
    .clk,
    .reset_n,
    .request_valid(asking),
    .request_ready(asked),
    .request,
    .valid(word_valid),
    .ready(word_ready),
    .data(word),
    .stall_enable(layer.d_perf_enable.dma_en),
    .stall_clear(layer_done ? 2'b01 << group : 2'b00),
    .stalls,
    .line_valid,
    .line_ready,
    .line_address,
    .line_size,
    .data_valid,
    .data_ready,
    .line_data
  );

  nvdla_cdma_latency latency (
    .clk,
    .reset_n,
    .enable(layer.d_perf_enable.dma_en),
    .clear(layer_done),
    .asked((line_valid & line_ready) != '0),
    .size(line_size),
    .arrived(take),
    .cycles(latency_cycles)
  );

  nvdla_cdma_specials specials (
    .clk,
    .reset_n,
    .enable(fp16),
    .clear(layer_done),
    .take,
    .atoms({BEAT_ATOMS{1'b1}}),
    .word,
    .nans,
    .infs
  );
endmodule
