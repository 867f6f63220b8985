// RING: the course of a descriptor from its fetch to where it retires, and what registers show of it.
module mini_ring
  import mini_config_pkg::*;
  import mini_link_pkg::*;
  import mini_ring_pkg::*;
  import check_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  output logic                   ring_awake,  // a register may change at the next edge
  output logic                   irq_done,
  output logic                   irq_error,
  // registers
  input  settings_t              settings,
  input  written_t               written,
  output status_t                status,
  output logic                   locked,
  input  logic                   empties,
  // MOVE and VECTOR
  output ring_command_t          command,
  output logic                   move_valid,
  input  logic                   move_ready,
  input  logic                   move_done,
  input  logic                   move_error,  // with `done`: memory said so
  output logic                   vector_valid,
  input  logic                   vector_ready,
  input  logic                   vector_done,
  input  logic [COUNT_BITS-1:0]  saturated,   // with `done`: elements
  output logic                   retire,
  // MEMORY: the descriptor and its status word
  output memory_request_t        fetch,
  input  logic                   fetch_ready,
  input  logic                   fetch_beat_valid,
  output logic                   fetch_beat_ready,
  input  read_beat_t             read_beat,
  output memory_request_t        word,
  input  logic                   word_ready,
  output write_beat_t            word_beat,
  input  logic                   word_done,
  input  logic                   write_error
);
  localparam int STATUS_OFFSET = 28;
  localparam int FETCH_BEATS = DESCRIPTOR_BYTES / DATA_BYTES;
  localparam int BEAT_COUNT_BITS = $clog2(FETCH_BEATS + 1);

  typedef enum logic [2:0] {WAITING, FETCHING, FETCHED, COMMANDED, WORKING, TELLING, TOLD, RETIRING} state_t;
  state_t state;

  logic [7:0]                 head;
  logic [1:0]                 raised;  // ERROR, DONE
  logic [COUNT_BITS-1:0]      shown;   // by SATURATED
  descriptor_t                descriptor;
  logic [BEAT_COUNT_BITS-1:0] beats_due;
  logic                       fetch_failed, failed;  // the latter: faulty, or an error of memory
  logic [COUNT_BITS-1:0]      count;   // of what was saturated
  logic [ADDRESS_BITS-1:0]    base, place;
  logic                       faulty;

  wire [7:0] last_index = settings.ring_size.last;
  wire [7:0] tail = settings.tail.index;
  wire       enabled = settings.control.enable;
  wire       running = state != WAITING;
  wire       starts = !running && enabled && head != tail;
  wire       computes = descriptor.opcode == MULTIPLY_ADD;
  wire       taken = (move_valid && move_ready) || (vector_valid && vector_ready);
  wire       ended = move_done || vector_done;
  wire [1:0] cleared = written.intr_status ? {settings.intr_status.error, settings.intr_status.done} : '0;
  wire [1:0] raises = {failed, descriptor.raises_done && !fetch_failed};

  assign ring_awake = running || starts;
  assign locked = running || enabled;
  assign retire = state == RETIRING;

  assign status.head = 32'(head);
  assign status.status = 32'(running || starts);
  assign status.intr_status = 32'(raised);
  assign status.saturated = 32'(shown);
  assign irq_done = raised[0] && !settings.intr_mask.done;
  assign irq_error = raised[1] && !settings.intr_mask.error;

  // The descriptor that runs: word 0 comes first
  assign base = {settings.ring_base_high.address, settings.ring_base_low.address, 5'd0};
  assign place = base + (ADDRESS_BITS'(head) << 5);
  assign fetch = {state == FETCHING, place, LENGTH_BITS'(DESCRIPTOR_BYTES)};
  assign fetch_beat_ready = state == FETCHED && beats_due != '0;
  assign faulty = is_faulty(descriptor);

  assign move_valid = state == COMMANDED && !computes;
  assign vector_valid = state == COMMANDED && computes;
  assign command = {
    descriptor.opcode, descriptor.length, descriptor.address, descriptor.a, descriptor.b, descriptor.c, descriptor.out,
    descriptor.scale, descriptor.shift};

  assign word = {state == TELLING, place + ADDRESS_BITS'(STATUS_OFFSET), LENGTH_BITS'(4)};
  assign word_beat.valid = state == TOLD;
  assign word_beat.strobe = DATA_BYTES'('hf) << (STATUS_OFFSET % DATA_BYTES);
  assign word_beat.data = {DATA_BYTES / 4{1'b1, failed, 14'(count), descriptor.tag}};

  function automatic logic is_faulty(input descriptor_t item);
    logic beyond;
    beyond = reaches_beyond(item.a, item.length);
    if (item.opcode == MULTIPLY_ADD)
      beyond = beyond || reaches_beyond(item.b, item.length) || reaches_beyond(item.c, item.length)
        || reaches_beyond(item.out, item.length);
    is_faulty = item.opcode > MULTIPLY_ADD || item.length == '0 || beyond;
  endfunction

  function automatic logic reaches_beyond(input logic [PLACE_BITS-1:0] start, input logic [LENGTH_BITS-1:0] length);
    reaches_beyond = 32'(start) + 32'(length) > SCRATCH_BYTES;
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= WAITING;
      descriptor <= '0;
      beats_due <= '0;
      {fetch_failed, failed} <= '0;
      count <= '0;
    end else
      case (state)
        WAITING:
          if (starts) begin
            state <= FETCHING;
            beats_due <= BEAT_COUNT_BITS'(FETCH_BEATS);
            {fetch_failed, failed} <= '0;
            count <= '0;
          end
        FETCHING: if (fetch_ready) state <= FETCHED;
        FETCHED:
          if (beats_due == '0) begin
            failed <= fetch_failed || faulty;
            if (fetch_failed) state <= RETIRING;
            else if (!faulty) state <= COMMANDED;
            else state <= descriptor.write_status ? TELLING : RETIRING;
          end else if (fetch_beat_valid) begin
            beats_due <= beats_due - 1'b1;
            descriptor <= DESCRIPTOR_BITS'({read_beat.data, descriptor} >> DATA_BITS);
            if (read_beat.error) fetch_failed <= 1'b1;
          end
        COMMANDED: if (taken) state <= WORKING;
        WORKING:
          if (ended) begin
            state <= descriptor.write_status ? TELLING : RETIRING;
            failed <= move_done && move_error;
            if (vector_done) count <= saturated;
          end
        TELLING: if (word_ready) state <= TOLD;
        TOLD:
          if (word_done) begin
            state <= RETIRING;
            if (write_error) failed <= 1'b1;
          end
        default: state <= WAITING;
      endcase

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      head <= '0;
      raised <= '0;
      shown <= '0;
    end else begin
      assert (state == WORKING || !ended) else assertion_failed("unexpected-end", $sformatf("%m"), $time);
      assert (empties || head <= last_index) else assertion_failed("head-beyond-ring", $sformatf("%m"), $time);
      if (empties) head <= '0;
      else if (retire) head <= head == last_index ? '0 : head + 1'b1;
      if (retire && computes && !fetch_failed) shown <= count;
      // what sets a bit wins over what clears it
      raised <= (raised & ~cleared) | (retire ? raises : '0);
    end

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("ring_command"), .WIDTH(RING_COMMAND_BITS)) command_tap (
      .valid(move_valid || vector_valid), .ready(taken), .payload(command), .group(1'b0), .layer_done(retire), .*
    );
  end
endmodule
