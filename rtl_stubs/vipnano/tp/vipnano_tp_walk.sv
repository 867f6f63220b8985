// The places that a TP job takes its elements from, in order: segments of a tile's line, which are in memory one behind the
// other, or outside the image.
module vipnano_tp_walk
  import vipnano_config_pkg::*;
  import vipnano_structures_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  tp_structure_t           structure,
  input  logic                    begins,
  output logic                    walks,
  output logic                    segment_inside,  // it is in the image
  output logic [ADDRESS_BITS-1:0] segment_address,
  output logic [16:0]             segment_length,  // elements
  input  logic                    segment_taken
);
  localparam int X_BITS = 19;  // of columns and lines, with a sign

  logic signed [X_BITS-1:0] tile_x, tile_y;  // where the tile begins
  logic [15:0]              plane, line;     // the line of the tile
  logic [16:0]              column;          // of the line

  wire signed [X_BITS-1:0] x = tile_x + X_BITS'($signed({1'b0, column}));
  wire signed [X_BITS-1:0] y = tile_y + X_BITS'($signed({1'b0, line}));
  wire signed [X_BITS-1:0] in_x = X_BITS'($signed({1'b0, structure.in_x_size}));
  wire signed [X_BITS-1:0] in_y = X_BITS'($signed({1'b0, structure.in_y_size}));
  wire signed [X_BITS-1:0] next_x = tile_x + X_BITS'($signed({1'b0, structure.in_tile_x_inc}));
  wire signed [X_BITS-1:0] next_y = tile_y + X_BITS'($signed({1'b0, structure.in_tile_y_inc}));
  wire                     line_inside = y >= 0 && y < in_y;
  wire [16:0]              rest = 17'(structure.in_tile_x_size) - column;
  wire signed [X_BITS-1:0] until_change = x < 0 ? -x : in_x - x;  // of inside and outside, if there is one to come
  wire                     changes = line_inside && x < in_x && until_change < X_BITS'($signed({1'b0, rest}));
  wire                     line_ends = segment_taken && !changes;
  wire                     tile_ends = line_ends && line == structure.in_tile_y_size - 1'b1;
  wire                     row_ends = tile_ends && next_x > X_BITS'($signed(structure.in_window_x_end));
  wire                     plane_ends = row_ends && next_y > X_BITS'($signed(structure.in_window_y_end));

  assign segment_inside = line_inside && x >= 0 && x < in_x;
  assign segment_length = changes ? until_change[16:0] : rest;
  assign segment_address = structure.in_address + 32'(plane) * structure.in_slice + 32'(y) * 32'(structure.in_stride)
    + 32'(x);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      walks <= 1'b0;
      {tile_x, tile_y} <= '0;
      {plane, line} <= '0;
      column <= '0;
    end else if (begins) begin
      walks <= 1'b1;
      tile_x <= X_BITS'($signed(structure.in_window_x_start));
      tile_y <= X_BITS'($signed(structure.in_window_y_start));
      {plane, line} <= '0;
      column <= '0;
    end else if (segment_taken) begin
      column <= line_ends ? '0 : column + segment_length;
      if (line_ends) line <= tile_ends ? '0 : line + 1'b1;
      if (tile_ends) tile_x <= row_ends ? X_BITS'($signed(structure.in_window_x_start)) : next_x;
      if (row_ends) tile_y <= plane_ends ? X_BITS'($signed(structure.in_window_y_start)) : next_y;
      if (plane_ends) begin
        plane <= plane + 1'b1;
        if (plane == structure.in_z_size - 1'b1) walks <= 1'b0;
      end
    end
endmodule
