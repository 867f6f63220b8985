// A Rubik layer as its buffer sees it. The layer is a nest of blocks, each small enough for the buffer. All numbers
// are less one, as the registers have them.
//
// A block is a run of pixels of one input line: for SPLIT and MERGE in all channels of one surface, for CONTRACT in
// all columns that it becomes. On each side it has one or more pieces, each a line of atoms. Blocks follow each other
// along the line, then through the rows that a line becomes (CONTRACT), then line by line and surface by surface.
package nvdla_rbk_job_pkg;
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_atom_pkg::*;
  import nvdla_dma_pkg::*;

  localparam int FACTOR_BITS = 5;
  localparam int PIECE_BITS = CHANNEL_BITS > FACTOR_BITS ? CHANNEL_BITS : FACTOR_BITS;

  // The buffer holds the pixels, of one byte, of a beat of each plane, and a word of each column
  localparam int COLUMN_SLOT_BITS = FACTOR_BITS + OFFSET_SHIFT;
  localparam int SLOT_BITS = BEAT_LSB > COLUMN_SLOT_BITS ? BEAT_LSB : COLUMN_SLOT_BITS;
  localparam int BUFFER_ATOMS = 2 ** SLOT_BITS;
  localparam int WORD_BITS = SLOT_BITS - OFFSET_SHIFT;

  // Levels of the nest
  localparam int PIECE = 0;
  localparam int BLOCK = 1;
  localparam int ROW = 2;
  localparam int LINE = 3;
  localparam int SURFACE = 4;

  typedef struct packed {
    logic                    split;
    logic                    merge;          // if neither, CONTRACT
    logic                    wide;           // elements of two bytes
    logic [FACTOR_BITS-1:0]  columns;        // output pixels for an input pixel
    logic [SLOT_BITS-1:0]    full_pixels;    // of a block
    logic [SLOT_BITS-1:0]    last_pixels;    // of the last block of a line
    logic [CHANNEL_BITS-1:0] full_channels;  // of a surface
    logic [CHANNEL_BITS-1:0] last_channels;  // of the last surface
  } job_t;

  // One block
  typedef struct packed {
    logic [SLOT_BITS-1:0]    pixels;
    logic [CHANNEL_BITS-1:0] channels;
    logic [PIECE_BITS-1:0]   pieces;         // that come in
    logic [WORD_BITS-1:0]    piece_words;    // of each of them
    logic [WORD_BITS-1:0]    out_words;      // that go out
  } block_t;

  // The block at a position in the nest.
  function automatic block_t block_of(
    input job_t                  job,
    input logic [LEVELS-1:0]     ends,
    input logic [PIECE_BITS-1:0] pieces,    // that come in
    input logic [SIZE_BITS-1:0]  in_size,   // atoms of a piece that comes in
    input logic [SIZE_BITS-1:0]  out_size   // of one that goes out
  );
    block_of.pixels = ends[BLOCK] ? job.last_pixels : job.full_pixels;
    block_of.channels = ends[SURFACE] ? job.last_channels : job.full_channels;
    block_of.pieces = pieces;
    block_of.piece_words = WORD_BITS'(in_size >> OFFSET_SHIFT);
    if (job.split) block_of.out_words = WORD_BITS'(block_of.channels);  // a word of each plane
    else block_of.out_words = WORD_BITS'(out_size >> OFFSET_SHIFT);
  endfunction
endpackage
