// One unit's writes on one memory port: places packed words where the line lies in memory, cuts it into bursts, watches
// their answers.
//
// A request is a line: the address of its first atom, the number of atoms less one, and for which groups to `notify`
// the unit when the memory has answered it. Its data follow as words of BEAT_ATOMS atoms, the first word beginning with
// the first atom. The memory's answers carry only the unit's id, so `done` of a request means that all earlier writes
// of the unit on this port are answered too.
module nvdla_write_client
  import nvdla_memory_pkg::*;
#(
  parameter int MAX_BURST_BEATS = 1,
  parameter int BOUNDARY_BEATS = 4,     // no burst crosses a multiple of this
  parameter int WRITE_ALIGN_BYTES = 64  // of a burst's address
) (
  input  logic                    clk,
  input  logic                    reset_n,
  // the unit
  input  logic                    req_valid,
  output logic                    req_ready,
  input  logic [ADDRESS_BITS-1:0] req_address,
  input  logic [SIZE_BITS-1:0]    req_size,
  input  logic [1:0]              req_notify,
  input  logic                    data_valid,
  output logic                    data_ready,
  input  logic [BEAT_BITS-1:0]    data,
  output logic [1:0]              done,
  // the port
  input  logic [LIMIT_BITS-1:0]   limit,         // beats outstanding at most, less one
  output logic                    burst_valid,
  input  logic                    burst_taken,
  output logic [ADDRESS_BITS-1:0] burst_address,
  output logic [LEN_BITS:0]       burst_beats,
  input  logic                    beat_taken,
  output logic [BEAT_ATOMS-1:0]   beat_atoms,    // which atoms of the beat are written
  output logic [BEAT_BITS-1:0]    beat,
  output logic                    answers_due,   // there are bursts that are not answered
  input  logic                    answer_valid,  // only then
  output logic [LEN_BITS:0]       answer_beats   // length of the burst that this answer is for
);
  // The longest burst, which is granted once it is whole, or several short ones
  localparam int BUFFER_BEATS = MAX_BURST_BEATS > 16 ? 2**$clog2(MAX_BURST_BEATS) : 16;
  localparam int POINTER_BITS = $clog2(BUFFER_BEATS);
  localparam int BURST_BITS = ADDRESS_BITS + LEN_BITS + 1 + 2;
  localparam int ANSWER_BITS = LIMIT_BITS;  // at most so many bursts are outstanding

  // The line that is being placed
  logic                    pending;
  logic [ADDRESS_BITS-1:0] address;      // of the burst's first atom
  logic [LEN_BITS:0]       length;       // beats of the burst so far
  logic [OFFSET_BITS-1:0]  offset;
  logic [OFFSET_BITS-1:0]  last_atom;    // of the line, in its last beat
  logic [1:0]              notify;
  logic                    first;        // the line's first beat is still to come
  logic [BEATS_BITS-1:0]   beats_left, words_left;
  logic [BEAT_BITS-1:0]    held;         // the word before
  logic                    busy;
  wire                     active = req_valid || busy;
  wire                     last = beats_left == BEATS_BITS'(1);
  wire                     room = beat_tail - beat_head != (POINTER_BITS+1)'(BUFFER_BEATS);
  wire                     place = pending && room && (words_left == '0 || data_valid);
  logic [BEATS_BITS-1:0]   number;       // of the next beat
  logic                    burst_end;
  logic [BEAT_ATOMS-1:0]   head_atoms, tail_atoms;

  // Guarded like the clocked processes: what is idle costs a simulator nothing.
  always_comb begin
    number = '0;
    burst_end = 1'b0;
    head_atoms = '1;
    tail_atoms = '1;
    if (place) begin
      number = BEATS_BITS'(address >> BEAT_LSB) + BEATS_BITS'(length) + 1'b1;
      burst_end = last || 32'(length) + 1 == MAX_BURST_BEATS || 32'(length) >= 32'(limit)
        || 32'(number) % BOUNDARY_BEATS == 0;
      if (first) head_atoms = {BEAT_ATOMS{1'b1}} << offset;
      if (last) tail_atoms = {BEAT_ATOMS{1'b1}} >> (OFFSET_BITS'(BEAT_ATOMS - 1) - last_atom);
    end
  end

  // Beats and bursts for the port, and what to do with the answers, oldest first
  logic [BEAT_ATOMS+BEAT_BITS-1:0] beats [0:BUFFER_BEATS-1];
  logic [BURST_BITS-1:0]           bursts [0:BUFFER_BEATS-1];
  logic [LEN_BITS+2:0]             answers [0:2**ANSWER_BITS-1];
  logic [POINTER_BITS:0]           beat_head, beat_tail, burst_head, burst_tail;
  logic [ANSWER_BITS:0]            answer_head, answer_tail;
  wire  [1:0]                      burst_notify, answer_notify;

  assign {beat_atoms, beat} = beats[beat_head[POINTER_BITS-1:0]];
  assign {burst_notify, burst_beats, burst_address} = bursts[burst_head[POINTER_BITS-1:0]];
  assign {answer_notify, answer_beats} = answers[answer_head[ANSWER_BITS-1:0]];
  assign burst_valid = burst_head != burst_tail;
  assign data_ready = pending && room && words_left != '0;
  assign req_ready = !pending || (place && last);
  assign busy = pending || beat_head != beat_tail || burst_valid || answers_due || done != '0;
  assign answers_due = answer_head != answer_tail;

  // The beat that starts with the last `places` atoms of the word before.
  function automatic logic [BEAT_BITS-1:0] shifted(
    input  logic [BEAT_BITS-1:0] word, input logic [BEAT_BITS-1:0] previous, input logic [OFFSET_BITS-1:0] places
  );
    shifted = BEAT_BITS'({word, previous} >> (BEAT_BITS - 32'(places) * ATOM_BITS));
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      pending <= 1'b0;
      address <= '0;
      length <= '0;
      offset <= '0;
      last_atom <= '0;
      notify <= '0;
      first <= 1'b0;
      {beats_left, words_left} <= '0;
      held <= '0;
      {beat_head, beat_tail, burst_head, burst_tail} <= '0;
      {answer_head, answer_tail} <= '0;
      done <= '0;
    end else if (active) begin
      if (place) begin
        if (offset == '0) beats[beat_tail[POINTER_BITS-1:0]] <= {head_atoms & tail_atoms, data};
        else beats[beat_tail[POINTER_BITS-1:0]] <= {head_atoms & tail_atoms, shifted(data, held, offset)};
        beat_tail <= beat_tail + 1'b1;
        held <= data;
        first <= 1'b0;
        length <= length + 1'b1;
        beats_left <= beats_left - 1'b1;
        if (words_left != '0) words_left <= words_left - 1'b1;
        if (last) pending <= 1'b0;
        if (burst_end) begin
          bursts[burst_tail[POINTER_BITS-1:0]] <= {last ? notify : 2'b00, length + 1'b1, address};
          burst_tail <= burst_tail + 1'b1;
          address <= {address[ADDRESS_BITS-1:BEAT_LSB] + (ADDRESS_BITS-BEAT_LSB)'(length) + 1'b1, BEAT_LSB'(0)};
          length <= '0;
        end
      end
      if (req_valid && req_ready) begin
        pending <= 1'b1;
        address <= req_address & ~ADDRESS_BITS'(WRITE_ALIGN_BYTES - 1);
        offset <= offset_of(req_address);
        last_atom <= (offset_of(req_address) + OFFSET_BITS'(req_size)) & OFFSET_BITS'(BEAT_ATOMS - 1);
        notify <= req_notify;
        first <= 1'b1;
        beats_left <= beats_of_line(offset_of(req_address), req_size);
        words_left <= beats_of_line('0, req_size);
      end

      if (beat_taken) beat_head <= beat_head + 1'b1;
      if (burst_taken) begin
        burst_head <= burst_head + 1'b1;
        answers[answer_tail[ANSWER_BITS-1:0]] <= {burst_notify, burst_beats};
        answer_tail <= answer_tail + 1'b1;
      end
      if (answer_valid) answer_head <= answer_head + 1'b1;
      done <= answer_valid ? answer_notify : '0;
    end
endmodule
