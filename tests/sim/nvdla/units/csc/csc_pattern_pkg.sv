// What the convolution buffer of this test holds: a pattern of the entry and a salt.
package csc_pattern_pkg;
  import nvdla_link_pkg::*;

  function automatic logic [ENTRY_BITS-1:0] content(input logic [31:0] salt, input logic [ENTRY_INDEX_BITS-1:0] entry);
    int word;
    logic [31:0] mixed;
    content = '0;
    for (word = 0; 32 * word < ENTRY_BITS; word++) begin
      mixed = 32'(entry) * 32'h9E37_79B1 + salt * 32'h85EB_CA77 + 32'(word) * 32'hC2B2_AE3D;
      mixed = (mixed ^ (mixed >> 15)) * 32'h2C1B_3C6D;
      mixed = mixed ^ (mixed >> 13);
      content = content | (ENTRY_BITS'(mixed) << 32 * word);
    end
  endfunction
endpackage
