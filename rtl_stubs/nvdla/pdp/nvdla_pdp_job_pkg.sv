// What a layer's registers mean for the stages of its data path: the windows of a part of the split width. Sizes and strides
// are less one.
package nvdla_pdp_job_pkg;
  import nvdla_link_pkg::*;
  import nvdla_pdp_part_pkg::*;
  import nvdla_pdp_pool_pkg::*;

  localparam int PLACE_BITS = 16;  // of a window's first line or column, which may lie in the padding

  typedef struct packed {
    logic [2:0]                              kernel_width;
    logic [2:0]                              kernel_height;
    logic [3:0]                              stride_x;
    logic [3:0]                              stride_y;
    logic [2:0]                              pad_left;
    logic [2:0]                              pad_top;
    logic [COLUMN_BITS-1:0]                  in_width;
    logic [CUBE_SIZE_BITS-1:0]              in_height;
    logic [CUBE_SIZE_BITS-1:0]              surfaces;
    logic [COLUMN_BITS-1:0]                  out_width;
    logic [CUBE_SIZE_BITS-1:0]              out_height;
    logic [RECIPROCAL_BITS-1:0]              by_width;
    logic [RECIPROCAL_BITS-1:0]              by_height;
    logic [(WINDOW_MOST-1)*PAD_BITS-1:0]     pads;  // what 1 to 7 padded elements add, the first lowest
  } pool_job_t;

  typedef logic signed [PLACE_BITS-1:0] place_t;

  // What so many padded elements add, 1 or more
  function automatic logic [PAD_BITS-1:0] pad_of(
    input logic [(WINDOW_MOST-1)*PAD_BITS-1:0] pads, input logic [2:0] elements
  );
    logic [2:0] index;
    index = elements - 3'd1;
    pad_of = pads[PAD_BITS*index +: PAD_BITS];
  endfunction
endpackage
