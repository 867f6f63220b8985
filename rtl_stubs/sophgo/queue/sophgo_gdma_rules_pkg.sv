// Which words of the GDMA have a member with a value that they must not have (docs/sophgo/README.md, 'Words').
package sophgo_gdma_rules_pkg;
  import sophgo_link_pkg::*;
  import sophgo_words_pkg::*;


  function automatic logic is_refused(input logic [WORD_BITS-1:0] word);
    is_refused = 1'b0;
  endfunction
endpackage
