// Places: bytes as they follow each other in the buffer, in the places that a MAC operation has for elements. Narrow
// elements fill a byte of each place: those of the first part of the bytes the lowest one, and so on.
package nvdla_csc_places_pkg;
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;

  localparam int PART_BITS = ENTRY_BITS / CELL_KERNELS;
  localparam int LEVELS = $clog2(MAC_CHANNELS);

  localparam int CELL_ELEMENTS = ENTRY_BITS / 8;  // of the narrowest
  localparam int MASK_BYTES = (CELL_ELEMENTS + 7) / 8;

  typedef logic [ENTRY_BITS-1:0] entry_t;
  typedef logic [CELL_ELEMENTS-1:0] mask_t;
  typedef logic [$clog2(ENTRY_BITS)-1:0] mask_place_t;

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

  // Pairs of bits as numbers, then fours, then bytes, and these one by one
  function automatic logic [31:0] count_ones(input mask_t mask);
    int i;
    logic [8*MASK_BYTES-1:0] counts;
    counts = (8*MASK_BYTES)'(mask);
    counts = (counts & {MASK_BYTES{8'h55}}) + ((counts >> 1) & {MASK_BYTES{8'h55}});
    counts = (counts & {MASK_BYTES{8'h33}}) + ((counts >> 2) & {MASK_BYTES{8'h33}});
    counts = (counts & {MASK_BYTES{8'h0f}}) + ((counts >> 4) & {MASK_BYTES{8'h0f}});
    count_ones = '0;
    for (i = 0; i < MASK_BYTES; i++) count_ones = count_ones + 32'(counts[8*i +: 8]);
  endfunction

  // Elements that follow each other, put where the mask has ones
  function automatic entry_t unpacked(input entry_t packed_elements, input mask_t mask, input logic narrow);
    int i, next;
    unpacked = '0;
    next = 0;
    if (narrow) begin
      for (i = 0; i < CELL_ELEMENTS; i++)
        if (mask[i]) begin
          unpacked[8*i +: 8] = packed_elements[8*next +: 8];
          next = next + 1;
        end
    end else
      for (i = 0; i < MAC_CHANNELS; i++)
        if (mask[i]) begin
          unpacked[ELEMENT_BITS*i +: ELEMENT_BITS] = packed_elements[ELEMENT_BITS*next +: ELEMENT_BITS];
          next = next + 1;
        end
  endfunction
endpackage
