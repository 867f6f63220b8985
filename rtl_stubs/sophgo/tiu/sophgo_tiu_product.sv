// sMM: the product of two matrices. Lanes hold columns of the right one and of the result; an element of the left one is
// given to all of them in each step.
module sophgo_tiu_product
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_words_pkg::*;
  import sophgo_number_pkg::*;
  import sophgo_step_pkg::*;
  import sophgo_layout_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  logic [WORD_BITS-1:0] tiu_word,  // stays until the last step
  input  logic                 begins,
  output logic                 steps,
  output logic                 last,
  output setup_t               setup,
  output step_t                step,
  output logic [LANES-1:0]     lanes
);
  smm_t                 word;
  shape_t               left_shape, right_shape, shape;
  strides_t             left_strides, right_strides, bias_strides, strides;
  logic [SIZE_BITS-1:0] m, row, w, k;     // row of the result, row of channels and column in them, and what is summed over
  logic [SIZE_BITS-1:0] channel, column;  // of the left matrix
  logic [SIZE_BITS-1:0] rows;
  logic                 finishes;

  assign word = tiu_word[SMM_BITS-1:0];

  // The left matrix is walked along a row for each sum, or if it is transposed from row to row
  wire [LANE_BITS-1:0] first = lane_of(word.res0_addr);
  wire                 last_channel = channel == word.opd0_c - 1'b1;
  wire                 channel_ends = column == (last_channel ? word.opd1_w : word.opd0_w) - 1'b1;
  wire                 columns_end = last_channel && channel_ends;
  wire                 last_k = word.left_tran ? k == word.opd0_n - 1'b1 : columns_end;
  wire                 last_m = word.left_tran ? columns_end : m == word.opd0_n - 1'b1;
  wire                 last_w = w == word.res0_w - 1'b1;
  wire                 last_row = row == rows - 1'b1;
  wire                 row_ends = finishes && last_w && last_row;
  wire                 moves = word.left_tran ? row_ends : !finishes;
  wire [SIZE_BITS-1:0] left_channel = SIZE_BITS'(first) + channel;

  assign last = steps && row_ends && last_m;

  // Guarded, so that it costs a simulator nothing while other words execute
  always @* begin
    setup = '0;
    rows = '0;
    {left_shape, right_shape, shape} = '0;
    {left_strides, right_strides, bias_strides, strides} = '0;
    if (steps) begin
      setup = product_setup(word);
      rows = rows_of(first, word.res0_c);
      shape = {16'd1, word.res0_c, 16'd1, word.res0_w};
      left_shape = {16'd1, word.opd0_c, 16'd1, word.opd0_w};
      right_shape = shape;
      left_strides = aligned_strides(left_shape, first, BITS_8);
      right_strides = aligned_strides(right_shape, first, BITS_8);
      bias_strides = aligned_strides(shape, first, BITS_16);
      strides = aligned_strides(shape, first, setup.out.size);
    end
  end

  always @* begin
    step = '0;
    lanes = '0;
    if (steps) begin
      lanes = lanes_of(first, word.res0_c, row);
      step.valid = 1'b1;
      step.kind = finishes ? FINISH : PRODUCT;
      step.first = k == '0;
      step.from = left_channel[LANE_BITS-1:0];
      step.a = place_of(
        word.opd0_addr, left_strides, BITS_8, word.left_tran ? k : m, left_channel >> LANE_BITS, '0, column);
      step.b = place_of(word.opd1_addr, right_strides, BITS_8, k, row, '0, w);
      step.c = place_of(word.opd2_addr, bias_strides, BITS_16, '0, row, '0, w);
      step.out = place_of(word.res0_addr, strides, setup.out.size, m, row, '0, w);
    end
  end

  function automatic setup_t product_setup(input smm_t from_word);
    logic any_sign;
    any_sign = from_word.opd0_sign || from_word.opd1_sign || from_word.opd2_sign;
    product_setup = '0;
    product_setup.a = {BITS_8, from_word.opd0_sign, from_word.opd0_const, from_word.opd0_addr};
    product_setup.b = {BITS_8, from_word.opd1_sign, 1'b0, 32'd0};
    product_setup.c = {BITS_16, from_word.opd2_sign, from_word.opd2_const, from_word.opd2_addr};
    product_setup.out = {size_of(from_word.res0_prec), any_sign && from_word.tsk_eu_typ != SMM_REQUANTISED_RELU, 1'b0, 32'd0};
    product_setup.old_signed = any_sign;
    product_setup.third = 1'b1;
    product_setup.from_lane = !from_word.opd0_const;
    product_setup.rounding = HALF_UP;
    product_setup.left = from_word.opd3_addr[7:0];
    product_setup.right = from_word.opd3_addr[14:8];
    product_setup.adds = from_word.res_add;
    product_setup.relu = from_word.tsk_eu_typ == SMM_REQUANTISED_RELU;
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {steps, finishes} <= '0;
      {m, row, w, k} <= '0;
      {channel, column} <= '0;
    end else if (begins || steps) begin
      steps <= !last;
      finishes <= steps && !finishes && last_k;
      if (begins) {m, row, w, k, channel, column} <= '0;
      else begin
        k <= finishes ? '0 : k + 1'b1;
        if (finishes) begin
          w <= last_w ? '0 : w + 1'b1;
          if (last_w) row <= last_row ? '0 : row + 1'b1;
          if (row_ends) m <= m + 1'b1;
        end
        if (moves) begin
          column <= channel_ends ? '0 : column + 1'b1;
          if (channel_ends) channel <= last_channel ? '0 : channel + 1'b1;
        end
      end
    end
endmodule
