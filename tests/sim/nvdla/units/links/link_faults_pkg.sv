// What breaks the rule of a link, and the random numbers and patterns of the test.
package link_faults_pkg;
  localparam logic [2:0] CHANGED = 3'd1;
  localparam logic [2:0] WITHDRAWN = 3'd2;
  localparam logic [2:0] VALID_UNKNOWN = 3'd3;
  localparam logic [2:0] READY_UNKNOWN = 3'd4;

  localparam int PATTERN_BITS = 4096;

  // xorshift32
  function automatic logic [31:0] link_dice(input logic [31:0] last);
    link_dice = last ^ (last << 13);
    link_dice = link_dice ^ (link_dice >> 17);
    link_dice = link_dice ^ (link_dice << 5);
  endfunction

  // What member `member` of transfer `count` on link `link` carries; of it only the lowest `bits`.
  function automatic logic [PATTERN_BITS-1:0] pattern(
    input int link, input logic [31:0] count, input int member, input int bits
  );
    int word;
    logic [31:0] mixed;
    pattern = '0;
    for (word = 0; 32 * word < bits; word++) begin
      mixed = count * 32'h9E37_79B1 + 32'(link) * 32'h85EB_CA77 + 32'(member) * 32'hC2B2_AE3D + 32'(word) * 32'h27D4_EB2F;
      mixed = (mixed ^ (mixed >> 15)) * 32'h2C1B_3C6D;
      pattern[32*word +: 32] = mixed ^ (mixed >> 13);
    end
  endfunction
endpackage
