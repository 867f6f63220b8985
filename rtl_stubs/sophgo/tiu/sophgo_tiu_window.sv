// sCONV and sPorD: a window moves over an input. For each element of the result lanes take in what is under the window, in a
// convolution as many input channels at once as there are lanes, and finish the sum.
module sophgo_tiu_window
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_words_pkg::*;
  import sophgo_number_pkg::*;
  import sophgo_step_pkg::*;
  import sophgo_layout_pkg::*;
  import sophgo_window_pkg::*;
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
  localparam int PARTS = KERNEL_BYTES / LANES;  // of the input channels that a kernel has side by side

  sconv_t               conv;
  spord_t               pool;
  tiu_head_t            head;
  shape_t               shape, input_shape, one_each;  // the first one: of the result
  strides_t             a_strides, out_strides, bias_strides;
  direction_t           lines, columns;
  under_t               line, column;
  logic [SIZE_BITS-1:0] n, row, h, w, slice, y, x;     // slice: of input channels; y and x: in the window
  logic [SIZE_BITS-1:0] rows, slices;
  logic                 finishes;
  logic [31:0]          out_address, a_address, kernel_address, bias_address, kernel_offset;

  assign conv = tiu_word[SCONV_BITS-1:0];
  assign pool = tiu_word[SPORD_BITS-1:0];
  assign head = tiu_word[$bits(tiu_head_t)-1:0];

  wire                 convolves = head.tsk_typ == SCONV_OPCODE;
  wire [LANE_BITS-1:0] first = lane_of(out_address);
  wire                 last_x = x == columns.taps - 1'b1;
  wire                 last_y = y == lines.taps - 1'b1;
  wire                 last_slice = slice == slices - 1'b1;
  wire                 last_w = w == shape.w - 1'b1;
  wire                 last_h = h == shape.h - 1'b1;
  wire                 last_row = row == rows - 1'b1;
  wire                 first_tap = slice == '0 && y == '0 && x == '0;

  assign last = steps && finishes && last_w && last_h && last_row && n == shape.n - 1'b1;
  assign out_address = convolves ? 32'(conv.res0_addr) : pool.res0_addr;
  assign a_address = convolves ? conv.opd0_addr : pool.opd0_addr;
  assign kernel_address = convolves ? conv.opd1_addr : pool.opd1_addr;
  assign bias_address = convolves ? conv.opd2_addr : pool.opd2_addr;
  assign shape = convolves ? {conv.res0_n, conv.res0_c, conv.res0_h, conv.res0_w}
    : {pool.res0_n, pool.res0_c, pool.res0_h, pool.res0_w};
  assign input_shape = convolves ? {conv.res0_n, conv.opd0_c, conv.opd0_h, conv.opd0_w}
    : {pool.res0_n, pool.res0_c, pool.opd0_h, pool.opd0_w};
  assign one_each = {16'd1, shape.c, 16'd1, 16'd1};
  assign lines = convolves
    ? {conv.opd0_y_ins0, conv.opd0_up_pad, conv.res_op_y_str, conv.opd1_y_ins0, conv.opd0_h, conv.opd1_h, conv.kernel_rotate}
    : {pool.opd0_y_ins0, pool.opd0_up_pad, pool.res_op_y_str, pool.opd1_y_ins0, pool.opd0_h, pool.opd1_h, pool.kernel_rotate};
  assign columns = convolves
    ? {conv.opd0_x_ins0, conv.opd0_lf_pad, conv.res_op_x_str, conv.opd1_x_ins0, conv.opd0_w, conv.opd1_w, conv.kernel_rotate}
    : {pool.opd0_x_ins0, pool.opd0_lf_pad, pool.res_op_x_str, pool.opd1_x_ins0, pool.opd0_w, pool.opd1_w, pool.kernel_rotate};

  // Guarded, so that it costs a simulator nothing while other words execute
  always @* begin
    setup = '0;
    {a_strides, out_strides, bias_strides} = '0;
    {rows, slices} = '0;
    if (steps) begin
      setup = convolves ? convolution_setup(conv) : pooling_setup(pool);
      rows = rows_of(first, shape.c);
      slices = convolves ? (input_shape.c + SIZE_BITS'(LANES - 1)) >> LANE_BITS : SIZE_BITS'(1);
      out_strides = aligned_strides(shape, first, setup.out.size);
      bias_strides = compact_strides(one_each, first);
      a_strides = chosen_strides(
        convolves ? conv.opd0_str : ALIGNED, input_shape, first, setup.a.size,
        {20'(conv.opd0_n_str), 20'(conv.opd0_c_str), 20'(conv.opd0_h_str), 20'(conv.opd0_w_str)});
    end
  end

  always @* begin
    step = '0;
    lanes = '0;
    {line, column} = '0;
    kernel_offset = '0;
    if (steps) begin
      lanes = lanes_of(first, shape.c, row);
      line = under(lines, h, y);
      column = under(columns, w, x);
      kernel_offset = kernel_offset_of(stored(lines, y), stored(columns, x));
      step.valid = 1'b1;
      if (finishes) step.kind = FINISH;
      else if (convolves) step.kind = DOT;
      else step.kind = head.tsk_eu_typ == SPORD_MAXIMUM ? LARGEST : PRODUCT;
      step.first = first_tap;
      step.padded = line.outside || column.outside;
      step.inserted = !step.padded && (line.between || column.between);
      step.a = place_of(a_address, a_strides, setup.a.size, n, convolves ? slice : row, line.index, column.index);
      step.b = PLACE_BITS'(kernel_address + kernel_offset);
      step.c = place_of(bias_address, bias_strides, setup.c.size, '0, row, '0, '0);
      step.out = place_of(out_address, out_strides, setup.out.size, n, row, h, w);
      step.from = first;
      step.next_row = PLACE_BITS'(a_strides.c);
      step.channels = last_slice ? (LANE_BITS+1)'(input_shape.c - (slice << LANE_BITS)) : (LANE_BITS+1)'(LANES);
    end
  end

  // Where an element of the kernel is: in a convolution the first one of those of a slice
  function automatic logic [31:0] kernel_offset_of(
    input logic [SIZE_BITS-1:0] kernel_line, input logic [SIZE_BITS-1:0] kernel_column
  );
    logic [31:0] element;   // of the window
    logic [31:0] elements;
    logic [31:0] groups;
    element = 32'(kernel_line) * 32'(columns.taps) + 32'(kernel_column);
    elements = 32'(lines.taps) * 32'(columns.taps);
    groups = (32'(slices) + PARTS - 1) / PARTS;
    if (convolves)
      kernel_offset_of = ((32'(row) * groups + 32'(slice) / PARTS) * elements + element) * KERNEL_BYTES
        + 32'(slice) % PARTS * LANES;
    else kernel_offset_of = 32'(row) * elements + element;
  endfunction

  function automatic setup_t convolution_setup(input sconv_t word);
    logic requantises, any_sign;
    requantises = word.tsk_eu_typ != SCONV_NORMAL;
    any_sign = word.opd0_sign || word.opd1_sign || word.opd2_sign;
    convolution_setup = '0;
    convolution_setup.a = {BITS_8, word.opd0_sign, 1'b0, 32'd0};
    convolution_setup.b = {BITS_8, word.opd1_sign, word.opd1_const, word.opd1_addr};
    convolution_setup.c = {BITS_16, word.opd2_sign, word.opd2_const, word.opd2_addr};
    convolution_setup.out = {size_of(word.res0_prec), any_sign && word.tsk_eu_typ != SCONV_REQUANTISED_RELU, 1'b0, 32'd0};
    convolution_setup.third = requantises;
    convolution_setup.rounding = HALF_UP;
    convolution_setup.right = requantises ? word.opd3_addr[6:0] : '0;
    convolution_setup.adds = word.res_add;
    convolution_setup.relu = word.tsk_eu_typ == SCONV_REQUANTISED_RELU;
    convolution_setup.wraps = !requantises;
    convolution_setup.pad = requantises ? '0 : word.opd3_addr;
    convolution_setup.zero = requantises ? '0 : 32'(value_of(word.opd2_addr, BITS_8, word.opd2_sign));
  endfunction

  function automatic setup_t pooling_setup(input spord_t word);
    logic averages, multiplies, any_sign;
    averages = word.tsk_eu_typ == SPORD_AVERAGE;
    multiplies = word.tsk_eu_typ == SPORD_DEPTHWISE || word.tsk_eu_typ == SPORD_DEPTHWISE_RELU;
    any_sign = word.opd0_sign || word.opd1_sign || word.opd2_sign;
    pooling_setup = '0;
    pooling_setup.a = {BITS_8, word.opd0_sign, 1'b0, 32'd0};
    if (multiplies) pooling_setup.b = {BITS_8, word.opd1_sign, word.opd1_const, word.opd1_addr};
    else pooling_setup.b = {BITS_8, 1'b0, 1'b1, 32'd1};
    pooling_setup.c = {BITS_32, word.opd2_sign, word.opd2_const, word.opd2_addr};
    pooling_setup.out.size = size_of(word.res0_prec);
    pooling_setup.out.is_signed =
      multiplies ? any_sign && word.tsk_eu_typ != SPORD_DEPTHWISE_RELU : word.opd0_sign;
    pooling_setup.third = multiplies;
    pooling_setup.rounding = word.opd2_n_str;
    pooling_setup.right = averages ? word.opd2_addr[6:0] : multiplies ? word.res1_addr[14:8] : '0;
    pooling_setup.scales = averages;
    pooling_setup.scale = averages ? word.opd1_addr[7:0] : '0;
    pooling_setup.narrow = multiplies;
    pooling_setup.sum_signed = any_sign;
    pooling_setup.relu = word.tsk_eu_typ == SPORD_DEPTHWISE_RELU;
    pooling_setup.pad = word.opd3_addr;
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {steps, finishes} <= '0;
      {n, row, h, w} <= '0;
      {slice, y, x} <= '0;
    end else if (begins || steps) begin
      steps <= !last;
      finishes <= steps && !finishes && last_x && last_y && last_slice;
      if (begins) {n, row, h, w, slice, y, x} <= '0;
      else if (!finishes) begin
        x <= last_x ? '0 : x + 1'b1;
        if (last_x) y <= last_y ? '0 : y + 1'b1;
        if (last_x && last_y) slice <= last_slice ? '0 : slice + 1'b1;
      end else begin
        w <= last_w ? '0 : w + 1'b1;
        if (last_w) h <= last_h ? '0 : h + 1'b1;
        if (last_w && last_h) row <= last_row ? '0 : row + 1'b1;
        if (last_w && last_h && last_row) n <= n + 1'b1;
      end
    end
endmodule
