// What sums of the lanes take in, and what becomes of them: convolutions, products of matrices, pooling, requantisation.
package sophgo_sum_pkg;
  import sophgo_config_pkg::*;
  import sophgo_number_pkg::*;
  import sophgo_step_pkg::*;

  typedef logic signed [63:0] sum_t;

  // The bytes of a slice times those of a kernel
  function automatic sum_t dot(
    input setup_t setup, input logic [SLICE_BITS-1:0] slice, input logic [SLICE_BITS-1:0] kernel
  );
    int total;
    total = 0;
    for (int i = 0; i < LANES; i++)
      total = total + byte_value(slice[8*i +: 8], setup.a.is_signed)
        * (byte_value(kernel[8*i +: 8], setup.b.is_signed) - setup.zero);
    dot = sum_t'(total);
  endfunction

  function automatic int byte_value(input logic [7:0] bits, input logic is_signed);
    byte_value = {{24{is_signed && bits[7]}}, bits};
  endfunction

  // The last step of a sum
  function automatic logic [31:0] finished(
    input setup_t setup, input sum_t sum, input logic [31:0] bias, input logic [31:0] old
  );
    number_t value;
    value = number_t'(sum);
    if (setup.third) value = value + value_of(bias, setup.c.size, setup.c.is_signed);
    value = value * number_t'($signed(setup.scale));
    if (setup.adds) value = value + (value_of(old, setup.out.size, setup.out.is_signed) <<< setup.left);
    value = shifted_right(value, setup.right, setup.rounding);
    if (setup.relu && value[NUMBER_BITS-1]) value = '0;
    finished = setup.wraps ? value[31:0] : saturated(value, setup.out.size, setup.out.is_signed);
  endfunction

  // An element times a multiplier, shifted (to the right if `amount` is negative), and moved by a zero point
  function automatic logic [31:0] quantised(
    input setup_t setup, input logic [31:0] a, input logic [31:0] multiplier, input logic [7:0] amount,
    input logic [31:0] zero
  );
    number_t    value;
    logic [7:0] magnitude;
    value = value_of(a, setup.a.size, setup.a.is_signed) * number_t'($signed(multiplier));
    magnitude = amount[7] ? -amount : amount;
    if (magnitude > 8'd71) magnitude = 8'd71;
    value = amount[7] ? shifted_right(value, magnitude[6:0], setup.rounding) : value <<< magnitude;
    quantised = saturated(value + number_t'($signed(zero)), setup.out.size, setup.out.is_signed);
  endfunction
endpackage
