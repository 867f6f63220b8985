// Makes atoms of the words that a read DMA gives, BEAT_ATOMS of a word and fewer of the last one of a run. Of words of several
// surfaces side by side it makes an atom of each at once.
module nvdla_unpack
  import nvdla_memory_pkg::*;
#(
  parameter int SURFACES = 1
) (
  input  logic                          clk,
  input  logic                          reset_n,
  input  logic                          in_valid,
  output logic                          in_ready,  // with a word's last atoms
  input  logic [SURFACES*BEAT_BITS-1:0] in_data,
  input  logic                          take,      // the atoms
  input  logic                          last,      // of a run
  output logic [SURFACES*ATOM_BITS-1:0] atoms
);
  logic [OFFSET_BITS-1:0] slot;  // of the next atom in its word
  wire last_slot = last || slot == OFFSET_BITS'(BEAT_ATOMS - 1);

  assign in_ready = take && last_slot;

  always @* begin  // guarded, so that an idle unit costs a simulator little
    atoms = '0;
    if (in_valid)
      for (int i = 0; i < SURFACES; i++)
        atoms[ATOM_BITS*i +: ATOM_BITS] = ATOM_BITS'(in_data >> (BEAT_BITS * i + 32'(slot) * ATOM_BITS));
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) slot <= '0;
    else if (take) slot <= last_slot ? '0 : slot + 1'b1;
endmodule
