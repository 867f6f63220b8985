// Pauses of the channels: each is drawn by chance, and lasts for cycles out of a range.

`timescale 1ps / 1ps

module axi_memory_pauses
  import axi_memory_pkg::*;
();
  reg [31:0] left [0:KNOBS-1];  // cycles, by the index of the channel's knob
  bit pausing;  // what `next` found
  integer index;

  task clear;
    for (index = 0; index < KNOBS; index = index + 1) left[index] = 0;
  endtask

  // Whether a channel pauses in the next cycle, given the index of its knob.
  task next(input integer knob_index);
    if (left[knob_index] == 0 && axi_memory.control.knob[knob_index] == 0) pausing = 1'b0;  // nothing is drawn
    else begin
      if (left[knob_index] == 0) begin
        axi_memory.dice.chance(axi_memory.control.knob[knob_index]);
        if (axi_memory.dice.hit) begin
          axi_memory.dice.between(axi_memory.control.knob[knob_index+1], axi_memory.control.knob[knob_index+2]);
          left[knob_index] = axi_memory.dice.drawn;
        end
      end
      pausing = left[knob_index] != 0;
      if (pausing) left[knob_index] = left[knob_index] - 1;
    end
  endtask
endmodule
