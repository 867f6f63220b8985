// Random draws of one memory: a 32-bit xorshift generator, the same on every simulator ($urandom is not).
//
// A draw is never part of a larger expression: simulators differ in whether they evaluate an operand that does not count.

`timescale 1ps / 1ps

module axi_memory_dice;
  reg [31:0] state = 32'd1;
  reg [31:0] drawn;  // by `draw` and `between`
  reg hit;  // by `chance`

  // Begin anew; a generator of this kind must not start at 0.
  task restart(input [31:0] seed);
    state = seed == 0 ? 32'd1 : seed;
  endtask

  task draw;
    begin
      state = state ^ (state << 13);
      state = state ^ (state >> 17);
      state = state ^ (state << 5);
      drawn = state;
    end
  endtask

  // A hit with a probability, given as a fraction of 2^32; 0 draws nothing.
  task chance(input [31:0] threshold);
    if (threshold == 0) hit = 1'b0;
    else begin
      draw;
      hit = drawn < threshold;
    end
  endtask

  // From a range, both ends included; a range of one value draws nothing.
  task between(input [31:0] lowest, input [31:0] highest);
    if (lowest == highest) drawn = lowest;
    else begin
      draw;
      drawn = lowest + drawn % (highest - lowest + 1);
    end
  endtask
endmodule
