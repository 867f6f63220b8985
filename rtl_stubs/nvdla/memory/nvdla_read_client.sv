// One unit's reads on one memory port: cuts lines into bursts, keeps the beats that come back and gives them out
// packed.
//
// A request is a line: the address of its first atom and the number of atoms less one. The answer to it is a stream of
// words of BEAT_ATOMS atoms, wherever the line starts in memory: the first word begins with the first atom; what a last
// word has beyond the line's end is not defined. Lines are answered in the order of their requests. A burst is only
// offered when there is room for its beats, so the port takes read data in every cycle and none is lost.
module nvdla_read_client
  import nvdla_memory_pkg::*;
#(
  parameter int MAX_BURST_BEATS = 1,
  parameter int BOUNDARY_BEATS = 4    // no burst crosses a multiple of this
) (
  input  logic                    clk,
  input  logic                    reset_n,
  // the unit
  input  logic                    req_valid,
  output logic                    req_ready,
  input  logic [ADDRESS_BITS-1:0] req_address,
  input  logic [SIZE_BITS-1:0]    req_size,
  output logic                    data_valid,
  input  logic                    data_ready,
  output logic [BEAT_BITS-1:0]    data,
  // the port
  input  logic [LIMIT_BITS-1:0]   limit,         // beats outstanding at most, less one
  output logic                    burst_valid,
  input  logic                    burst_taken,
  output logic [ADDRESS_BITS-1:0] burst_address,
  output logic [LEN_BITS:0]       burst_beats,
  output logic                    beats_due,     // there are beats that were asked for and are not here
  input  logic                    beat_valid,    // only then
  input  logic [BEAT_BITS-1:0]    beat
);
  // The longest burst, or many short ones
  localparam int BUFFER_BEATS = MAX_BURST_BEATS > 64 ? 2**$clog2(MAX_BURST_BEATS) : 64;
  localparam int POINTER_BITS = $clog2(BUFFER_BEATS);

  // The line that is being cut
  logic                    pending;
  logic [ADDRESS_BITS-1:0] address;     // of its next beat
  logic [BEATS_BITS-1:0]   beats_left;
  logic [POINTER_BITS:0]   reserved;    // beats asked for and not yet packed
  logic                    busy;
  wire                     active = req_valid || busy;
  wire                     accept = req_valid && req_ready;
  wire                     line_cut = burst_taken && BEATS_BITS'(burst_beats) == beats_left;

  // Lines asked for and beats come back, oldest first
  logic [OFFSET_BITS+SIZE_BITS-1:0] lines [0:BUFFER_BEATS-1];
  logic [BEAT_BITS-1:0]             beats [0:BUFFER_BEATS-1];
  logic [POINTER_BITS:0]            line_head, line_tail, beat_head, beat_tail;
  wire                              line_known = line_head != line_tail;
  wire                              lines_full = line_tail - line_head == (POINTER_BITS+1)'(BUFFER_BEATS);
  wire                              beat_known = beat_head != beat_tail;

  // Packing of the oldest line
  logic [SIZE_BITS-1:0]   size;
  logic [OFFSET_BITS-1:0] offset;
  logic [SIZE_BITS:0]     given;       // its atoms given out
  logic                   primed;      // `held` is the beat before the oldest one
  logic [BEAT_BITS-1:0]   held;
  wire  [BEAT_BITS-1:0]   oldest = beats[beat_head[POINTER_BITS-1:0]];
  logic [SIZE_BITS:0]     left;
  logic                   priming, flushing, take, give, line_end;
  wire                    room = !data_valid || data_ready;

  assign busy = pending || line_known || data_valid;
  assign beats_due = reserved != beat_tail - beat_head;
  assign req_ready = (!pending || line_cut) && !lines_full;
  assign burst_address = address;
  assign burst_valid = pending && 32'(reserved) + 32'(burst_beats) <= BUFFER_BEATS;

  // Both are guarded like the clocked process, so that an idle client costs a simulator little.
  always_comb begin
    burst_beats = '0;
    if (pending) burst_beats = cut(address, beats_left, limit);
  end

  always_comb begin
    {offset, size, left} = '0;
    {priming, flushing, take, give, line_end} = '0;
    if (line_known) begin
      {offset, size} = lines[line_head[POINTER_BITS-1:0]];
      left = (SIZE_BITS+1)'(size) + 1'b1 - given;
      priming = offset != '0 && !primed;
      flushing = primed && 32'(left) + 32'(offset) <= BEAT_ATOMS;
      take = beat_known && !flushing && (priming || room);
      give = !priming && room && (flushing || beat_known);
      line_end = give && 32'(left) <= BEAT_ATOMS;
    end
  end

  function automatic logic [LEN_BITS:0] cut(
    input logic [ADDRESS_BITS-1:0] start,
    input logic [BEATS_BITS-1:0]   wanted,
    input logic [LIMIT_BITS-1:0]   most_outstanding
  );
    int most;
    most = BOUNDARY_BEATS - (32'(start >> BEAT_LSB) % BOUNDARY_BEATS);
    if (most > MAX_BURST_BEATS) most = MAX_BURST_BEATS;
    if (most > 32'(wanted)) most = 32'(wanted);
    if (most > 32'(most_outstanding) + 1) most = 32'(most_outstanding) + 1;
    cut = (LEN_BITS+1)'(most);
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      pending <= 1'b0;
      address <= '0;
      beats_left <= '0;
      reserved <= '0;
      {line_head, line_tail, beat_head, beat_tail} <= '0;
      given <= '0;
      primed <= 1'b0;
      held <= '0;
      data_valid <= 1'b0;
      data <= '0;
    end else if (active) begin
      if (accept) begin
        pending <= 1'b1;
        address <= {req_address[ADDRESS_BITS-1:BEAT_LSB], BEAT_LSB'(0)};
        beats_left <= beats_of_line(offset_of(req_address), req_size);
        lines[line_tail[POINTER_BITS-1:0]] <= {offset_of(req_address), req_size};
        line_tail <= line_tail + 1'b1;
      end else if (line_cut) pending <= 1'b0;
      else if (burst_taken) begin
        address <= address + (ADDRESS_BITS'(burst_beats) << BEAT_LSB);
        beats_left <= beats_left - BEATS_BITS'(burst_beats);
      end
      reserved <= reserved + (burst_taken ? (POINTER_BITS+1)'(burst_beats) : '0) - (POINTER_BITS+1)'(take);

      if (beat_valid) begin
        beats[beat_tail[POINTER_BITS-1:0]] <= beat;
        beat_tail <= beat_tail + 1'b1;
      end
      if (take) begin
        beat_head <= beat_head + 1'b1;
        held <= oldest;
        primed <= offset != '0 && !line_end;
      end else if (line_end) primed <= 1'b0;

      if (give) begin
        if (offset == '0) data <= oldest;
        else data <= BEAT_BITS'({flushing ? '0 : oldest, held} >> (32'(offset) * ATOM_BITS));
        given <= line_end ? '0 : given + (SIZE_BITS+1)'(BEAT_ATOMS);
      end
      if (room) data_valid <= give;
      if (line_end) line_head <= line_head + 1'b1;
    end
endmodule
