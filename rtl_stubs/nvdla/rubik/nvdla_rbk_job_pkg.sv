// A Rubik layer as its data path sees it: a nest of blocks, each small enough for the buffer, and where the lines of a
// block lie on either side. All numbers are less one, as the registers have them.
//
// A block is a run of pixels of one input line: for SPLIT and MERGE in all channels of one surface, for CONTRACT in
// all columns that it becomes. Blocks follow each other along the line, then through the rows that a line becomes
// (CONTRACT), then line by line and surface by surface.
package nvdla_rbk_job_pkg;
  import nvdla_memory_pkg::*;

  localparam int COUNT_BITS = 13;
  localparam int STRIDE_BITS = 32;
  localparam int FACTOR_BITS = 5;
  localparam int CHANNEL_BITS = $clog2(ATOM_BYTES);  // a surface has at most one channel for each byte of an atom
  localparam int BUFFER_ATOMS = BEAT_BYTES;          // a beat of each plane has as many pixels, of one byte, at most
  localparam int SLOT_BITS = $clog2(BUFFER_ATOMS);

  // The nest
  typedef struct packed {
    logic                    split;
    logic                    merge;          // if neither, CONTRACT
    logic                    wide;           // elements of two bytes
    logic [COUNT_BITS-1:0]   surfaces;       // of the cube of SPLIT and MERGE, of the output cube of CONTRACT
    logic [COUNT_BITS-1:0]   lines;          // of the input
    logic [FACTOR_BITS-1:0]  rows;           // output lines for an input line
    logic [FACTOR_BITS-1:0]  columns;        // output pixels for an input pixel
    logic [COUNT_BITS-1:0]   blocks;         // of a line
    logic [SLOT_BITS-1:0]    full_pixels;    // of a block
    logic [SLOT_BITS-1:0]    last_pixels;    // of the last block of a line
    logic [CHANNEL_BITS-1:0] full_channels;  // of a surface
    logic [CHANNEL_BITS-1:0] last_channels;  // of the last surface
  } job_t;

  // One side, input or output: a block has one or more pieces, each a line of atoms.
  typedef struct packed {
    logic                    planar;          // a piece for each channel, with its pixels; else pieces of whole atoms
    logic [FACTOR_BITS-1:0]  pieces;          // if not planar
    logic [FACTOR_BITS-1:0]  atoms_of_pixel;  // in a piece, if not planar
    logic [ADDRESS_BITS-1:0] base;
    logic [ADDRESS_BITS-1:0] piece_stride;
    logic [ADDRESS_BITS-1:0] block_stride;
    logic [ADDRESS_BITS-1:0] row_stride;
    logic [ADDRESS_BITS-1:0] line_stride;
    logic [ADDRESS_BITS-1:0] surface_stride;
  } side_t;

  // One block
  typedef struct packed {
    logic [SLOT_BITS-1:0]    pixels;
    logic [CHANNEL_BITS-1:0] channels;
  } block_t;

  // The pieces that a block has on a side.
  function automatic logic [CHANNEL_BITS-1:0] pieces_of_block(input side_t side, input block_t part);
    pieces_of_block = side.planar ? part.channels : CHANNEL_BITS'(side.pieces);
  endfunction

  // The atoms of each of these pieces.
  function automatic logic [SIZE_BITS-1:0] atoms_of_piece(input side_t side, input block_t part, input logic wide);
    if (side.planar) atoms_of_piece = SIZE_BITS'(part.pixels) >> (wide ? CHANNEL_BITS - 1 : CHANNEL_BITS);
    else
      atoms_of_piece = (SIZE_BITS'(part.pixels) + 1'b1) * (SIZE_BITS'(side.atoms_of_pixel) + 1'b1) - 1'b1;
  endfunction
endpackage
