// Which requests a memory answers with an error, and with which.

`timescale 1ps / 1ps

module axi_memory_errors
  import axi_memory_pkg::*;
#(
    parameter integer ADDRESS_BITS = 64,
    parameter integer DATA_BYTES = 64
) ();

  reg [31:0] rate;  // of errors by chance, as a fraction of 2^32
  reg [31:0] ranges;
  reg [63:0] first [0:ERROR_RANGES-1];
  reg [63:0] last [0:ERROR_RANGES-1];
  reg [1:0] response [0:ERROR_RANGES-1];
  reg unlucky;  // what chance says of the next write

  initial begin
    rate = 0;
    ranges = 0;
    unlucky = 1'b0;
  end

  // Draw for the next write; the log reads at the same edge what was drawn before.
  task draw;
    begin
      axi_memory.dice.chance(rate);
      unlucky <= axi_memory.dice.hit;
    end
  endtask

  // What is drawn for a beat of read data whose request is answered OKAY so far.
  task draw_read(input [1:0] so_far, output [1:0] now);
    begin
      now = so_far;
      if (so_far == OKAY) begin
        axi_memory.dice.chance(rate);
        if (axi_memory.dice.hit) now = SLVERR;
      end
    end
  endtask

  // How a request is answered by what it asks for, and where.
  function automatic [1:0] of_request(input [ADDRESS_BITS-1:0] address, input [2:0] size, input [1:0] burst);
    integer index;
    begin
      of_request = OKAY;
      for (index = ERROR_RANGES - 1; index >= 0; index = index - 1)
        if (index < ranges && 64'(address) >= first[index] && 64'(address) <= last[index]) of_request = response[index];
      if (burst > INCR || 32'd1 << size > DATA_BYTES) of_request = SLVERR;
    end
  endfunction

  // How a write is answered; of this the log may ask at the edge at which the request is taken.
  function automatic [1:0] of_write(input [ADDRESS_BITS-1:0] address, input [2:0] size, input [1:0] burst);
    begin
      of_write = of_request(address, size, burst);
      if (of_write == OKAY && unlucky) of_write = SLVERR;
    end
  endfunction
endmodule
