// A unit's write DMA: walks the lines of a request and writes the unit's words there.
//
// The unit holds a request until it is taken; that is when its last word has gone to the memory interface. A word has
// BEAT_ATOMS atoms, must stay until it is taken, and each line begins with a new word (nvdla_write_client.sv). The first
// line of level 0 is asked for when its first word is there, the others from the last word of the line before on. `done`
// pulses, by group, when the memory has answered a request with `notify` and all earlier ones to this memory. Requests with
// `notify` are told of in their order, whichever memory answers first; at most TOLD_AHEAD of them wait for that.
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
  output logic                       owes,    // `done` is still to come
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
  localparam int TOLD_AHEAD = 2;  // one for each group

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
  wire                   tells = line_notify != '0;
  wire                   held = tells && told_full;
  wire                   step = ask && line_ready[ram] && !held;
  wire                   last = ends == '1;
  wire                   waiting = stall_enable && ((ask && !held && !step) || (flow && !move));
  wire                   changing = request_valid || stall_clear != '0;

  // What is to be told, oldest first, and what memories have answered of it
  logic [MEMORIES-1:0][1:0] answered;
  logic                     told_full, told_group;
  logic [RAM_BITS-1:0]      told_ram;
  wire  [MEMORIES-1:0][1:0] seen = answered | line_done;
  wire  [1:0]               told_bits = 2'b01 << told_group;

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
  assign line_valid = {MEMORIES{ask && !held}} & (MEMORIES'(1) << ram);
  assign position = positions[0];
  assign line_address = position.addresses[0];
  assign line_size = ends[1] ? request.last_size : request.size;
  assign line_notify = request.notify && last ? 2'b01 << request.group : 2'b00;
  assign done = owes ? seen[told_ram] & told_bits : 2'b00;
  assign data_valid = {MEMORIES{flow}} & (MEMORIES'(1) << ram);

  nvdla_fifo #(
    .WIDTH(RAM_BITS + 1),
    .DEPTH(TOLD_AHEAD)
  ) told (
    .clk,
    .reset_n,
    .push(step && tells),
    .full(told_full),
    .push_data({ram, request.group}),
    .pop(done != '0),
    .valid(owes),
    .data({told_ram, told_group})
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      positions[0] <= '0;
      walking <= 1'b0;
      words_left <= '0;
      stalls <= '0;
      answered <= '0;
    end else if (changing || owes) begin
      if (owes)
        for (int i = 0; i < MEMORIES; i++) answered[i] <= seen[i] & (32'(told_ram) == i ? ~done : 2'b11);
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
