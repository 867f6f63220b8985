// Numbers as the execution units handle them: elements of 8, 16 and 32 bits in words, wide integers between them.
package sophgo_number_pkg;
  localparam int NUMBER_BITS = 96;  // holds each product of two 32-bit elements, shifted to the left
  typedef logic signed [95:0] number_t;  // of NUMBER_BITS: Icarus looks for a name where the type is used

  // Sizes of elements: the logarithm of their bytes
  typedef logic [1:0] size_t;
  localparam size_t BITS_8 = 2'd0;
  localparam size_t BITS_16 = 2'd1;
  localparam size_t BITS_32 = 2'd2;

  // Precisions as words have them
  localparam logic [2:0] PREC_8 = 3'd0;
  localparam logic [2:0] PREC_16 = 3'd3;
  localparam logic [2:0] PREC_32 = 3'd4;

  // How a shift to the right rounds
  localparam logic [2:0] HALF_EVEN = 3'd0;
  localparam logic [2:0] HALF_AWAY = 3'd1;
  localparam logic [2:0] TO_ZERO = 3'd2;
  localparam logic [2:0] FLOOR = 3'd3;
  localparam logic [2:0] CEILING = 3'd4;
  localparam logic [2:0] HALF_UP = 3'd5;
  localparam logic [2:0] HALF_DOWN = 3'd6;

  function automatic logic is_integer(input logic [2:0] precision);
    is_integer = precision == PREC_8 || precision == PREC_16 || precision == PREC_32;
  endfunction

  function automatic size_t size_of(input logic [2:0] precision);
    case (precision)
      PREC_8: size_of = BITS_8;
      PREC_16: size_of = BITS_16;
      default: size_of = BITS_32;
    endcase
  endfunction

  // The element at a byte of a 32-bit word, without the bits above it
  function automatic logic [31:0] element_in(input logic [31:0] word, input logic [1:0] offset, input size_t size);
    case (size)
      BITS_8: element_in = 32'(word[{offset, 3'b0} +: 8]);
      BITS_16: element_in = 32'(word[{offset[1], 4'b0} +: 16]);
      default: element_in = word;
    endcase
  endfunction

  // What an element is worth; bits above it do not count
  function automatic number_t value_of(input logic [31:0] element, input size_t size, input logic is_signed);
    // verilator no_inline_task
    case (size)
      BITS_8: value_of = {{NUMBER_BITS-8{is_signed && element[7]}}, element[7:0]};
      BITS_16: value_of = {{NUMBER_BITS-16{is_signed && element[15]}}, element[15:0]};
      default: value_of = {{NUMBER_BITS-32{is_signed && element[31]}}, element};
    endcase
  endfunction

  // The nearest number that an element can hold
  function automatic logic [31:0] saturated(input number_t value, input size_t size, input logic is_signed);
    // verilator no_inline_task
    number_t above;
    number_t below;
    above = number_t'(1) << ((8 << size) - 32'(is_signed));  // the first number that is too large
    below = is_signed ? -above : number_t'(0);
    if (value >= above) saturated = 32'(above - 1);
    else if (value < below) saturated = 32'(below);
    else saturated = value[31:0];
  endfunction

  // A number divided by two to the power of `shift`, 0 to 95, rounded
  function automatic number_t shifted_right(input number_t value, input logic [6:0] shift, input logic [2:0] rounding);
    // verilator no_inline_task
    number_t kept;
    number_t lost;  // what is below the last bit that is kept, moved to the top
    logic    half, rest, up;
    kept = value >>> shift;
    lost = shift == '0 ? '0 : value << (NUMBER_BITS - 32'(shift));
    half = lost[NUMBER_BITS-1];
    rest = lost[NUMBER_BITS-2:0] != '0;
    case (rounding)
      HALF_EVEN: up = half && (rest || kept[0]);
      HALF_AWAY: up = half && (rest || !value[NUMBER_BITS-1]);
      TO_ZERO: up = (half || rest) && value[NUMBER_BITS-1];
      CEILING: up = half || rest;
      HALF_UP: up = half;
      HALF_DOWN: up = half && rest;
      default: up = 1'b0;
    endcase
    shifted_right = kept + number_t'(up);
  endfunction

  // A number times two to the power of a signed amount: to the right it is rounded
  function automatic number_t shifted(input number_t value, input logic [7:0] amount, input logic [2:0] rounding);
    logic [7:0] magnitude;
    magnitude = amount[7] ? -amount : amount;
    if (magnitude >= 8'(NUMBER_BITS)) magnitude = 8'(NUMBER_BITS - 1);
    shifted = amount[7] ? shifted_right(value, magnitude[6:0], rounding) : value <<< magnitude;
  endfunction
endpackage
