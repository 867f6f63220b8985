// Where an atom stands in its cube: line, block, surface, pixel. A step goes on to the next atom, from the last one of the
// cube to the first one of the next.
module nvdla_cdp_walk
  import nvdla_link_pkg::*;
  import nvdla_cdp_path_pkg::*;
  import nvdla_atom_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  input  rdma_cube_t             cube,
  input  logic                   int8,
  input  logic                   step,
  output logic [COLUMN_BITS-1:0] column,        // in its block
  output logic                   last_column,
  output logic                   first_surface,
  output logic                   last_surface,
  output logic                   last           // of the cube
);
  logic [CUBE_SIZE_BITS-1:0] line, block, surface;
  wire [CUBE_SIZE_BITS-1:0]  width = cube.width;
  wire [CUBE_SIZE_BITS-1:0]  surfaces = last_surface_of(cube.channel, int8);
  wire                       last_block = block == width >> COLUMN_SHIFT;
  wire                       next_surface = last_column;
  wire                       next_block = next_surface && last_surface;
  wire                       next_line = next_block && last_block;

  assign last_column = column == (last_block ? COLUMN_BITS'(width) : '1);
  assign first_surface = surface == '0;
  assign last_surface = surface == surfaces;
  assign last = next_line && line == cube.height;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) {column, surface, block, line} <= '0;
    else if (step) begin
      column <= last_column ? '0 : column + 1'b1;
      if (next_surface) surface <= last_surface ? '0 : surface + 1'b1;
      if (next_block) block <= last_block ? '0 : block + 1'b1;
      if (next_line) line <= last ? '0 : line + 1'b1;
    end
endmodule
