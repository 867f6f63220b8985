// Where the elements of tensors are in the lanes. All places and strides are those within a lane; all tensors of a word begin
// in the same lane, the first one.
package sophgo_layout_pkg;
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_number_pkg::*;

  localparam int SIZE_BITS = 16;    // of a tensor, in words
  localparam int STRIDE_BITS = 20;

  // Selectors in words
  localparam logic [2:0] ALIGNED = 3'd0;
  localparam logic [2:0] COMPACT = 3'd1;
  localparam logic [2:0] STRIDES = 3'd3;

  typedef struct packed {
    logic [SIZE_BITS-1:0] n;
    logic [SIZE_BITS-1:0] c;
    logic [SIZE_BITS-1:0] h;
    logic [SIZE_BITS-1:0] w;
  } shape_t;

  // Strides in elements; that of c goes on by as many channels as there are lanes
  typedef struct packed {
    logic [STRIDE_BITS-1:0] n;
    logic [STRIDE_BITS-1:0] c;
    logic [STRIDE_BITS-1:0] h;
    logic [STRIDE_BITS-1:0] w;
  } strides_t;

  function automatic logic [LANE_BITS-1:0] lane_of(input logic [31:0] address);
    lane_of = address[PLACE_BITS +: LANE_BITS];
  endfunction

  // How many rows so many channels take
  function automatic logic [SIZE_BITS-1:0] rows_of(input logic [LANE_BITS-1:0] first, input logic [SIZE_BITS-1:0] channels);
    rows_of = (SIZE_BITS'(first) + channels + SIZE_BITS'(LANES - 1)) >> LANE_BITS;
  endfunction

  // The lanes that hold a channel in a row
  function automatic logic [LANES-1:0] lanes_of(
    input logic [LANE_BITS-1:0] first, input logic [SIZE_BITS-1:0] channels, input logic [SIZE_BITS-1:0] row
  );
    logic [31:0] end_of_row;  // channels up to it, counted from the first lane on
    logic [31:0] last;
    end_of_row = {16'd0, row} << LANE_BITS;
    last = 32'(first) + 32'(channels) - end_of_row;  // lanes of this row
    lanes_of = last >= LANES ? {LANES{1'b1}} : ~({LANES{1'b1}} << last);
    if (row == '0) lanes_of = lanes_of & ({LANES{1'b1}} << first);
  endfunction

  // Elements, with those that align the next ones
  function automatic logic [STRIDE_BITS-1:0] aligned(input logic [31:0] elements, input size_t size);
    logic [31:0] bytes;
    bytes = (elements << size) + (EU_BYTES - 1);
    aligned = STRIDE_BITS'((bytes & ~32'(EU_BYTES - 1)) >> size);
  endfunction

  function automatic strides_t aligned_strides(input shape_t shape, input logic [LANE_BITS-1:0] first, input size_t size);
    aligned_strides.w = STRIDE_BITS'(1);
    aligned_strides.h = STRIDE_BITS'(shape.w);
    aligned_strides.c = aligned(32'(shape.h) * 32'(shape.w), size);
    aligned_strides.n = STRIDE_BITS'(rows_of(first, shape.c)) * aligned(32'(shape.h) * 32'(shape.w), size);
  endfunction

  function automatic strides_t compact_strides(input shape_t shape, input logic [LANE_BITS-1:0] first);
    compact_strides.w = STRIDE_BITS'(1);
    compact_strides.h = STRIDE_BITS'(shape.w);
    compact_strides.c = STRIDE_BITS'(shape.h) * STRIDE_BITS'(shape.w);
    compact_strides.n = STRIDE_BITS'(rows_of(first, shape.c)) * STRIDE_BITS'(shape.h) * STRIDE_BITS'(shape.w);
  endfunction

  function automatic strides_t line_aligned_strides(
    input shape_t shape, input logic [LANE_BITS-1:0] first, input size_t size
  );
    line_aligned_strides.w = STRIDE_BITS'(1);
    line_aligned_strides.h = aligned(32'(shape.w), size);
    line_aligned_strides.c = STRIDE_BITS'(shape.h) * aligned(32'(shape.w), size);
    line_aligned_strides.n = STRIDE_BITS'(rows_of(first, shape.c)) * STRIDE_BITS'(shape.h) * aligned(32'(shape.w), size);
  endfunction

  // The strides that a word chooses
  function automatic strides_t chosen_strides(
    input logic [2:0] selector, input shape_t shape, input logic [LANE_BITS-1:0] first, input size_t size,
    input strides_t given
  );
    case (selector)
      ALIGNED: chosen_strides = aligned_strides(shape, first, size);
      COMPACT: chosen_strides = compact_strides(shape, first);
      default: chosen_strides = given;
    endcase
  endfunction

  function automatic logic [PLACE_BITS-1:0] place_of(
    input logic [31:0] address, input strides_t strides, input size_t size, input logic [SIZE_BITS-1:0] n,
    input logic [SIZE_BITS-1:0] row, input logic [SIZE_BITS-1:0] h, input logic [SIZE_BITS-1:0] w
  );
    logic [31:0] offset;
    offset = 32'(n) * 32'(strides.n) + 32'(row) * 32'(strides.c) + 32'(h) * 32'(strides.h) + 32'(w) * 32'(strides.w);
    place_of = PLACE_BITS'(address) + PLACE_BITS'(offset << size);
  endfunction
endpackage
