// Reads that wait for their data, in the order of their requests: within an id that order is kept.

`timescale 1ps / 1ps

module axi_memory_reads #(
    parameter integer ADDRESS_BITS = 64,
    parameter integer ID_BITS = 8,
    parameter integer LEN_BITS = 4,
    parameter integer DATA_BYTES = 64,
    parameter bit REDUCED = 1'b1,  // nothing but runs of whole beats, and no errors
    parameter integer DEPTH = 512  // a power of two
);
  // A ring; what is served from its middle is closed up by moving what stands before it.
  reg [ADDRESS_BITS-1:0] address [0:DEPTH-1];  // of the next beat
  reg [ID_BITS-1:0] id [0:DEPTH-1];
  reg [LEN_BITS-1:0] left [0:DEPTH-1];  // beats behind the next one
  reg [31:0] ready_cycle [0:DEPTH-1];
  reg [2:0] size [0:DEPTH-1];
  reg [1:0] burst [0:DEPTH-1];
  reg [1:0] error [0:DEPTH-1];  // how the request is answered, whatever chance says
  bit [31:0] head, tail;
  bit [31:0] current;  // in the middle of whose burst the channel is
  bit in_burst;

  task clear;
    begin
      head = 0;
      tail = 0;
      in_burst = 1'b0;
    end
  endtask

  initial clear;

  // What is accepted is known: two-state arguments make unknown bits 0.
  task add(input bit [ADDRESS_BITS-1:0] new_address, input bit [ID_BITS-1:0] new_id, input bit [LEN_BITS-1:0] new_left,
           input [31:0] new_ready_cycle);
    begin
      address[tail%DEPTH] = new_address;
      id[tail%DEPTH] = new_id;
      left[tail%DEPTH] = new_left;
      ready_cycle[tail%DEPTH] = new_ready_cycle;
      tail = tail + 1;
    end
  endtask

  // The same for a port that is not reduced, behind `add`: what else the request says, and how it is answered.
  task shape(input bit [2:0] new_size, input bit [1:0] new_burst, input [1:0] new_error);
    begin
      size[(tail-1)%DEPTH] = new_size;
      burst[(tail-1)%DEPTH] = new_burst;
      error[(tail-1)%DEPTH] = new_error;
    end
  endtask

  bit can_give;  // what `choose` found
  bit [31:0] chosen;
  bit [31:0] candidates, scan, wanted;
  reg [31:0] seen [0:(1<<ID_BITS)-1];  // in which look an id was last met
  bit [31:0] look;

  // The number-th of the ids' oldest reads that are ready, the one in mid-burst left out, or how many there are.
  task heads(input [31:0] cycle, input bit count_only, input [31:0] number);
    begin
      look = look + 1;
      candidates = 0;
      for (scan = head; scan != tail; scan = scan + 1) begin
        if (seen[id[scan%DEPTH]] !== look && ready_cycle[scan%DEPTH] <= cycle && !(in_burst && scan == current)) begin
          if (!count_only && candidates == number) chosen = scan;
          candidates = candidates + 1;
        end
        seen[id[scan%DEPTH]] = look;
      end
    end
  endtask

  // Look for the next beat to give: `can_give`, and `chosen` says of which read.
  task choose(input [31:0] cycle, input bit out_of_turn, input [31:0] draw);
    begin
      chosen = in_burst ? current : head;
      can_give = in_burst || (head != tail && ready_cycle[head%DEPTH] <= cycle);
      if (out_of_turn) begin
        heads(cycle, 1'b1, 0);
        if (candidates != 0) begin
          wanted = draw % candidates;
          heads(cycle, 1'b0, wanted);
          can_give = 1'b1;
        end
      end
    end
  endtask

  bit [31:0] move;

  // The chosen beat was given.
  task done;
    if (left[chosen%DEPTH] != 0) begin
      left[chosen%DEPTH] = left[chosen%DEPTH] - 1'b1;
      in_burst = 1'b1;
      current = chosen;
    end else begin
      in_burst = 1'b0;
      for (move = chosen; move != head; move = move - 1) begin
        address[move%DEPTH] = address[(move-1)%DEPTH];
        id[move%DEPTH] = id[(move-1)%DEPTH];
        left[move%DEPTH] = left[(move-1)%DEPTH];
        ready_cycle[move%DEPTH] = ready_cycle[(move-1)%DEPTH];
        if (!REDUCED) begin
          size[move%DEPTH] = size[(move-1)%DEPTH];
          burst[move%DEPTH] = burst[(move-1)%DEPTH];
          error[move%DEPTH] = error[(move-1)%DEPTH];
        end
      end
      head = head + 1;
    end
  endtask
endmodule
