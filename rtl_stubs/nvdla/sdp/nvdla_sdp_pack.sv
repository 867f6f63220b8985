// Makes words for the write DMA of the convertor's codes: the atoms of a run, BEAT_ATOMS to a word. Codes of INT8
// processing that become 16 bits wide are two atoms, of neighbouring surfaces: for each word of the first surface's run
// comes one of the second's.
module nvdla_sdp_pack
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
(
  input  logic                     clk,
  input  logic                     reset_n,
  input  logic                     narrow,  // codes of 8 bits
  input  logic                     twin,    // two atoms
  input  logic [SIZE_BITS-1:0]     run,     // its atoms, less one
  input  logic                     in_valid,
  output logic                     in_ready,
  input  logic [16*ATOM_BYTES-1:0] codes,
  output logic                     valid,
  input  logic                     ready,
  output logic [BEAT_BITS-1:0]     data
);
  logic [BEAT_BITS-1:0]   first, second;  // the words of the two surfaces
  logic [SIZE_BITS-1:0]   column;         // of the next atom
  logic [OFFSET_BITS-1:0] slot;           // its place in the word
  logic                   full, at_second;
  wire                    last_column = column == run;
  wire                    last_slot = last_column || slot == OFFSET_BITS'(BEAT_ATOMS - 1);
  wire                    give = valid && ready;
  wire                    emptied = give && at_second == twin;
  wire                    take = in_valid && in_ready;
  wire                    changing = take || give;

  assign in_ready = !full || emptied;
  assign valid = full;
  assign data = at_second ? second : first;

  function automatic logic [ATOM_BITS-1:0] low_bytes(input logic [16*ATOM_BYTES-1:0] all_codes);
    int i;
    for (i = 0; i < ATOM_BYTES; i++) low_bytes[8*i +: 8] = all_codes[16*i +: 8];
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      first <= '0;
      second <= '0;
      column <= '0;
      slot <= '0;
      full <= 1'b0;
      at_second <= 1'b0;
    end else if (changing) begin
      if (take) begin
        first[ATOM_BITS*slot +: ATOM_BITS] <= narrow ? low_bytes(codes) : codes[ATOM_BITS-1:0];
        if (twin) second[ATOM_BITS*slot +: ATOM_BITS] <= codes[2*ATOM_BITS-1:ATOM_BITS];
        column <= last_column ? '0 : column + 1'b1;
        slot <= last_slot ? '0 : slot + 1'b1;
      end
      full <= take ? last_slot : full && !emptied;
      if (give) at_second <= twin && !at_second;
    end
endmodule
