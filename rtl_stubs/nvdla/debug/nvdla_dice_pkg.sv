// Random numbers for what a plusarg switches on: the same in each run with the same seed, on every simulator.
package nvdla_dice_pkg;
  // xorshift32
  function automatic logic [31:0] next_dice(input logic [31:0] last);
    next_dice = last ^ (last << 13);
    next_dice = next_dice ^ (next_dice >> 17);
    next_dice = next_dice ^ (next_dice << 5);
  endfunction
endpackage
