// What the queue of the GDMA has to know of a word.
module sophgo_gdma_decode
  import sophgo_link_pkg::*;
  import sophgo_words_pkg::*;
  import sophgo_gdma_rules_pkg::*;
(
  input  logic [WORD_BITS-1:0] word,
  output verdict_t             verdict
);
  gdma_head_t head;

  assign head = word[$bits(gdma_head_t)-1:0];
  assign verdict.is_end = head.cmd_type == DMA_SYS_OPCODE && head.cmd_special_function == DMA_SYS_END && head.cmd_short;
  assign verdict.is_long = 1'b0;
  assign verdict.bits = 10'(gdma_word_bits(head));
  assign verdict.refused = is_refused(word);
  assign verdict.id = head.cmd_id;
  assign verdict.after = head.cmd_id_dep;
endmodule
