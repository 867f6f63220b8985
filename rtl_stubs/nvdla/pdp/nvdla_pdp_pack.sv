// Makes words for the write DMA of the atoms of a line, BEAT_ATOMS to a word; what a last word has beyond is 0.
module nvdla_pdp_pack
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_pdp_part_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  input  logic [COLUMN_BITS-1:0] run,  // atoms of a line, less one
  input  logic                   in_valid,
  output logic                   in_ready,
  input  logic [ATOM_BITS-1:0]   atom,
  output logic                   valid,
  input  logic                   ready,
  output logic [BEAT_BITS-1:0]   data
);
  logic [COLUMN_BITS-1:0] column;  // of the next atom
  logic [OFFSET_BITS-1:0] slot;    // its place in the word
  wire last_column = column == run;
  wire last_slot = last_column || slot == OFFSET_BITS'(BEAT_ATOMS - 1);
  wire give = valid && ready;
  wire take = in_valid && in_ready;
  wire changing = take || give;

  assign in_ready = !valid || ready;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      column <= '0;
      slot <= '0;
      valid <= 1'b0;
      data <= '0;
    end else if (changing) begin
      if (take) begin
        if (slot == '0) data <= BEAT_BITS'(atom);
        else data[ATOM_BITS*slot +: ATOM_BITS] <= atom;
        column <= last_column ? '0 : column + 1'b1;
        slot <= last_slot ? '0 : slot + 1'b1;
      end
      valid <= take ? last_slot : valid && !give;
    end
endmodule
