// The arithmetic functions of sAR, element by element.
package sophgo_arithmetic_pkg;
  import sophgo_number_pkg::*;
  import sophgo_step_pkg::*;
  import sophgo_words_pkg::*;

  // The result of a step; bits above its size do not count
  function automatic logic [31:0] arithmetic(
    input setup_t setup, input logic [31:0] a, input logic [31:0] b, input logic [31:0] c, input logic [31:0] old
  );
    // verilator no_inline_task
    number_t    x;
    number_t    y;
    number_t    exact;
    logic [7:0] amount;
    x = value_of(a, setup.a.size, setup.a.is_signed);
    y = value_of(b, setup.b.size, setup.b.is_signed);
    amount = setup.third ? c[7:0] : 8'd0;
    case (setup.operation)
      SAR_ADD, SAR_ADD_SATURATE: exact = shifted(x + y, amount, setup.rounding);
      SAR_SUB, SAR_SUB_SATURATE: exact = shifted(x - y, amount, setup.rounding);
      SAR_MUL, SAR_MUL_SATURATE: exact = shifted(x * y, amount, setup.rounding);
      SAR_MAX: exact = x > y ? x : y;
      SAR_MIN: exact = x < y ? x : y;
      SAR_MAC:
        exact = shifted_right(
          (value_of(old, setup.out.size, setup.out.is_signed) <<< setup.left) + x * y, setup.right, setup.rounding);
      SAR_LOGIC_SHIFT: exact = shifted(value_of(a, setup.a.size, 1'b0), b[7:0], setup.rounding);
      SAR_ARITHMETIC_SHIFT: exact = shifted(x, b[7:0], setup.rounding);
      SAR_CIRCULAR_SHIFT: exact = number_t'(rotated(a, setup.a.size, b[7:0]));
      default: exact = x;
    endcase
    case (setup.operation)
      SAR_ADD, SAR_SUB, SAR_MUL, SAR_COPY, SAR_LOGIC_SHIFT, SAR_ARITHMETIC_SHIFT, SAR_CIRCULAR_SHIFT:
        arithmetic = exact[31:0];
      default: arithmetic = saturated(exact, setup.out.size, setup.out.is_signed);
    endcase
  endfunction

  // The bits of an element that leave it on one side come in again on the other one
  function automatic logic [31:0] rotated(input logic [31:0] value, input size_t size, input logic [7:0] amount);
    logic [5:0] width;
    logic [5:0] by;
    width = 6'd8 << size;
    by = amount[5:0] & (width - 1'b1);
    case (size)
      BITS_8: rotated = 32'(8'({value[7:0], value[7:0]} >> (width - by)));
      BITS_16: rotated = 32'(16'({value[15:0], value[15:0]} >> (width - by)));
      default: rotated = 32'({value, value} >> (width - by));
    endcase
  endfunction
endpackage
