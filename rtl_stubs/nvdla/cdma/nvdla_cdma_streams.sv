// Asks memory for the streams of a layer's weights, a line of a few entries at a time: the weights and, where they are
// compressed, their mask (WMB) and the sizes of their groups (WGS). They come through one port in the order of the lines,
// so a line is only asked for when there is a place for it. Sizes go first; weights and masks have shares.
module nvdla_cdma_streams
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_job_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  input  logic                        start,
  input  layer_t                      layer,
  input  s_arbiter_reg_t              arbiter,       // lines in a row, less one
  input  logic                        group,
  // places
  input  logic [ENTRY_COUNT_BITS-1:0] weights_free,
  input  logic [ENTRY_COUNT_BITS-1:0] masks_free,
  input  logic                        sizes_free,    // for an atom of them
  output stream_t                     taking,        // of whose places some are taken, with `take`
  output logic                        take,
  output logic [ENTRY_COUNT_BITS-1:0] taken,         // entries
  // lines
  output logic                        ask,
  input  logic                        asked,
  output dma_request_t                request,
  // words that come in
  input  logic                        word_taken,
  output stream_t                     stream         // of the next one
);
  localparam int LINE_ENTRIES = 8;  // each line may wait and be counted
  localparam int LINES_KNOWN = 8;   // more than memory interfaces hold; a power of two
  localparam int LINE_BITS = $clog2(LINES_KNOWN);
  localparam int WORDS_BITS = $clog2(LINE_ENTRIES * ENTRY_ATOMS / BEAT_ATOMS + 1);
  localparam int LEFT_BITS = 28;
  localparam int SHARE_BITS = 5;    // a field's value and one more
  localparam int GROUP_SHIFT = $clog2(MAC_CELLS);
  localparam int WIDE_GROUP_SHIFT = $clog2(GROUP_KERNELS);
  localparam int SIZES_SHIFT = ATOM_LSB - $clog2(SIZE_BYTES);

  logic [LEFT_BITS-1:0]    weights_left, masks_left, sizes_left;  // entries, and atoms of sizes
  logic [ADDRESS_BITS-1:0] weights_address, masks_address, sizes_address;
  logic [ADDRESS_BITS-1:0] address;
  logic [SIZE_BITS-1:0]    size;
  stream_t                 asked_for;
  logic                    masks_win;
  logic [1:0][SHARE_BITS-1:0] shares;  // of masks and of weights, in this layer
  logic [$bits(stream_t)+WORDS_BITS-1:0] lines [0:LINES_KNOWN-1];  // asked for: what they are, and their words less one
  logic [LINE_BITS:0]      head, tail;
  logic [WORDS_BITS-1:0]   words, words_given;  // of the line that comes in, less one
  wire lines_full = tail - head == (LINE_BITS+1)'(LINES_KNOWN);
  wire compressed = compressed_in(layer.d_weight_format.weight_format);
  wire int8 = PRECISION_16_BITS == 0 || layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_INT8;
  wire [KERNELS_BITS-1:0]  last_kernel = layer.d_weight_size_1.weight_kernel;
  wire [KERNELS_BITS-1:0]  last_group = int8 ? last_kernel >> WIDE_GROUP_SHIFT : last_kernel >> GROUP_SHIFT;

  wire choosing = !ask && !lines_full;
  wire weights_wanted = weights_left != '0 && weights_free != '0;
  wire masks_wanted = masks_left != '0 && masks_free != '0;
  wire sizes_wanted = sizes_left != '0 && sizes_free;
  wire wanted = weights_left != '0 || masks_left != '0 || sizes_left != '0;
  wire line_end = word_taken && words_given == words;
  wire active = start || ask || wanted || word_taken;

  assign {stream, words} = lines[head[LINE_BITS-1:0]];
  assign take = choosing && (weights_wanted || masks_wanted || sizes_wanted);
  assign taking = sizes_wanted ? STREAM_SIZES : masks_win ? STREAM_MASKS : STREAM_WEIGHTS;
  assign taken =
    taking == STREAM_WEIGHTS ? fitting(weights_left, weights_free) :
    taking == STREAM_MASKS ? fitting(masks_left, masks_free) : '0;

  // As many entries as there are places for, at most a line.
  function automatic logic [ENTRY_COUNT_BITS-1:0] fitting(
    input logic [LEFT_BITS-1:0] left, input logic [ENTRY_COUNT_BITS-1:0] free
  );
    fitting = ENTRY_COUNT_BITS'(LINE_ENTRIES);
    if (free < fitting) fitting = free;
    if (left < LEFT_BITS'(fitting)) fitting = ENTRY_COUNT_BITS'(left);
  endfunction

  nvdla_weighted_arbiter #(
    .REQUESTERS(2),
    .WEIGHT_BITS(SHARE_BITS)
  ) turns (
    .clk,
    .reset_n,
    .request({masks_wanted, weights_wanted}),
    .weight(shares),
    .taken(take && !sizes_wanted),
    .winner(masks_win)
  );

  assign request.ram = ram_of(layer.d_weight_ram_type.weight_ram_type);
  assign request.group = group;
  assign request.notify = 1'b0;
  assign request.base = address;
  assign request.size = size;
  assign request.last_size = size;
  assign request.last_repeat = '0;
  assign request.repeats = '0;
  assign request.strides = '0;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {weights_left, masks_left, sizes_left} <= '0;
      {weights_address, masks_address, sizes_address} <= '0;
      address <= '0;
      size <= '0;
      asked_for <= STREAM_WEIGHTS;
      ask <= 1'b0;
      shares <= '0;
      words_given <= '0;
      {head, tail} <= '0;
      for (int i = 0; i < LINES_KNOWN; i++) lines[i] <= '0;
    end else if (active) begin
      if (start) begin
        shares <= {SHARE_BITS'(arbiter.arb_wmb) + 1'b1, SHARE_BITS'(arbiter.arb_weight) + 1'b1};
        weights_left <= LEFT_BITS'(entries_in(32'(layer.d_weight_bytes)));
        masks_left <= compressed ? LEFT_BITS'(entries_in(32'(layer.d_wmb_bytes))) : '0;
        sizes_left <= compressed ? LEFT_BITS'(last_group >> SIZES_SHIFT) + 1'b1 : '0;
        weights_address <= ADDRESS_BITS'({layer.d_weight_addr_high, layer.d_weight_addr_low});
        masks_address <= ADDRESS_BITS'({layer.d_wmb_addr_high, layer.d_wmb_addr_low});
        sizes_address <= ADDRESS_BITS'({layer.d_wgs_addr_high, layer.d_wgs_addr_low});
      end else if (take) begin
        ask <= 1'b1;
        asked_for <= taking;
        size <= taking == STREAM_SIZES ? '0 : SIZE_BITS'(taken) * SIZE_BITS'(ENTRY_ATOMS) - 1'b1;
        if (taking == STREAM_SIZES) begin
          address <= sizes_address;
          sizes_address <= sizes_address + ADDRESS_BITS'(ATOM_BYTES);
          sizes_left <= sizes_left - 1'b1;
        end else if (taking == STREAM_MASKS) begin
          address <= masks_address;
          masks_address <= masks_address + (ADDRESS_BITS'(taken) << ENTRY_SHIFT);
          masks_left <= masks_left - LEFT_BITS'(taken);
        end else begin
          address <= weights_address;
          weights_address <= weights_address + (ADDRESS_BITS'(taken) << ENTRY_SHIFT);
          weights_left <= weights_left - LEFT_BITS'(taken);
        end
      end else if (asked) begin
        ask <= 1'b0;
        lines[tail[LINE_BITS-1:0]] <= {asked_for, WORDS_BITS'(size >> OFFSET_SHIFT)};
        tail <= tail + 1'b1;
      end
      if (line_end) head <= head + 1'b1;
      if (word_taken) words_given <= line_end ? '0 : words_given + 1'b1;
    end
endmodule
