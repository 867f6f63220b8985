// Which of the two write channels may go first, the requests or the data; drawn again for each burst if MIXED.

`timescale 1ps / 1ps

module axi_memory_write_order
  import axi_memory_pkg::*;
();
  bit [31:0] order;
  bit [31:0] waited;  // cycles for which the channel that is shut has been asked
  bit address_open, data_open, patient;

  task clear;
    begin
      waited = 0;
      {address_open, data_open} = 2'b11;
      draw;
    end
  endtask

  task draw;
    if (axi_memory.control.knob[WRITE_ORDER] == MIXED) begin
      axi_memory.dice.between(ANY, DATA_FIRST);
      order = axi_memory.dice.drawn;
    end else order = axi_memory.control.knob[WRITE_ORDER];
  endtask

  // At a clock edge: a burst has ended, the channels that are not served, and what waits for its counterpart.
  task open(input burst_ended, input address_refused, input data_refused, input address_waits, input data_waits);
    begin
      if (burst_ended) draw;
      waited = (address_refused && !address_open) || (data_refused && !data_open) ? waited + 1 : 0;
      patient = waited < axi_memory.control.knob[ORDER_PATIENCE];
      address_open = !(patient && order == DATA_FIRST && !data_waits);
      data_open = !(patient && order == ADDRESS_FIRST && !address_waits);
    end
  endtask
endmodule
