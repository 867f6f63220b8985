// A unit's write DMA: walks the lines of a request and writes the unit's words there.
//
// The unit holds a request until it is taken; that is when its last word has gone to the memory interface. A word has
// BEAT_ATOMS atoms, must stay until it is taken, and each line begins with a new word (nvdla_write_client.sv). The first
// line of level 0 is asked for when its first word is there, the others from the last word of the line before on. `done`
// pulses, by group, when the memory has answered a request with `notify` and all earlier ones to this memory.
module nvdla_dma_write
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
(
  input  logic                       clk,
  input  logic                       reset_n,
  // the unit
  input  logic                       request_valid,
  output logic                       request_ready,
  input  dma_request_t               request,
  output logic                       active,  // a line is waiting for its first word
  output logic [LEVELS-1:0]          ends,    // the levels that are at their last step in that line
  input  logic                       valid,
  output logic                       ready,
  output logic [1:0]                 done,
  // cycles in which a line or a word waited for the memory interface, by group
  input  logic                       stall_enable,
  input  logic [1:0]                 stall_clear,
  output logic [1:0][STALL_BITS-1:0] stalls,
  // memory interfaces, by port; the unit's words go there without passing through here
  output logic [MEMORIES-1:0]        line_valid,
  input  logic [MEMORIES-1:0]        line_ready,
  output logic [ADDRESS_BITS-1:0]    line_address,
  output logic [SIZE_BITS-1:0]       line_size,
  output logic [1:0]                 line_notify,
  output logic [MEMORIES-1:0]        data_valid,
  input  logic [MEMORIES-1:0]        data_ready,
  input  logic [MEMORIES-1:0][1:0]   line_done
);
  logic [POSITION_BITS-1:0] positions [0:0];  // one: simulators move a word of an array only when it is written
  dma_position_t         position;
  logic                  walking;     // there is a line to ask for
  logic [BEATS_BITS-1:0] words_left;  // of the line asked for
  wire  [RAM_BITS-1:0]   ram = request.ram;
  wire                   between = words_left == '0;
  logic                  absent;  // the request's memory
  wire                   start = request_valid && !absent && between && !walking;
  wire                   flow = !between && valid;
  wire                   move = flow && ready;
  wire                   line_end = move && words_left == BEATS_BITS'(1);
  wire                   ask = walking && (position.steps[0] == '0 ? between && valid : between || line_end);
  wire                   step = ask && line_ready[ram];
  wire                   last = ends == '1;
  wire                   waiting = stall_enable && ((ask && !step) || (flow && !move));
  wire                   changing = request_valid || stall_clear != '0;

  nvdla_dma_absent absent_memory (
    .clk,
    .reset_n,
    .request_valid,
    .ram,
    .absent
  );

  nvdla_dma_ends walk_ends (
    .walking,
    .steps(position.steps),
    .repeats(request.repeats),
    .last_repeat(request.last_repeat),
    .ends
  );

  assign active = walking && between;
  assign ready = !between && data_ready[ram];
  assign request_ready = line_end && !walking;
  assign line_valid = {MEMORIES{ask}} & (MEMORIES'(1) << ram);
  assign position = positions[0];
  assign line_address = position.addresses[0];
  assign line_size = ends[1] ? request.last_size : request.size;
  assign line_notify = request.notify && last ? 2'b01 << request.group : 2'b00;
  assign done = any_of(line_done);
  assign data_valid = {MEMORIES{flow}} & (MEMORIES'(1) << ram);

  // Whichever memory it is.
  function automatic logic [1:0] any_of(input logic [MEMORIES-1:0][1:0] pulses);
    int i;
    any_of = '0;
    for (i = 0; i < MEMORIES; i++) any_of = any_of | pulses[i];
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      positions[0] <= '0;
      walking <= 1'b0;
      words_left <= '0;
      stalls <= '0;
    end else if (changing) begin
      if (start) begin
        positions[0] <= first_position(request.base);
        walking <= 1'b1;
      end else if (step) begin
        positions[0] <= next_position(request, position, ends);
        walking <= !last;
        words_left <= beats_of_line('0, line_size);
      end else if (move) words_left <= words_left - 1'b1;
      if (waiting || stall_clear != '0)
        for (int i = 0; i < 2; i++)
          if (stall_clear[i]) stalls[i] <= '0;
          else if (waiting && 32'(request.group) == i) stalls[i] <= stalls[i] + 1'b1;
    end
endmodule
