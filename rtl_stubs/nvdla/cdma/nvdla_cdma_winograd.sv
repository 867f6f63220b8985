// Makes entries for Winograd of the pieces that come in: one for each step of the stride in x, padding put in. A piece that
// is all padding takes no words; its entries go out once the buffer has room for their row.
module nvdla_cdma_winograd
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_elements_pkg::*;
  import nvdla_cdma_winograd_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  input  logic                        start,
  input  winograd_job_t               job,
  input  change_t                     change,
  // room for entries
  input  logic                        take,
  input  logic [ENTRY_COUNT_BITS-1:0] taken,
  // words
  input  logic                        in_valid,
  output logic                        in_ready,
  output logic [BEAT_ATOMS-1:0]       in_atoms,
  input  logic [BEAT_BITS-1:0]        in_data,
  output logic [PAD_COUNT_BITS-1:0]   pads,       // elements of padding that a piece had
  // entries
  output logic                        out_valid,
  input  logic                        out_ready,
  output logic [ENTRY_COUNT_BITS-1:0] out_entry,  // of its row
  output logic [ENTRY_BITS-1:0]       out_data,
  output logic                        out_last    // of its row
);
  logic [PIECE_PIXELS*ATOM_BITS-1:0] atoms;  // those of an entry together; padding until they come
  logic [PIECE_BITS:0]         here;    // pixels of the piece
  logic [STRIDE_BITS-1:0]      step;    // of the entry that goes out
  logic [ENTRY_COUNT_BITS-1:0] room;    // entries
  logic [ENTRY_COUNT_BITS-1:0] offset;  // of that entry from the piece's first
  piece_t piece;
  wire [PIECE_BITS:0] whole = ((PIECE_BITS+1)'(job.x_stride) + 1'b1) << $clog2(TILE);
  wire [PIECE_BITS:0] padded = whole - piece.pixels;  // pixels
  wire come = in_valid && in_ready;
  wire give = out_valid && out_ready;
  wire piece_end = give && step == job.x_stride;
  wire active = start || take || in_valid || room != '0;

  // Counted in elements of two bytes, as padding of FP16 is
  assign pads = piece_end ? PAD_COUNT_BITS'(padded) * PAD_COUNT_BITS'(ATOM_BITS / 16) : '0;
  assign in_ready = here < piece.pixels;
  assign in_atoms = atoms_in(piece.pixels, here);
  assign out_valid = room != '0 && !in_ready;
  assign out_entry = piece.entry + offset;
  assign out_last = piece.row_end && step == job.x_stride;

  function automatic logic [BEAT_ATOMS-1:0] atoms_in(input logic [PIECE_BITS:0] many, input logic [PIECE_BITS:0] first);
    int i;
    for (i = 0; i < BEAT_ATOMS; i++) atoms_in[i] = 32'(first) + i < 32'(many);
  endfunction

  // Where a pixel of a piece goes: its entry, and its place in that.
  function automatic logic [PIECE_BITS-1:0] slot_of(input logic [PIECE_BITS-1:0] pixel, input logic [STRIDE_BITS-1:0] stride);
    int steps;
    steps = 32'(stride) + 1;
    slot_of = PIECE_BITS'(32'(pixel) % steps * TILE + 32'(pixel) / steps);
  endfunction

  always_comb begin
    out_data = '0;
    if (out_valid) out_data = atoms[ENTRY_BITS*step +: ENTRY_BITS];
  end

  nvdla_cdma_winograd_walk walk (
    .next(piece_end),
    .*
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      atoms <= '0;
      {here, step, room, offset} <= '0;
    end else if (active) begin
      room <= room + (take ? taken : '0) - ENTRY_COUNT_BITS'(give);
      if (come) begin : taking
        logic [BEAT_BITS-1:0] word;
        word = changed(in_data, change);
        here <= here + (PIECE_BITS+1)'(BEAT_ATOMS);
        for (int i = 0; i < BEAT_ATOMS; i++)
          if (in_atoms[i])
            atoms[ATOM_BITS*slot_of(piece.skipped + PIECE_BITS'(here) + PIECE_BITS'(i), job.x_stride) +: ATOM_BITS] <=
              word[ATOM_BITS*i +: ATOM_BITS];
      end
      if (give) begin
        step <= piece_end ? '0 : step + 1'b1;
        offset <= piece_end ? '0 : offset + job.cube_entries;
      end
      if (piece_end) here <= '0;
      if (start || piece_end) atoms <= {PIECE_PIXELS{job.padding}};
    end
endmodule
