// How CDMA takes a feature cube apart for Winograd. The cube with its padding is extended by the strides: extended pixel
// (y, x) has the pixels of stride y times stride x as its channels. A slice is an extended row; in the buffer an entry has
// TILE neighbouring extended pixels of one atom. A piece is the run of pixels of a line, in one surface, from which such
// an entry comes for each step of the stride in x; what of it is padding is not fetched.
package nvdla_cdma_winograd_pkg;
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_job_pkg::*;

  localparam int TILE = 4;
  localparam int STRIDE_BITS = 3;  // less one
  localparam int PIECE_PIXELS = TILE << STRIDE_BITS;
  localparam int PIECE_BITS = $clog2(PIECE_PIXELS);
  localparam int PAD_COUNT_BITS = $clog2(PIECE_PIXELS * LINK_ATOM_BITS / 16 + 1);
  localparam int COORDINATE_BITS = SIZE_FIELD_BITS + 4;  // of a padded line, in both directions and with a sign

  // All numbers are less one, but for those of padding and entries.
  typedef struct packed {
    logic [STRIDE_BITS-1:0]      x_stride;
    logic [STRIDE_BITS-1:0]      y_stride;
    logic [COORDINATE_BITS-1:0]  left;
    logic [COORDINATE_BITS-1:0]  top;
    logic [COORDINATE_BITS-1:0]  width;
    logic [COORDINATE_BITS-1:0]  height;
    logic [SIZE_FIELD_BITS-1:0]  surfaces;
    logic [SIZE_FIELD_BITS-1:0]  tiles;         // in a row
    logic [ENTRY_COUNT_BITS-1:0] cube_entries;  // of a row, of all surfaces for one step of the strides
    logic [LINK_ATOM_BITS-1:0]   padding;       // as it goes into the buffer
    logic                        pad_nan;       // as a register has it, for FP16
    logic                        pad_inf;
  } winograd_job_t;

  typedef struct packed {
    logic [COORDINATE_BITS-1:0]  y;        // in the input
    logic [COORDINATE_BITS-1:0]  x;
    logic [SIZE_FIELD_BITS-1:0]  surface;
    logic [PIECE_BITS-1:0]       skipped;  // pixels before those that are fetched
    logic [PIECE_BITS:0]         pixels;   // that are fetched
    logic [ENTRY_COUNT_BITS-1:0] entry;    // of its row, the first one that comes from it
    logic                        row_end;
  } piece_t;
endpackage
