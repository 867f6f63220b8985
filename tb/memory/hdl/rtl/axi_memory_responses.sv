// Writes that wait for their response, in the order in which they were complete.

`timescale 1ps / 1ps

module axi_memory_responses #(
    parameter integer ID_BITS = 8,
    parameter integer DEPTH = 512  // a power of two
);
  reg [ID_BITS-1:0] id [0:DEPTH-1];
  reg [1:0] response [0:DEPTH-1];
  reg [31:0] ready_cycle [0:DEPTH-1];
  bit [31:0] head, tail;

  task clear;
    begin
      head = 0;
      tail = 0;
    end
  endtask

  initial clear;

  task add(input [ID_BITS-1:0] new_id, input [1:0] new_response, input [31:0] new_ready_cycle);
    begin
      id[tail%DEPTH] = new_id;
      response[tail%DEPTH] = new_response;
      ready_cycle[tail%DEPTH] = new_ready_cycle;
      tail = tail + 1;
    end
  endtask

  bit can_give;  // what `choose` found
  bit [31:0] chosen;
  bit [31:0] candidates, scan, wanted;

  // Look for the next response to give: `can_give`, and `chosen` says to which write.
  task choose(input [31:0] cycle, input bit out_of_turn, input [31:0] draw);
    begin
      chosen = head;
      candidates = 0;
      if (out_of_turn) begin
        for (scan = head; scan != tail; scan = scan + 1)
          if (ready_cycle[scan%DEPTH] <= cycle) candidates = candidates + 1;
        wanted = candidates == 0 ? 0 : draw % candidates;
        candidates = 0;
        for (scan = head; scan != tail; scan = scan + 1)
          if (ready_cycle[scan%DEPTH] <= cycle) begin
            if (candidates == wanted) chosen = scan;
            candidates = candidates + 1;
          end
      end
      can_give = head != tail && ready_cycle[chosen%DEPTH] <= cycle;
    end
  endtask

  bit [31:0] move;
  bit [1:0] given, later;  // the response, set by `give`

  // Responses of one id come in the order of its writes: the chosen one takes the oldest's, and so on.
  task give;
    begin
      given = response[chosen%DEPTH];
      for (scan = chosen; scan != head; scan = scan - 1)
        if (id[(scan-1)%DEPTH] == id[chosen%DEPTH]) begin
          later = response[(scan-1)%DEPTH];
          response[(scan-1)%DEPTH] = given;
          given = later;
        end
    end
  endtask

  // The chosen response was given; what stood before it closes up.
  task done;
    begin
      for (move = chosen; move != head; move = move - 1) begin
        id[move%DEPTH] = id[(move-1)%DEPTH];
        response[move%DEPTH] = response[(move-1)%DEPTH];
        ready_cycle[move%DEPTH] = ready_cycle[(move-1)%DEPTH];
      end
      head = head + 1;
    end
  endtask
endmodule
