// FP16 sums of the cells of half a MAC array: docs/nvdla/convolution.md, 'CMAC in FP16'.
//
// All steps but the last are bit operations, the same on each lane, so lanes stand side by side in words: all of a cell
// in one word on Icarus, which pays by operation and hardly by width, and one in each word elsewhere. A lane has 32 bits
// of its word, and nothing is ever carried from one lane into the next. What each lane gets alike, such as a 1, is kept
// in a variable, as a replicated literal costs Icarus more than the operation.
module nvdla_cmac_floats
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_tile_pkg::*;
#(
`ifdef __ICARUS__
  parameter int LANES = MAC_CHANNELS
`else
  parameter int LANES = 1
`endif
) (
  input  logic                                clk,
  input  logic                                is_winograd,
  input  logic                                load,     // take the weights
  input  logic                                operate,  // take the data
  input  logic [CMAC_CELLS-1:0]               cells,    // that have a kernel
  input  wire  [ENTRY_BITS-1:0]               weights [0:CMAC_CELLS-1],
  input  logic [ENTRY_BITS-1:0]               data,
  output logic [CMAC_CELLS*CELL_SUM_BITS-1:0] sums      // of the data last taken
);
  // both halves share the code
  // verilator no_inline_module
  localparam int CODE_BITS = 16;
  localparam int LANE_BITS = 32;
  localparam int WORD_BITS = LANES * LANE_BITS;
  localparam int CODES_BITS = LANES * CODE_BITS;
  localparam int WORDS = MAC_CHANNELS / LANES;
  localparam int STEPS = LANES > 1 ? $clog2(LANES) : 1;
  localparam int DIGITS = 8;
  localparam int MANTISSA_BITS = FP16_SUM_BITS - 6;
  localparam int NAN_BITS = 12;  // one that is there, its sign, its payload
  localparam int TOGETHER = LANES < POSITION_CHANNELS ? LANES : POSITION_CHANNELS;  // lanes of a position in a word
  localparam int TOGETHER_BITS = LANES == 1 ? LANE_BITS : 2 * LANE_BITS;           // of their sum

  typedef logic [WORD_BITS-1:0] word_t;

  // Operands, lane by lane
  typedef struct packed {
    word_t nan;       // 1 if it is one
    word_t live;      // 1 if it is not 0
    word_t sign;      // 1 if it is negative
    word_t exponent;  // 3 bits, each worth 4 of the code's
    word_t mantissa;  // 14 bits
  } floats_t;

  // Each lane alike
  word_t one, bits_3, bits_5, bits_10, bits_15, bit_16, signs, below_4, below_8, below_16, even_lanes;
  word_t blocks [0:STEPS-1];  // every other block of so many lanes' codes

  // Weights by cell and word; digits of the mantissa behind one another, each bit as often as it has to mask bits
  word_t weight_live     [0:CMAC_CELLS*WORDS-1];
  word_t weight_sign     [0:CMAC_CELLS*WORDS-1];
  word_t weight_exponent [0:CMAC_CELLS*WORDS-1];
  word_t once            [0:CMAC_CELLS*WORDS*DIGITS-1];
  word_t twice           [0:CMAC_CELLS*WORDS*DIGITS-1];
  word_t positive        [0:CMAC_CELLS*WORDS*DIGITS-1];
  word_t negative        [0:CMAC_CELLS*WORDS*DIGITS-1];
  logic [NAN_BITS-1:0] weight_nan [0:CMAC_CELLS-1];

  // Data by word
  logic [NAN_BITS-1:0] data_nan;
  word_t data_live     [0:WORDS-1];
  word_t data_sign     [0:WORDS-1];
  word_t data_exponent [0:WORDS-1];
  word_t data_mantissa [0:WORDS-1];

  // Of the cell that is worked on
  logic [NAN_BITS-1:0] nan;
  logic [3:0] most;                                 // the largest exponent
  word_t products, excesses;                        // those are too large by these
  total_t position [0:POSITIONS-1];                 // of Winograd
  total_t half     [0:TILE_WIDE*POSITIONS_WIDE-1];  // its columns are done
  logic [TILE*SUM_BITS-1:0] tile;

  initial begin
    tile = '0;
    one        = {LANES{32'h0000_0001}};
    bits_3     = {LANES{32'h0000_0007}};
    bits_5     = {LANES{32'h0000_001f}};
    bits_10    = {LANES{32'h0000_03ff}};
    bits_15    = {LANES{32'h0000_7fff}};
    bit_16     = {LANES{32'h0001_0000}};
    signs      = {LANES{32'h5555_0000}};  // the sum of all rows' bits 16
    below_4    = {LANES{32'h0fff_ffff}};
    below_8    = {LANES{32'h00ff_ffff}};
    below_16   = {LANES{32'h0000_ffff}};
    for (int lane = 0; lane < LANES; lane++) even_lanes[LANE_BITS*lane +: LANE_BITS] = lane % 2 == 0 ? '1 : '0;
    for (int step = 0; step < STEPS; step++)
      for (int place = 0; place < 2 * LANES; place++)
        blocks[step][CODE_BITS*place +: CODE_BITS] = (place >> step) % 2 == 0 ? '1 : '0;
  end

  // Codes that abut, as lanes
  function automatic word_t spread(input logic [CODES_BITS-1:0] codes);
    int step;
    spread = WORD_BITS'(codes);
    for (step = STEPS - 1; step >= 0; step--)
      if (LANES > 1) spread = (spread | spread << (CODE_BITS << step)) & blocks[step];
  endfunction

  function automatic floats_t unpacked(input logic [CODES_BITS-1:0] codes);
    word_t code, size, field, hidden, by_1, by_2, mask;
    code = spread(codes);
    size = code & bits_15;
    field = (size >> 10) & bits_5;
    hidden = ((field + bits_5) >> 5) & one;
    unpacked.nan = ((size + bits_10) >> 15) & one;
    unpacked.live = ((size + bits_15) >> 15) & one;
    unpacked.sign = (code >> 15) & one;
    unpacked.exponent = (field >> 2) & bits_3;
    by_1 = (field & one) | (one - hidden);  // a denormal has the place of exponent 1
    by_2 = (field >> 1) & one;
    unpacked.mantissa = (size & bits_10) | hidden << 10;
    mask = (by_1 << 16) - by_1;
    unpacked.mantissa = (unpacked.mantissa & ~mask) | (unpacked.mantissa << 1 & mask);
    mask = (by_2 << 16) - by_2;
    unpacked.mantissa = (unpacked.mantissa & ~mask) | (unpacked.mantissa << 2 & mask);
  endfunction

  // The first NaN of an entry
  function automatic logic [NAN_BITS-1:0] first_nan(input logic [ENTRY_BITS-1:0] codes);
    int lane;
    logic [CODE_BITS-1:0] code;
    first_nan = '0;
    // verilator unroll_disable
    for (lane = MAC_CHANNELS - 1; lane >= 0; lane--) begin
      code = codes[CODE_BITS*lane +: CODE_BITS];
      if (code[14:0] > 15'h7c00) first_nan = {1'b1, code[15], code[9:0]};
    end
  endfunction

  function automatic word_t majority(input word_t a, input word_t b, input word_t c);
    majority = (a & b) | (c & (a | b));
  endfunction

  // The partial products of half of a weight's digits, reduced to two rows: three rows become their sum without carries
  // and their carries, the first three of five, then these with the fourth, then with the fifth.
  function automatic logic [2*WORD_BITS-1:0] half_product(
    input int    first,  // digit
    input word_t differ, // 17 bits where the signs do
    input word_t factor
  );
    word_t row, sum, carries, inverted, plus_1, digit;
    int i;
    plus_1 = '0;
    sum = '0;
    carries = '0;
    for (i = 0; i < DIGITS / 2; i++) begin
      digit = (once[first + i] & factor) | (twice[first + i] & factor << 1) | bit_16;
      inverted = (positive[first + i] & differ) | (negative[first + i] & ~differ);
      row = (digit | inverted) - (digit & inverted);  // exclusive or
      row = row << 2 * i;
      if (i > 0) row = row | plus_1 << 2 * (i - 1);
      plus_1 = inverted & one;
      case (i)
        0: sum = row;
        1: carries = row;
        default: begin
          digit = majority(sum, carries, row) << 1;
          sum = sum + carries + row - digit;
          carries = digit;
        end
      endcase
    end
    row = plus_1 << (DIGITS - 2);
    digit = majority(sum, carries, row) << 1;
    half_product = {digit, sum + carries + row - digit};
  endfunction

  // The largest exponent of lanes
  function automatic logic [3:0] largest(input word_t exponents);
    word_t left, hit;
    int i;
    left = exponents;
    largest = '0;
    for (i = 3; i >= 0; i--) begin
      hit = (left >> i) & one;
      if (hit != '0) begin
        largest[i] = 1'b1;
        left = left & ((hit << 4) - hit);
      end
    end
  endfunction

  // Each lane shifted right by its distance, which has 3 bits and counts 4 bits
  function automatic word_t shifted(input word_t word, input word_t by_4, input word_t by_8, input word_t by_16);
    shifted = word;
    shifted = (shifted & ~by_4) | (shifted >> 4 & by_4 & below_4);
    shifted = (shifted & ~by_8) | (shifted >> 8 & by_8 & below_8);
    shifted = (shifted & ~by_16) | (shifted >> 16 & by_16 & below_16);
  endfunction

  // Sums of neighbours, as many as 2**steps, each where the first of them was
  function automatic word_t neighbours(input word_t word, input int steps);
    int step;
    neighbours = word;
    if (steps > 0 && LANES > 1) neighbours = (word & even_lanes) + (word >> LANE_BITS & even_lanes);
    for (step = 1; step < steps; step++) neighbours = neighbours + (neighbours >> (LANE_BITS << step));
  endfunction

  function automatic logic [MANTISSA_BITS-1:0] sum_of_lanes(input word_t word);
    sum_of_lanes = MANTISSA_BITS'(neighbours(word, STEPS));
  endfunction

  // As many 1 as a lane has bits, where there is one
  function automatic word_t filled(input word_t ones);
    filled = (ones << (LANE_BITS - 1)) | ((ones << (LANE_BITS - 1)) - ones);
  endfunction

  // A word's products, from what each lane stands below the highest
  task automatic multiply(
    input int    weight,
    input int    datum,
    input word_t alive,
    input word_t distance
  );
    word_t differ, sum, carries, high_sum, high_carries, next, near, by_4, by_8, by_16;
    differ = (weight_sign[weight] | data_sign[datum]) - (weight_sign[weight] & data_sign[datum]);
    differ = (differ << 17) - differ;
    {carries, sum} = half_product(weight * DIGITS, differ, data_mantissa[datum]);
    {high_carries, high_sum} = half_product(weight * DIGITS + DIGITS / 2, differ, data_mantissa[datum]);
    high_sum = high_sum << DIGITS;
    next = majority(sum, carries, high_sum) << 1;
    sum = sum + carries + high_sum - next;
    high_carries = high_carries << DIGITS;
    carries = majority(sum, next, high_carries) << 1;
    sum = sum + next + high_carries - carries;
    near = filled(alive & (one - ((distance >> 3) & one)));
    by_4 = filled(distance & one);
    by_8 = filled((distance >> 1) & one);
    by_16 = filled((distance >> 2) & one);
    products = shifted(sum & near, by_4, by_8, by_16) + shifted(carries & near, by_4, by_8, by_16);
    excesses = shifted(signs & near, by_4, by_8, by_16);
  endtask

  function automatic word_t alive(input int weight, input int datum);
    alive = weight_live[weight] & data_live[datum];
  endfunction

  function automatic word_t exponents(input int weight, input int datum);
    word_t taking_part;
    taking_part = alive(weight, datum);
    exponents = (weight_exponent[weight] + data_exponent[datum]) & ((taking_part << 4) - taking_part);
  endfunction

  function automatic logic [FP16_SUM_BITS-1:0] given(input logic [MANTISSA_BITS-1:0] mantissa);
    if (nan[NAN_BITS-1]) given = {6'h3f, nan[NAN_BITS-2:0], {MANTISSA_BITS - NAN_BITS + 1{1'b0}}};
    else given = {most, 2'b00, mantissa};
  endfunction

  // The sum of a cell's products
  task automatic take_sum(input int number);
    logic [MANTISSA_BITS-1:0] mantissa;
    int i, weight;
    mantissa = '0;
    // verilator unroll_disable
    for (i = 0; i < WORDS; i++) begin
      weight = number * WORDS + i;
      multiply(weight, i, alive(weight, i), one * WORD_BITS'(most) - exponents(weight, i));
      mantissa = mantissa + sum_of_lanes(products) - sum_of_lanes(excesses);
    end
    tile[FP16_SUM_BITS-1:0] = given(mantissa);
  endtask

  // Winograd: a sum for each position, and of these a tile
  task automatic take_tile(input int number);
    logic [2*TOTAL_BITS-1:0] two;
    int i, at, weight;
    for (i = 0; i < POSITIONS; i++) position[i] = '0;
    // verilator unroll_disable
    for (i = 0; i < MAC_CHANNELS; i = i + TOGETHER) begin
      at = i % LANES;
      if (at == 0) begin
        weight = number * WORDS + i / LANES;
        multiply(weight, i / LANES, alive(weight, i / LANES), one * WORD_BITS'(most) - exponents(weight, i / LANES));
        products = neighbours(products, $clog2(TOGETHER));
        excesses = neighbours(excesses, $clog2(TOGETHER));
      end
      position[i / POSITION_CHANNELS] = position[i / POSITION_CHANNELS]
        + TOTAL_BITS'(products[LANE_BITS * at +: TOGETHER_BITS]) - TOTAL_BITS'(excesses[LANE_BITS * at +: TOGETHER_BITS]);
    end
    for (i = 0; i < POSITIONS_WIDE; i++) begin
      two = post_added(
        position[i], position[POSITIONS_WIDE + i], position[2 * POSITIONS_WIDE + i], position[3 * POSITIONS_WIDE + i]);
      half[i] = two[TOTAL_BITS-1:0];
      half[POSITIONS_WIDE + i] = two[2*TOTAL_BITS-1:TOTAL_BITS];
    end
    for (i = 0; i < TILE_WIDE; i++) begin
      two = post_added(
        half[POSITIONS_WIDE * i], half[POSITIONS_WIDE * i + 1], half[POSITIONS_WIDE * i + 2], half[POSITIONS_WIDE * i + 3]);
      tile[TILE_WIDE * SUM_BITS * i +: FP16_SUM_BITS] = given(two[MANTISSA_BITS-1:0]);
      tile[TILE_WIDE * SUM_BITS * i + SUM_BITS +: FP16_SUM_BITS] = given(two[TOTAL_BITS +: MANTISSA_BITS]);
    end
  endtask

  task automatic operate_cells;
    logic [CMAC_CELLS*CELL_SUM_BITS-1:0] next;
    logic [3:0] here;
    int i, word;
    next = '0;
    // verilator unroll_disable
    for (i = 0; i < CMAC_CELLS; i++)
      if (cells[i]) begin
        nan = weight_nan[i][NAN_BITS-1] ? weight_nan[i] : data_nan;
        most = '0;
        // verilator unroll_disable
        for (word = 0; word < WORDS; word++) begin
          here = largest(exponents(i * WORDS + word, word));
          if (here > most) most = here;
        end
        if (TILE_SUMS > 1 && is_winograd) begin
          take_tile(i);
          next[CELL_SUM_BITS*i +: CELL_SUM_BITS] = CELL_SUM_BITS'(tile);
        end else begin
          take_sum(i);
          next[CELL_SUM_BITS*i +: SUM_BITS] = tile[SUM_BITS-1:0];
        end
      end
    sums <= next;
  endtask

  // Digit i of a weight's mantissa is 0, 1 or 2 times 4^i, positive or negative, by bits 2i+1 to 2i-1.
  task automatic take_digits(input int weight, input word_t mantissa);
    word_t low, middle, high, both, any;
    int i;
    for (i = 0; i < DIGITS; i++) begin
      low = ((mantissa << 1) >> 2 * i) & one;
      middle = (mantissa >> 2 * i) & one;
      high = (mantissa >> (2 * i + 1)) & one;
      both = low & middle;
      any = low | middle;
      once[weight * DIGITS + i] = ((any - both) << 16) - (any - both);
      low = (high & (one - any)) | (both & (one - high));
      twice[weight * DIGITS + i] = (low << 16) - low;
      low = low | (any - both);
      high = high & (one - both);
      negative[weight * DIGITS + i] = (high << 17) - high;
      positive[weight * DIGITS + i] = ((low - high) << 17) - (low - high);
    end
  endtask

  task automatic take_weights(input int number);
    floats_t floats;
    int i, weight;
    weight_nan[number] = '0;
    // verilator unroll_disable
    for (i = 0; i < WORDS; i++) begin
      weight = number * WORDS + i;
      floats = unpacked(weights[number][CODES_BITS * i +: CODES_BITS]);
      if (floats.nan != '0 && !weight_nan[number][NAN_BITS-1]) weight_nan[number] = first_nan(weights[number]);
      weight_live[weight] = floats.live;
      weight_sign[weight] = floats.sign;
      weight_exponent[weight] = floats.exponent;
      take_digits(weight, floats.mantissa);
    end
  endtask

  task automatic take_data;
    floats_t floats;
    int i;
    data_nan = '0;
    // verilator unroll_disable
    for (i = 0; i < WORDS; i++) begin
      floats = unpacked(data[CODES_BITS * i +: CODES_BITS]);
      if (floats.nan != '0 && !data_nan[NAN_BITS-1]) data_nan = first_nan(data);
      data_live[i] = floats.live;
      data_sign[i] = floats.sign;
      data_exponent[i] = floats.exponent;
      data_mantissa[i] = floats.mantissa;
    end
  endtask

  always @(posedge clk) begin
    if (load) begin
      // verilator unroll_disable
      for (int i = 0; i < CMAC_CELLS; i++) if (cells[i]) take_weights(i);
    end
    if (operate) begin
      take_data;
      operate_cells;
    end
  end
endmodule
