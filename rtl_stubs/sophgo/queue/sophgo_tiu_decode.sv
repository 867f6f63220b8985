// What the queue of the TIU has to know of a word.
module sophgo_tiu_decode
  import sophgo_link_pkg::*;
  import sophgo_words_pkg::*;
  import sophgo_tiu_rules_pkg::*;
(
  input  logic [WORD_BITS-1:0] word,
  output verdict_t             verdict
);
  tiu_head_t head;

  assign head = word[$bits(tiu_head_t)-1:0];
  assign verdict.is_end = head.tsk_typ == SYS_OPCODE && head.tsk_eu_typ == SYS_END;
  assign verdict.is_long = !head.cmd_short && head.tsk_typ != SYS_OPCODE;
  assign verdict.bits = 10'(tiu_word_bits(head));
  assign verdict.refused = is_refused(word[TIU_WORD_BITS-1:0]);
  assign verdict.id = head.cmd_id;
  assign verdict.after = head.cmd_id_dep;
endmodule
