// Watches for write data whose request is not even offered for too long.

`timescale 1ps / 1ps

module axi_orphan_log #(
    parameter integer LEN_BITS = 4
) (
    input wire [31:0] limit,  // cycles
    input wire awvalid,
    input wire [LEN_BITS-1:0] awlen,
    input wire wlast,
    output reg active  // write data wait for their request
);
  localparam integer INDEX_BITS = 10;

  reg [LEN_BITS-1:0] lengths [0:(1<<INDEX_BITS)-1];
  reg lasts [0:(1<<INDEX_BITS)-1];
  reg [INDEX_BITS-1:0] aw_in, aw_out, w_in, w_out;
  reg [LEN_BITS-1:0] done;  // beats of the burst at aw_out
  reg [31:0] cycles;
  bit [LEN_BITS-1:0] known_length;  // unknown bits are 0

  task forget;
    {aw_in, aw_out, w_in, w_out, done, cycles, active} = '0;
  endtask

  initial forget;

  reg [INDEX_BITS-1:0] found;

  // A request was taken.
  task request;
    begin
      known_length = awlen;
      lengths[aw_in] = known_length;
      aw_in = aw_in + 1'b1;
      cycles = 0;
      while (aw_in != aw_out && active) begin
        pair(lasts[w_out]);
        w_out = w_out + 1'b1;
        active = w_in != w_out;
      end
    end
  endtask

  // A beat was taken.
  task data;
    if (aw_in != aw_out) pair(wlast === 1'b1);
    else begin
      lasts[w_in] = wlast === 1'b1;
      w_in = w_in + 1'b1;
      active = 1'b1;
    end
  endtask

  // At each edge at which data wait: how many have waited for just so long as is allowed, if any.
  task look;
    begin
      found = 0;
      cycles = awvalid === 1'b1 ? 0 : cycles + 1;
      if (awvalid !== 1'b1) if (cycles == limit) found = w_in - w_out;
    end
  endtask

  // A beat belongs to the oldest burst that has not ended; data and request end it, whichever is first.
  function void pair(input last);
    if (last || done == lengths[aw_out]) begin
      aw_out = aw_out + 1'b1;
      done = 0;
    end else done = done + 1'b1;
  endfunction
endmodule
