// A unit's read DMA: walks the lines of a request, asks the request's memory for them, and gives out their words.
//
// The unit holds a request until it is taken; that is when its last line was asked for. The next one may follow while
// words of the one before are still to come: words come in the order of requests, and a request to another memory
// waits until all earlier words are given out. A word has BEAT_ATOMS atoms and stays until it is taken; each line
// begins with a new word (nvdla_read_client.sv).
module nvdla_dma_read
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import check_pkg::*;
(
  input  logic                       clk,
  input  logic                       reset_n,
  // the unit
  input  logic                       request_valid,
  output logic                       request_ready,
  input  dma_request_t               request,
  output logic                       valid,
  input  logic                       ready,
  output logic [BEAT_BITS-1:0]       data,
  // cycles in which a request waited for the memory interface, by group
  input  logic                       stall_enable,
  input  logic [1:0]                 stall_clear,
  output logic [1:0][STALL_BITS-1:0] stalls,
  // memory interfaces, by port
  output logic [MEMORIES-1:0]        line_valid,
  input  logic [MEMORIES-1:0]        line_ready,
  output logic [ADDRESS_BITS-1:0]    line_address,
  output logic [SIZE_BITS-1:0]       line_size,
  input  logic [MEMORIES-1:0]        data_valid,
  output logic [MEMORIES-1:0]        data_ready,
  input  wire  [BEAT_BITS-1:0]       line_data [0:DATA_PORTS-1]
);
  localparam int DUE_BITS = BEATS_BITS + 8;  // the memory interface holds fewer than 256 lines of a unit

  logic [POSITION_BITS-1:0] positions [0:0];  // one: simulators move a word of an array only when it is written
  dma_position_t         position;
  logic                  active;  // there is a line to ask for
  logic [RAM_BITS-1:0]   ram;     // of the words that are due
  logic [DUE_BITS-1:0]   due;     // words of the lines asked for, not yet given out
  logic [LEVELS-1:0]     ends;
  logic                  absent;  // the request's memory
  wire                   start = request_valid && !absent && !active && (request.ram == ram || due == '0);
  wire                   step = active && line_ready[ram];
  wire                   take = valid && ready;
  wire                   waiting = active && !step && stall_enable;
  wire                   changing = request_valid || take || stall_clear != '0;

  nvdla_dma_absent absent_memory (
    .clk,
    .reset_n,
    .request_valid,
    .ram(request.ram),
    .absent
  );

  nvdla_dma_ends walk_ends (
    .walking(active),
    .steps(position.steps),
    .repeats(request.repeats),
    .last_repeat(request.last_repeat),
    .ends
  );

  assign request_ready = step && ends == '1;
  assign valid = data_valid[ram];
  assign data = line_data[ram];
  assign line_valid = {MEMORIES{active}} & (MEMORIES'(1) << ram);
  assign position = positions[0];
  assign line_address = position.addresses[0];
  assign line_size = ends[1] ? request.last_size : request.size;
  assign data_ready = {MEMORIES{ready}} & (MEMORIES'(1) << ram);

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      positions[0] <= '0;
      active <= 1'b0;
      ram <= '0;
      due <= '0;
      stalls <= '0;
    end else if (changing) begin
      assert (!take || due != '0) else assertion_failed("unrequested-word", $sformatf("%m"), $time);
      if (start) begin
        positions[0] <= first_position(request.base);
        active <= 1'b1;
        ram <= request.ram;
      end else if (step) begin
        positions[0] <= next_position(request, position, ends);
        active <= !request_ready;
      end
      if (step || take)
        due <= due + (step ? DUE_BITS'(beats_of_line('0, line_size)) : '0) - DUE_BITS'(take);
      if (waiting || stall_clear != '0)
        for (int i = 0; i < 2; i++)
          if (stall_clear[i]) stalls[i] <= '0;
          else if (waiting && 32'(request.group) == i) stalls[i] <= stalls[i] + 1'b1;
    end
endmodule
