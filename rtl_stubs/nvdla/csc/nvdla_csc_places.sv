// Places: bytes as they follow each other in the buffer, in the places that a MAC operation has for elements. Narrow
// elements fill a part of each place: those of the first part of `bytes` the lowest byte, and so on.
module nvdla_csc_places
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
(
  input  logic                  narrow,
  input  logic [ENTRY_BITS-1:0] bytes,
  output logic [ENTRY_BITS-1:0] places
);
  localparam int PART_BITS = ENTRY_BITS / CELL_KERNELS;
  localparam int LEVELS = $clog2(MAC_CHANNELS);

  // Of pieces of 2^level bytes every other one. Kept in variables, as constants of this size cost Icarus much more.
  logic [ENTRY_BITS-1:0] pieces [0:LEVELS-1];

  initial begin : set_pieces
    int level, i;
    for (level = 0; level < LEVELS; level++)
      for (i = 0; i < ENTRY_BITS; i++) pieces[level][i] = (i >> (level + 3)) % 2 == 0;
  end

  // One byte a place: halves go apart, then halves of these, down to single bytes.
  function automatic logic [ENTRY_BITS-1:0] spread(input logic [PART_BITS-1:0] part);
    int level;
    spread = ENTRY_BITS'(part);
    for (level = LEVELS - 1; level >= 0; level--)
      spread = (spread | (spread << (8 << level))) & pieces[level];
  endfunction

  function automatic logic [ENTRY_BITS-1:0] spread_parts(input logic [ENTRY_BITS-1:0] parts);
    int i;
    spread_parts = spread(PART_BITS'(parts));
    for (i = 1; i < CELL_KERNELS; i++)
      if (parts >> i * PART_BITS != '0) spread_parts = spread_parts | (spread(PART_BITS'(parts >> i * PART_BITS)) << 8 * i);
  endfunction

  always_comb
    if (narrow) places = spread_parts(bytes);
    else places = bytes;
endmodule
