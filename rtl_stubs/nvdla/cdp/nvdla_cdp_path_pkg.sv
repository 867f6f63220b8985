// What CDP's data path and CDP_RDMA have in common: widths of what passes, and the way through a cube.
package nvdla_cdp_path_pkg;
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_atom_pkg::*;

  localparam int LANES = ATOM_BYTES;       // elements of an atom of INT8; of 16 bits there are half as many
  localparam int VALUE_BITS = 17;          // a converted element, or what tables give: an integer or FP17
  localparam int WINDOW_SUM_BITS = 38;            // a sum of squares, what is looked up: an integer or FP32
  localparam int REACH = 4;                // channels on either side that the longest window has
  localparam int VALUES_BITS = LANES * VALUE_BITS;
  localparam int WINDOW_SUMS_BITS = LANES * WINDOW_SUM_BITS;
  localparam int EDGE_BITS = REACH * VALUE_BITS;
  localparam int COLUMN_SHIFT = $clog2(CDP_BLOCK_ATOMS);
  localparam int COLUMN_BITS = COLUMN_SHIFT;  // of a pixel's number in its block
  localparam int LOOK_UP_KINDS = 5;        // of what look-ups are counted as

  // The DMA request for a cube: line, block, surface; what is read or written at once is a block of a surface
  function automatic dma_request_t cube_request(
    input rdma_cube_t              cube,
    input logic                    int8,
    input logic [RAM_BITS-1:0]     ram,
    input logic                    group,
    input logic [ADDRESS_BITS-1:0] base,
    input logic [ADDRESS_BITS-1:0] line_stride,
    input logic [ADDRESS_BITS-1:0] surface_stride
  );
    logic [CUBE_SIZE_BITS-1:0] width, height, surfaces;
    width = cube.width;
    height = cube.height;
    surfaces = last_surface_of(cube.channel, int8);
    cube_request.ram = ram;
    cube_request.group = group;
    cube_request.notify = 1'b1;
    cube_request.base = base;
    cube_request.size = SIZE_BITS'(CDP_BLOCK_ATOMS - 1);
    cube_request.last_size = SIZE_BITS'(width) & SIZE_BITS'(CDP_BLOCK_ATOMS - 1);
    cube_request.last_repeat = COUNT_BITS'(surfaces);
    cube_request.repeats = {
      COUNT_BITS'(0), COUNT_BITS'(0), COUNT_BITS'(height), COUNT_BITS'(width >> COLUMN_SHIFT), COUNT_BITS'(surfaces)};
    cube_request.strides = {
      ADDRESS_BITS'(0), ADDRESS_BITS'(0), line_stride, ADDRESS_BITS'(CDP_BLOCK_ATOMS * ATOM_BYTES), surface_stride};
  endfunction
endpackage
