// Which words of the TIU have a member with a value that they must not have (docs/sophgo/README.md, 'Words').
package sophgo_tiu_rules_pkg;
  import sophgo_words_pkg::*;
  import sophgo_number_pkg::*;

  localparam int TIU_WORD_BITS = 512;  // of the longest word

  function automatic logic is_refused(input logic [TIU_WORD_BITS-1:0] word);
    tiu_head_t head;
    sar_t      ar;
    sconv_t    conv;
    spord_t    pool;
    smm_t      product;
    srq_t      quantise;
    strans_t   turn;
    head = word[$bits(tiu_head_t)-1:0];
    ar = word;
    conv = word;
    pool = word;
    product = word[SMM_BITS-1:0];
    quantise = word[SRQ_BITS-1:0];
    turn = word[STRANS_BITS-1:0];
    case (head.tsk_typ)
      SAR_OPCODE: is_refused = arithmetic_refused(ar);
      SCONV_OPCODE: is_refused = convolution_refused(conv);
      SPORD_OPCODE: is_refused = pooling_refused(pool);
      SMM_OPCODE: is_refused = product_refused(product);
      SRQ_OPCODE: is_refused = quantise_refused(quantise);
      default: is_refused = turn_refused(turn);
    endcase
  endfunction

  function automatic logic is_layout(input logic [2:0] selector);
    is_layout = selector == 3'd0 || selector == 3'd1 || selector == 3'd3;
  endfunction

  function automatic logic is_rounding(input logic [5:0] number);
    is_rounding = number <= 6'(HALF_DOWN);
  endfunction

  function automatic logic arithmetic_refused(input sar_t word);
    logic second, wrong;  // there is an opd1
    second = word.tsk_eu_typ != SAR_COPY && word.tsk_eu_typ != SAR_CAST;
    wrong = !is_integer(word.res0_prec) || !is_integer(word.opd0_prec) || (second && !is_integer(word.opd1_prec));
    wrong = wrong || !is_layout(word.res0_str) || !(word.opd0_const || is_layout(word.opd0_str))
      || (second && !(word.opd1_const || is_layout(word.opd1_str)));
    wrong = wrong || word.res0_n == '0 || word.res0_c == '0 || word.res0_h == '0 || word.res0_w == '0
      || !is_rounding(6'(word.opd2_n_str));
    case (word.tsk_eu_typ)
      SAR_MAX, SAR_MIN:
        wrong = wrong || word.res0_prec != word.opd0_prec || word.opd1_prec != word.opd0_prec
          || word.opd1_sign != word.opd0_sign;
      SAR_COPY: wrong = wrong || word.res0_prec != word.opd0_prec;
      SAR_ARITHMETIC_SHIFT, SAR_LOGIC_SHIFT: wrong = wrong || word.opd1_prec != PREC_8 || !word.opd1_sign;
      SAR_CIRCULAR_SHIFT:
        wrong = wrong || word.opd1_prec != PREC_8 || !word.opd1_sign || word.res0_prec != word.opd0_prec;
      SAR_MAC:
        wrong = wrong || word.opd0_prec != PREC_8 || word.opd1_prec != PREC_8 || word.res0_prec != PREC_16
          || !word.opd2_const;
      default: ;
    endcase
    arithmetic_refused = wrong;
  endfunction

  function automatic logic convolution_refused(input sconv_t word);
    logic wrong;
    wrong = word.opd0_prec != PREC_8 || !is_integer(word.res0_prec) || word.pad_mode != '0 || !is_layout(word.opd0_str)
      || word.res_op_x_str == '0 || word.res_op_y_str == '0 || !word.opd3_const;
    wrong = wrong || word.res0_n == '0 || word.res0_c == '0 || word.res0_h == '0 || word.res0_w == '0
      || word.opd0_c == '0 || word.opd0_h == '0 || word.opd0_w == '0 || word.opd1_h == '0 || word.opd1_w == '0;
    if (word.tsk_eu_typ == SCONV_NORMAL) wrong = wrong || word.res0_prec != PREC_32 || !word.opd2_const;
    else wrong = wrong || word.res_add;
    convolution_refused = wrong;
  endfunction

  function automatic logic pooling_refused(input spord_t word);
    logic wrong;
    wrong = word.opd0_prec != PREC_8 || !is_integer(word.res0_prec) || word.pad_mode != '0 || !word.opd3_const
      || word.res_op_x_str == '0 || word.res_op_y_str == '0;
    wrong = wrong || word.res0_n == '0 || word.res0_c == '0 || word.res0_h == '0 || word.res0_w == '0
      || word.opd0_h == '0 || word.opd0_w == '0 || word.opd1_h == '0 || word.opd1_w == '0;
    if (word.tsk_eu_typ == SPORD_MAXIMUM) wrong = wrong || word.res0_prec != PREC_8;
    else wrong = wrong || !is_rounding(6'(word.opd2_n_str));
    pooling_refused = wrong;
  endfunction

  function automatic logic product_refused(input smm_t word);
    product_refused = word.opd0_prec != PREC_8 || (word.res0_prec != PREC_8 && word.res0_prec != PREC_16)
      || (word.res_add && word.res0_prec != PREC_16) || word.res0_c == '0 || word.res0_w == '0
      || word.opd0_n == '0 || word.opd0_c == '0 || word.opd0_w == '0 || word.opd1_w == '0;
  endfunction

  function automatic logic quantise_refused(input srq_t word);
    quantise_refused = (word.opd0_prec != PREC_16 && word.opd0_prec != PREC_32)
      || (word.res0_prec != PREC_8 && word.res0_prec != PREC_16) || !is_rounding(word.opd2_n_str)
      || word.res0_n == '0 || word.res0_c == '0 || word.res0_h == '0 || word.res0_w == '0;
  endfunction

  function automatic logic turn_refused(input strans_t word);
    turn_refused = !is_integer(word.res0_prec) || word.res0_n == '0 || word.res0_c == '0 || word.res0_h == '0
      || word.res0_w == '0;
  endfunction
endpackage
