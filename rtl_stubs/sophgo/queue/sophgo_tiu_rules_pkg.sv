// Which words of the TIU have a member with a value that they must not have (docs/sophgo/README.md, 'Words').
package sophgo_tiu_rules_pkg;
  import sophgo_words_pkg::*;

  localparam int TIU_WORD_BITS = 512;  // of the longest word

  function automatic logic is_refused(input logic [TIU_WORD_BITS-1:0] word);
    is_refused = 1'b0;
  endfunction
endpackage
