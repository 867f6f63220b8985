// Packs pieces of lines into entries. The words of a block come in surface by surface; then its entries go out. Entries
// of a slice follow each other, and slices follow each other in a ring of `capacity` entries. Atoms that a line does not
// have are zero. Entries may also come in whole, in any order within their slice.
module nvdla_cdma_pack
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_elements_pkg::*;
  import nvdla_cdma_job_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  input  data_job_t                   job,
  input  change_t                     change,       // of elements
  input  logic                        restart,      // the ring
  // pieces
  input  logic                        in_valid,
  output logic                        in_ready,
  output logic [BEAT_ATOMS-1:0]       in_atoms,     // those of the word that belong to the line
  input  logic [BEAT_BITS-1:0]        in_data,
  // whole entries
  input  logic                        whole_valid,
  output logic                        whole_ready,
  input  whole_t                      whole,
  input  logic [ENTRY_COUNT_BITS-1:0] slice_entries,
  // clearing of the buffer after reset: it takes the place of what is fetched, which is lost
  input  logic                        flush_valid,
  input  logic [ENTRY_INDEX_BITS-1:0] flush_entry,
  // entries
  output logic                        out_valid,
  input  logic                        out_ready,
  output cdma_cbuf_t                  out,
  output logic                        out_flush,    // it is one of the clearing
  output logic                        slice_done    // with the last entry of a slice
);
  logic [ATOM_BITS-1:0]        atoms [0:SLOTS-1];
  logic [SLOTS-1:0]            filled;
  logic                        draining;
  logic [SIZE_FIELD_BITS-1:0]  group, block;
  logic [SURFACE_BITS-1:0]     surface;
  logic [PIXEL_BITS-1:0]       pixel;        // the first of the word that comes in
  logic [BLOCK_ENTRY_BITS-1:0] number;       // of the block's entry that goes out
  logic [ENTRY_COUNT_BITS-1:0] entry;        // where the next entry goes
  logic                        out_last;

  wire last_group = group == job.groups;
  wire last_block = block == job.blocks;
  wire [SURFACE_BITS-1:0]      surfaces = last_group ? job.last_surfaces : SURFACE_BITS'(ENTRY_ATOMS - 1);
  wire [PIXEL_BITS-1:0]        pixels = last_block ? job.last_pixels : PIXEL_BITS'(BLOCK_PIXELS - 1);
  wire [SLOT_SHIFT_BITS-1:0]   slot_shift = shift_of(surfaces);
  wire [SLOT_BITS-1:0]         last_slot = (SLOT_BITS'(pixels) << slot_shift) + SLOT_BITS'(surfaces);
  wire [BLOCK_ENTRY_BITS-1:0]  last_number = BLOCK_ENTRY_BITS'(last_slot >> ATOMS_SHIFT);
  wire                         take = in_valid && in_ready;
  wire                         room = !out_valid || out_ready;
  wire                         give = draining && room;
  wire                         piece_end = 32'(pixels) - 32'(pixel) < BEAT_ATOMS;
  wire                         block_end = give && number == last_number;
  wire                         slice_end = block_end && last_group && last_block;
  wire                         give_whole = whole_valid && whole_ready;
  wire [ENTRY_COUNT_BITS-1:0]  next_entry = entry + (give_whole ? slice_entries : ENTRY_COUNT_BITS'(1));
  wire                         active = restart || in_valid || draining || whole_valid || out_valid || flush_valid;

  assign in_ready = !draining;
  assign in_atoms = atoms_in(pixels, pixel);
  assign whole_ready = room;
  assign slice_done = out_valid && out_ready && out_last;

  // A place in the ring.
  function automatic logic [ENTRY_COUNT_BITS-1:0] wrapped(
    input logic [ENTRY_COUNT_BITS-1:0] place, input logic [ENTRY_COUNT_BITS-1:0] capacity
  );
    wrapped = place >= capacity ? place - capacity : place;
  endfunction

  // The slots of a pixel, as a power of two.
  function automatic logic [SLOT_SHIFT_BITS-1:0] shift_of(input logic [SURFACE_BITS-1:0] less_one);
    int i;
    shift_of = '0;
    for (i = 0; i < ATOMS_SHIFT; i++) if (less_one[i]) shift_of = SLOT_SHIFT_BITS'(i + 1);
  endfunction

  function automatic logic [BEAT_ATOMS-1:0] atoms_in(
    input logic [PIXEL_BITS-1:0] last, input logic [PIXEL_BITS-1:0] first
  );
    int i;
    for (i = 0; i < BEAT_ATOMS; i++) atoms_in[i] = 32'(first) + i <= 32'(last);
  endfunction

  // An entry of the block.
  function automatic logic [ENTRY_BITS-1:0] entry_of(input logic [BLOCK_ENTRY_BITS-1:0] which);
    int i;
    logic [SLOT_BITS-1:0] slot;
    entry_of = '0;
    for (i = 0; i < ENTRY_ATOMS; i++) begin
      slot = (SLOT_BITS'(which) << ATOMS_SHIFT) + SLOT_BITS'(i);
      if (filled[slot]) entry_of[ATOM_BITS*i +: ATOM_BITS] = atoms[slot];
    end
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      filled <= '0;
      draining <= 1'b0;
      {group, block, surface, pixel, number} <= '0;
      entry <= '0;
      {out_valid, out_flush, out_last} <= '0;
      out <= '0;
    end else if (active) begin
      if (take) begin : taking
        logic [BEAT_BITS-1:0] taken;
        taken = changed(in_data, change);
        for (int i = 0; i < BEAT_ATOMS; i++)
          if (in_atoms[i]) begin
            atoms[((SLOT_BITS'(pixel) + SLOT_BITS'(i)) << slot_shift) + SLOT_BITS'(surface)] <=
              taken[ATOM_BITS*i +: ATOM_BITS];
            filled[((SLOT_BITS'(pixel) + SLOT_BITS'(i)) << slot_shift) + SLOT_BITS'(surface)] <= 1'b1;
          end
        pixel <= piece_end ? '0 : pixel + PIXEL_BITS'(BEAT_ATOMS);
        if (piece_end) begin
          surface <= surface == surfaces ? '0 : surface + 1'b1;
          draining <= surface == surfaces;
        end
      end

      if (give) number <= block_end ? '0 : number + 1'b1;
      if (restart) entry <= '0;
      else if (give || (give_whole && whole.last)) entry <= wrapped(next_entry, job.capacity);
      if (block_end) begin
        draining <= 1'b0;
        filled <= '0;
        block <= last_block ? '0 : block + 1'b1;
        if (last_block) group <= last_group ? '0 : group + 1'b1;
      end

      if (room) begin
        out_valid <= give || give_whole || flush_valid;
        out_flush <= flush_valid;
        out_last <= slice_end || (give_whole && whole.last);
      end
      if (room && flush_valid) out <= {flush_entry, {ENTRY_ATOMS{1'b1}}, {ENTRY_BITS{1'b0}}};
      else if (give) out <= {ENTRY_INDEX_BITS'(entry), {ENTRY_ATOMS{1'b1}}, entry_of(number)};
      else if (give_whole)
        out <= {ENTRY_INDEX_BITS'(wrapped(entry + whole.entry, job.capacity)), {ENTRY_ATOMS{1'b1}}, whole.data};
    end
endmodule
