// Writes: requests and data that were accepted; a beat takes effect when both it and its request have been.

`timescale 1ps / 1ps

module axi_memory_writes
  import axi_memory_pkg::*;
#(
    parameter integer DATA_BYTES = 64,
    parameter integer ADDRESS_BITS = 64,
    parameter integer ID_BITS = 8,
    parameter integer LEN_BITS = 4,
    parameter bit REDUCED = 1'b1,  // nothing but runs of whole beats, and no errors
    parameter integer DEPTH = 512  // a power of two
);
  localparam [ADDRESS_BITS-1:0] BEAT = DATA_BYTES;

  reg [ADDRESS_BITS-1:0] aw_address [0:DEPTH-1];  // of the next beat
  reg [ID_BITS-1:0] aw_id [0:DEPTH-1];
  reg [LEN_BITS-1:0] aw_left [0:DEPTH-1];  // beats behind the next one
  reg [2:0] aw_size [0:DEPTH-1];
  reg [1:0] aw_burst [0:DEPTH-1];
  reg [1:0] aw_response [0:DEPTH-1];
  reg [1:0] response;
  reg [8*DATA_BYTES-1:0] w_data [0:DEPTH-1];
  reg [DATA_BYTES-1:0] w_strobe [0:DEPTH-1];
  reg w_last [0:DEPTH-1];
  bit [31:0] aw_in, aw_out, w_in, w_out;
  bit ended;  // what `store` found: a burst has ended

  task clear;
    {aw_in, aw_out, w_in, w_out} = '0;
  endtask

  // What is accepted is known: two-state arguments make unknown bits 0. Arrays of two-state values are slow on Icarus.
  task accept_request(input bit [ADDRESS_BITS-1:0] address, input bit [ID_BITS-1:0] id, input bit [LEN_BITS-1:0] length);
    begin
      aw_address[aw_in%DEPTH] = address;
      aw_id[aw_in%DEPTH] = id;
      aw_left[aw_in%DEPTH] = length;
      aw_in = aw_in + 1;
    end
  endtask

  // The same for a port that is not reduced, behind `accept_request`: what else it says, and how it is answered.
  task shape(input bit [2:0] size, input bit [1:0] burst, input [1:0] new_response);
    begin
      aw_size[(aw_in-1)%DEPTH] = size;
      aw_burst[(aw_in-1)%DEPTH] = burst;
      aw_response[(aw_in-1)%DEPTH] = new_response;
    end
  endtask

  task accept_data(input bit [8*DATA_BYTES-1:0] data, input bit [DATA_BYTES-1:0] strobe, input bit last);
    begin
      w_data[w_in%DEPTH] = data;
      w_strobe[w_in%DEPTH] = strobe;
      w_last[w_in%DEPTH] = last;
      w_in = w_in + 1;
    end
  endtask

  // Let every beat that can take effect; a complete write waits for its response.
  task store(input [31:0] cycle);
    begin
      ended = 1'b0;
      while (aw_in != aw_out && w_in != w_out) begin
        response = REDUCED ? OKAY : aw_response[aw_out%DEPTH];
        if (response == OKAY)
          axi_memory.pages.write(aw_address[aw_out%DEPTH], w_data[w_out%DEPTH], w_strobe[w_out%DEPTH]);
        if (REDUCED) aw_address[aw_out%DEPTH] = aw_address[aw_out%DEPTH] + BEAT;
        else if (aw_burst[aw_out%DEPTH] != FIXED)
          aw_address[aw_out%DEPTH] = axi_memory.behind(aw_address[aw_out%DEPTH], aw_size[aw_out%DEPTH]);
        if (w_last[w_out%DEPTH] || aw_left[aw_out%DEPTH] == 0) begin
          axi_memory.dice.between(axi_memory.control.knob[RESPONSE_LATENCY], axi_memory.control.knob[RESPONSE_LATENCY+1]);
          axi_memory.responses.add(aw_id[aw_out%DEPTH], response,
                                   cycle + axi_memory.dice.drawn + axi_memory.control.late(32'(aw_id[aw_out%DEPTH])));
          aw_out = aw_out + 1;
          ended = 1'b1;
        end else aw_left[aw_out%DEPTH] = aw_left[aw_out%DEPTH] - 1'b1;
        w_out = w_out + 1;
      end
    end
  endtask
endmodule
