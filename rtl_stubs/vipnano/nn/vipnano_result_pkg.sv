// What is made of a sum (docs/vipnano/README.md, 'Arithmetic').
package vipnano_result_pkg;
  import vipnano_config_pkg::*;
  import vipnano_structures_pkg::*;

  localparam int PRODUCT_BITS = 50;
  localparam int NO_BITS_LEFT = 48;  // shifted by as many, nothing is left

  function automatic logic signed [PRODUCT_BITS-1:0] rounded(
    input logic signed [PRODUCT_BITS-1:0] product, input logic [6:0] shift);
    logic signed [PRODUCT_BITS-1:0] half, up;
    logic tie;
    half = shift == '0 ? '0 : PRODUCT_BITS'(1) <<< (shift - 1'b1);
    up = (product + half) >>> shift;
    tie = shift != '0 && product + half == up <<< shift;
    if (32'(shift) >= NO_BITS_LEFT) rounded = '0;
    else if (tie && TIES == TIES_AWAY && product < 0) rounded = up - 1'b1;
    else if (tie && TIES == TIES_EVEN && up[0]) rounded = up - 1'b1;
    else rounded = up;
  endfunction

  function automatic logic [7:0] result_of(input nn_structure_t structure, input logic signed [31:0] sum);
    logic signed [PRODUCT_BITS-1:0] value, low;
    value = PRODUCT_BITS'(sum) * $signed(PRODUCT_BITS'({1'b1, nn_post_multiplier(structure)}));
    value = rounded(value, nn_post_shift(structure)) + PRODUCT_BITS'(structure.out_zero_point);
    low = structure.relu ? PRODUCT_BITS'(structure.out_zero_point) : '0;
    if (value < low) result_of = low[7:0];
    else if (value > PRODUCT_BITS'(255)) result_of = 8'd255;
    else result_of = value[7:0];
  endfunction
endpackage
