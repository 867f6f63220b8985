// Makes entries of the words of weights and of masks, each in a ring of its own: weights in their banks, masks in the last
// bank. A line holds whole entries.
module nvdla_cdma_stream_entries
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_elements_pkg::*;
  import nvdla_cdma_job_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  input  logic                        restart,        // both rings
  input  logic [ENTRY_COUNT_BITS-1:0] weights_first,  // the first entry of their banks
  input  logic [ENTRY_COUNT_BITS-1:0] weights_capacity,
  input  change_t                     change,         // of weights
  // words
  input  logic                        in_valid,
  output logic                        in_ready,
  input  stream_t                     in_stream,
  input  logic [BEAT_BITS-1:0]        in_data,
  // clearing of the buffer after reset: it takes the place of what is fetched, which is lost
  input  logic                        flush_valid,
  input  logic [ENTRY_INDEX_BITS-1:0] flush_entry,
  // entries
  output logic                        out_valid,
  input  logic                        out_ready,
  output cdma_cbuf_t                  out,
  output logic                        out_flush,      // it is one of the clearing
  output logic                        out_fetched,    // an entry is done
  output logic                        out_masks       // it is one of masks
);
  localparam int ENTRY_WORDS = ENTRY_BITS / BEAT_BITS;
  localparam int PART_BITS = ENTRY_WORDS > 1 ? $clog2(ENTRY_WORDS) : 1;
  localparam int MASKS_FIRST = (CBUF_BANKS - 1) * CBUF_BANK_ENTRIES;

  logic [ENTRY_COUNT_BITS-1:0] weights_place, masks_place;  // in the rings, of the next entries
  logic [PART_BITS-1:0]        part;   // the word of its entry that comes next
  logic [ENTRY_BITS-1:0]       parts;  // its words so far, the latest in the highest bits
  wire masks = in_stream == STREAM_MASKS;
  wire room = !out_valid || out_ready;
  wire take = in_valid && in_ready && in_stream != STREAM_SIZES;
  wire entry_end = take && 32'(part) == ENTRY_WORDS - 1;
  wire [ENTRY_INDEX_BITS-1:0] entry =
    ENTRY_INDEX_BITS'(masks ? ENTRY_COUNT_BITS'(MASKS_FIRST) + masks_place : weights_first + weights_place);
  wire active = restart || in_valid || out_valid || flush_valid;

  assign in_ready = room;

  function automatic logic [ENTRY_BITS-1:0] joined(
    input logic [BEAT_BITS-1:0] latest, input logic [ENTRY_BITS-1:0] earlier
  );
    joined = ENTRY_BITS'({latest, earlier} >> BEAT_BITS);
  endfunction

  function automatic logic [ENTRY_COUNT_BITS-1:0] following(
    input logic [ENTRY_COUNT_BITS-1:0] place, input logic [ENTRY_COUNT_BITS-1:0] capacity
  );
    following = place + 1'b1 == capacity ? '0 : place + 1'b1;
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {weights_place, masks_place, part} <= '0;
      parts <= '0;
      {out_valid, out_flush, out_fetched, out_masks} <= '0;
      out <= '0;
    end else if (active) begin
      if (take) part <= entry_end ? '0 : part + 1'b1;
      if (take && !entry_end) parts <= joined(masks ? in_data : changed(in_data, change), parts);
      if (restart) weights_place <= '0;
      else if (entry_end && !masks) weights_place <= following(weights_place, weights_capacity);
      if (restart) masks_place <= '0;
      else if (entry_end && masks) masks_place <= following(masks_place, ENTRY_COUNT_BITS'(CBUF_BANK_ENTRIES));

      if (room) begin
        out_valid <= entry_end || flush_valid;
        out_flush <= flush_valid;
        out_fetched <= entry_end;
        out_masks <= entry_end && masks;
      end
      if (room && flush_valid) out <= {flush_entry, {ENTRY_ATOMS{1'b1}}, {ENTRY_BITS{1'b0}}};
      else if (entry_end)
        out <= {entry, {ENTRY_ATOMS{1'b1}},
          joined(masks ? in_data : changed(in_data, change), parts)};
    end
endmodule
