// Places: bytes as they follow each other in the buffer, in the places that a MAC operation has for elements. Narrow
// elements fill a byte of each place: those of the first part of the bytes the lowest one, and so on.
package nvdla_csc_places_pkg;
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;

  localparam int PART_BITS = ENTRY_BITS / CELL_KERNELS;
  localparam int LEVELS = $clog2(MAC_CHANNELS);

  typedef logic [ENTRY_BITS-1:0] entry_t;

  // Every other one of pieces of 2^level bytes. In variables, which set_pieces fills: constants as wide as these cost
  // Icarus three times as much.
  entry_t pieces [0:LEVELS-1];

  function automatic entry_t every_other(input int level);
    int i;
    every_other = '0;
    for (i = 0; i < ENTRY_BITS; i++) every_other[i] = (i >> (level + 3)) % 2 == 0;
  endfunction

  task automatic set_pieces;
    int level;
    for (level = 0; level < LEVELS; level++) pieces[level] = every_other(level);
  endtask

  // One byte a place: halves go apart, then halves of these, down to single bytes.
  function automatic entry_t spread(input logic [PART_BITS-1:0] part);
    int level;
    spread = ENTRY_BITS'(part);
    for (level = LEVELS - 1; level >= 0; level--)
      spread = (spread | (spread << (8 << level))) & pieces[level];
  endfunction
endpackage
