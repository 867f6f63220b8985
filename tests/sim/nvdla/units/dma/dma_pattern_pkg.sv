// What the memories of this test hold: each 32-bit word is made from its address and the memory's number. In one window of
// addresses words are small, as sizes are.
package dma_pattern_pkg;
  import nvdla_memory_pkg::*;

  localparam int SOURCE = 7;  // in place of a memory's number: words that a unit writes

  function automatic logic [BEAT_BITS-1:0] content(input int number, input logic [63:0] address);
    int word;
    logic [63:0] place;
    logic [31:0] mixed;
    for (word = 0; word < BEAT_BITS / 32; word++) begin
      place = (address >> 2) + 64'(word);
      mixed = place[31:0] * 32'h9E37_79B1 + place[63:32] * 32'h85EB_CA77 + 32'(number) * 32'hC2B2_AE3D;
      mixed = (mixed ^ (mixed >> 15)) * 32'h2C1B_3C6D;
      mixed = mixed ^ (mixed >> 13);
      content[32*word +: 32] = place[33:30] == '1 ? mixed & 32'hff : mixed;
    end
  endfunction
endpackage
