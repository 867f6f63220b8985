// Makes words for the write DMA of atoms, BEAT_ATOMS to a word; each block of a line begins with a new one.
module nvdla_cdp_pack
  import nvdla_memory_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  logic                 in_valid,
  output logic                 in_ready,
  input  logic                 in_last_column,
  input  logic [ATOM_BITS-1:0] codes,
  output logic                 word_end,  // the atom is the last of a word
  output logic                 valid,
  input  logic                 ready,
  output logic [BEAT_BITS-1:0] data
);
  logic [OFFSET_BITS-1:0] slot;  // of the next atom
  wire take = in_valid && in_ready;
  wire changing = take || (valid && ready);

  assign in_ready = !valid || ready;
  assign word_end = in_last_column || slot == OFFSET_BITS'(BEAT_ATOMS - 1);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      slot <= '0;
      valid <= 1'b0;
      data <= '0;
    end else if (changing) begin
      valid <= take ? word_end : valid && !ready;
      if (take) begin
        data[ATOM_BITS*slot +: ATOM_BITS] <= codes;
        slot <= word_end ? '0 : slot + 1'b1;
      end
    end
endmodule
