// Post-addition of Winograd: what makes a tile of 2x2 sums from those of 4x4 positions, A^T m A with the rows of A^T
// (1 1 1 0) and (0 1 -1 -1).
package nvdla_tile_pkg;
  import nvdla_config_pkg::*;

  localparam int POSITIONS_WIDE = 4;
  localparam int POSITIONS = POSITIONS_WIDE * POSITIONS_WIDE;
  localparam int POSITION_CHANNELS = MAC_CHANNELS < POSITIONS ? 1 : MAC_CHANNELS / POSITIONS;
  localparam int TILE_WIDE = 2;
  localparam int TILE = TILE_WIDE * TILE_WIDE;
  localparam int TOTAL_BITS = 64;  // of all sums on the way, of whatever precision: a machine's word

  typedef logic signed [TOTAL_BITS-1:0] total_t;

  // Of four sums of a column or a row the two that a tile has, the first lowest
  function automatic logic [2*TOTAL_BITS-1:0] post_added(
    input total_t first, input total_t second, input total_t third, input total_t fourth
  );
    total_t sum, difference;
    sum = first + second + third;
    difference = second - third - fourth;
    post_added = {difference, sum};
  endfunction
endpackage
