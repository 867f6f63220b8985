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
    // verilator no_inline_task
    int total;
    total = 0;
    for (int i = 0; i < LANES; i++)
      total = total + byte_value(slice[8*i +: 8], setup.a.is_signed)
        * (byte_value(kernel[8*i +: 8], setup.b.is_signed) - $signed(setup.zero));
    dot = sum_t'(total);
  endfunction

  function automatic int byte_value(input logic [7:0] bits, input logic is_signed);
    byte_value = {{24{is_signed && bits[7]}}, bits};
  endfunction

  // An element times another one
  function automatic sum_t product(input setup_t setup, input logic [31:0] a, input logic [31:0] b);
    // verilator no_inline_task
    product = sum_t'(value_of(a, setup.a.size, setup.a.is_signed)) * sum_t'(value_of(b, setup.b.size, setup.b.is_signed));
  endfunction

  function automatic logic larger(input setup_t setup, input logic [31:0] a, input sum_t than);
    larger = sum_t'(value_of(a, setup.a.size, setup.a.is_signed)) > than;
  endfunction

  // The last step of a sum
  function automatic logic [31:0] finished(
    input setup_t setup, input sum_t sum, input logic [31:0] bias, input logic [31:0] old
  );
    // verilator no_inline_task
    number_t value;
    value = number_t'(sum);
    if (setup.scales) value = value * number_t'(setup.scale);
    if (setup.third) value = value + value_of(bias, setup.c.size, setup.c.is_signed);
    if (setup.adds) value = value + (value_of(old, setup.out.size, setup.old_signed) <<< setup.left);
    if (setup.narrow) value = value_of(value[31:0], BITS_32, setup.sum_signed);
    if (setup.relu && value[NUMBER_BITS-1]) value = '0;
    value = shifted_right(value, setup.right, setup.rounding);
    finished = setup.wraps ? value[31:0] : saturated(value, setup.out.size, setup.out.is_signed);
  endfunction

  // An element times a multiplier, shifted to a number of 64 bits, and moved by a zero point
  function automatic logic [31:0] quantised(
    input setup_t setup, input logic [31:0] a, input logic [31:0] multiplier, input logic [7:0] amount,
    input logic [15:0] zero
  );
    // verilator no_inline_task
    number_t value;
    value = value_of(a, setup.a.size, setup.a.is_signed) * number_t'($signed(multiplier));
    value = shifted(value, amount, setup.rounding);
    value = number_t'($signed(value[63:0])) + value_of(32'(zero), BITS_16, setup.out.is_signed);
    quantised = saturated(value, setup.out.size, setup.out.is_signed);
  endfunction
endpackage
