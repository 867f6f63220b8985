// sAR and sRQ: element by element. Where each channel is requantised by numbers of its own, lanes read these first in each row.
module sophgo_tiu_elements
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
  sar_t                 ar;
  srq_t                 rq;
  tiu_head_t            head;
  shape_t               shape, one_each, three_each;
  strides_t             a_strides, b_strides, out_strides, table_strides;
  logic [SIZE_BITS-1:0] n, row, h, w, rows;
  logic [1:0]           entry;  // of the tables that is read next; 3: all are there
  logic [31:0]          a_address, out_address, table_address;

  assign ar = tiu_word[SAR_BITS-1:0];
  assign rq = tiu_word[SRQ_BITS-1:0];
  assign head = tiu_word[$bits(tiu_head_t)-1:0];

  wire                 quantises = head.tsk_typ == SRQ_OPCODE;
  wire                 tables = quantises && !rq.opd1_const;
  wire [LANE_BITS-1:0] first = lane_of(out_address);
  wire                 last_w = w == shape.w - 1'b1;
  wire                 last_h = h == shape.h - 1'b1;
  wire                 last_row = row == rows - 1'b1;
  wire                 reads_table = tables && entry != 2'd3;
  wire                 row_ends = last_w && last_h && !reads_table;

  assign last = steps && row_ends && last_row && n == shape.n - 1'b1;
  assign out_address = quantises ? 32'(rq.res0_addr) : ar.res0_addr;
  assign a_address = quantises ? 32'(rq.opd0_addr) : ar.opd0_addr;
  assign table_address = quantises ? rq.opd1_addr : ar.opd2_addr;
  assign shape = quantises ? {rq.res0_n, rq.res0_c, rq.res0_h, rq.res0_w} : {ar.res0_n, ar.res0_c, ar.res0_h, ar.res0_w};
  assign one_each = {16'd1, shape.c, 16'd1, 16'd1};
  assign three_each = {16'd1, shape.c, 16'd1, 16'd3};

  // Guarded, so that it costs a simulator nothing while other words execute
  always @* begin
    setup = '0;
    {a_strides, b_strides, out_strides, table_strides} = '0;
    rows = '0;
    if (steps) begin
      rows = rows_of(first, shape.c);
      setup = quantises ? quantise_setup(rq) : arithmetic_setup(ar);
      a_strides = aligned_strides(shape, first, setup.a.size);
      out_strides = aligned_strides(shape, first, setup.out.size);
      table_strides = quantises ? aligned_strides(three_each, first, BITS_32) : compact_strides(one_each, first);
      if (!quantises) begin
        a_strides = chosen_strides(
          ar.opd0_str, shape, first, setup.a.size, {20'(ar.opd0_n_str), 20'(ar.opd0_c_str), ar.opd0_h_str, ar.opd0_w_str});
        b_strides = chosen_strides(
          ar.opd1_str, shape, first, setup.b.size, {20'(ar.opd1_n_str), 20'(ar.opd1_c_str), ar.opd1_h_str, ar.opd1_w_str});
        out_strides = chosen_strides(
          ar.res0_str, shape, first, setup.out.size, {20'(ar.res0_n_str), 20'(ar.res0_c_str), ar.res0_h_str, ar.res0_w_str});
      end
    end
  end

  always @* begin
    step = '0;
    lanes = '0;
    if (steps) begin
      lanes = lanes_of(first, shape.c, row);
      step.valid = 1'b1;
      step.kind = reads_table ? TABLE : quantises ? QUANTISE : ELEMENT;
      step.entry = entry;
      step.a = place_of(a_address, a_strides, setup.a.size, n, row, h, w);
      step.b = place_of(ar.opd1_addr, b_strides, setup.b.size, n, row, h, w);
      step.c = place_of(table_address, table_strides, setup.c.size, '0, row, '0, quantises ? SIZE_BITS'(entry) : '0);
      step.out = place_of(out_address, out_strides, setup.out.size, n, row, h, w);
    end
  end

  function automatic operand_t operand_of(
    input logic [2:0] precision, input logic is_signed, input logic constant, input logic [31:0] value
  );
    operand_of = {size_of(precision), is_signed, constant, value};
  endfunction

  function automatic setup_t arithmetic_setup(input sar_t word);
    logic shifts, result_signed;
    shifts = word.tsk_eu_typ == SAR_ADD || word.tsk_eu_typ == SAR_SUB || word.tsk_eu_typ == SAR_MUL
      || word.tsk_eu_typ == SAR_ADD_SATURATE || word.tsk_eu_typ == SAR_SUB_SATURATE || word.tsk_eu_typ == SAR_MUL_SATURATE;
    case (word.tsk_eu_typ)
      SAR_SUB, SAR_SUB_SATURATE: result_signed = 1'b1;
      SAR_CAST: result_signed = word.opd2_sign;
      SAR_MAX, SAR_MIN: result_signed = word.opd0_sign;
      default: result_signed = word.opd0_sign || word.opd1_sign;
    endcase
    arithmetic_setup = '0;
    arithmetic_setup.operation = word.tsk_eu_typ;
    arithmetic_setup.a = operand_of(word.opd0_prec, word.opd0_sign, word.opd0_const, word.opd0_addr);
    arithmetic_setup.b = operand_of(word.opd1_prec, word.opd1_sign, word.opd1_const, word.opd1_addr);
    arithmetic_setup.c = operand_of(PREC_8, 1'b1, word.opd2_const, word.opd2_addr);
    arithmetic_setup.out = operand_of(word.res0_prec, result_signed, 1'b0, '0);
    arithmetic_setup.third = shifts && word.tsk_opd_num == 2'd3;
    arithmetic_setup.rounding = word.opd2_n_str;
    arithmetic_setup.left = word.opd2_addr[7:0];
    arithmetic_setup.right = word.opd2_addr[14:8];
  endfunction

  function automatic setup_t quantise_setup(input srq_t word);
    quantise_setup = '0;
    quantise_setup.a = operand_of(word.opd0_prec, word.opd0_sign || word.opd0_prec == PREC_32, 1'b0, '0);
    quantise_setup.b = operand_of(PREC_32, 1'b1, word.opd1_const, word.opd1_addr);
    quantise_setup.c = operand_of(PREC_32, 1'b1, word.opd1_const, word.opd2_addr);
    quantise_setup.out = operand_of(word.res0_prec, word.opd2_sign, 1'b0, '0);
    quantise_setup.rounding = word.opd2_n_str[2:0];
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      steps <= 1'b0;
      {n, row, h, w} <= '0;
      entry <= '0;
    end else if (begins || steps) begin
      steps <= !last;
      if (begins) begin
        {n, row, h, w} <= '0;
        entry <= '0;
      end else if (reads_table) entry <= entry + 1'b1;
      else begin
        w <= last_w ? '0 : w + 1'b1;
        if (last_w) h <= last_h ? '0 : h + 1'b1;
        if (row_ends) begin
          entry <= '0;
          row <= last_row ? '0 : row + 1'b1;
          if (last_row) n <= n + 1'b1;
        end
      end
    end
endmodule
