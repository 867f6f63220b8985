// Random numbers for what a plusarg switches on: the same in each run with the same seed, on every simulator.
package dice_pkg;
  localparam logic [31:0] SCRAMBLE = 32'h9E37_79B9;

  // What a seed begins with: never 0, where xorshift stays
  function automatic logic [31:0] first_dice(input logic [31:0] seed);
    first_dice = seed == SCRAMBLE ? SCRAMBLE : seed ^ SCRAMBLE;
  endfunction

  // xorshift32
  function automatic logic [31:0] next_dice(input logic [31:0] last);
    next_dice = last ^ (last << 13);
    next_dice = next_dice ^ (next_dice >> 17);
    next_dice = next_dice ^ (next_dice << 5);
  endfunction
endpackage
