// Makes words for the write DMA of the atoms of a run, BEAT_ATOMS to a word; what a last word has beyond is 0. Twin atoms are
// of neighbouring surfaces: for each word of the first surface's run comes one of the second's.
module nvdla_pack
  import nvdla_memory_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  input  logic [SIZE_BITS-1:0]   run,       // its atoms, less one
  input  logic                   twin,
  input  logic                   in_valid,
  output logic                   in_ready,
  input  logic                   in_last,   // of a shorter run
  input  logic [2*ATOM_BITS-1:0] in_atoms,  // the second atom is that of the second surface
  output logic                   word_end,  // what comes is the last of a word
  output logic                   valid,
  input  logic                   ready,
  output logic [BEAT_BITS-1:0]   data
);
  logic [BEAT_BITS-1:0]   first, second;  // the words of the two surfaces
  logic [SIZE_BITS-1:0]   column;         // of the next atom
  logic [OFFSET_BITS-1:0] slot;           // its place in the word
  logic                   at_second;
  wire                    last_column = in_last || column == run;
  wire                    give = valid && ready;
  wire                    emptied = give && at_second == twin;
  wire                    take = in_valid && in_ready;
  wire                    changing = take || give;

  assign in_ready = !valid || emptied;
  assign word_end = last_column || slot == OFFSET_BITS'(BEAT_ATOMS - 1);
  assign data = at_second ? second : first;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      first <= '0;
      second <= '0;
      column <= '0;
      slot <= '0;
      valid <= 1'b0;
      at_second <= 1'b0;
    end else if (changing) begin
      if (take) begin
        if (slot == '0) first <= BEAT_BITS'(in_atoms[ATOM_BITS-1:0]);
        else first[ATOM_BITS*slot +: ATOM_BITS] <= in_atoms[ATOM_BITS-1:0];
        if (twin) second[ATOM_BITS*slot +: ATOM_BITS] <= in_atoms[2*ATOM_BITS-1:ATOM_BITS];
        column <= last_column ? '0 : column + 1'b1;
        slot <= word_end ? '0 : slot + 1'b1;
      end
      valid <= take ? word_end : valid && !emptied;
      if (give) at_second <= twin && !at_second;
    end
endmodule
