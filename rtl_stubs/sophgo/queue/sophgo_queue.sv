// One of the two queues: takes the words of a stream one after the other, refuses what it does not execute, holds a word
// back until that of the other queue has ended for which it waits, and gives it to the queue's unit.
module sophgo_queue
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_tiu_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  // MAILBOX
  input  logic                 begins,
  input  logic                 go,
  input  stream_t              stream,
  input  logic                 completes,
  output queue_state_t         state,
  output status_t              status,
  // the other queue
  input  queue_state_t         other,
  // the decoder
  output logic [WORD_BITS-1:0] word,
  input  verdict_t             verdict,
  // the unit
  output logic                 word_valid,
  input  logic                 word_ready,
  input  logic                 word_done,
  // MEMORY
  output memory_request_t      fetch,
  input  logic                 fetch_ready,
  input  logic                 fetch_beat_valid,
  output logic                 fetch_beat_ready,
  input  read_beat_t           read_beat
);
  typedef enum logic [3:0] {IDLE, BEGUN, NEXT, HEAD, JUDGE_HEAD, REST, JUDGE, WAIT, EXECUTE, ENDED} course_t;
  course_t course;

  logic [ADDRESS_BITS-1:0] place;   // of the word
  logic [LENGTH_BITS-1:0]  left;    // bytes of the stream from it on
  logic [CMD_ID_BITS-1:0]  number;  // of the word, from 1
  logic [CMD_ID_BITS-1:0]  finished, stopped_word, shown_word;
  logic [2:0]              stopped_reason, shown_reason;
  logic                    stream_failed;
  logic                    brought, fetch_failed;

  wire [LENGTH_BITS-1:0] word_bytes = LENGTH_BITS'(verdict.bits[9:3]);
  wire                   empty = left == '0 && number == CMD_ID_BITS'(1);
  wire                   whole = verdict.bits == 10'(8 * UNIT_BYTES);
  wire                   free = other.finished >= verdict.after;
  wire                   waits = course == WAIT && !free;

  logic       refuses;
  logic [2:0] why;

  assign state = {course != IDLE && course != ENDED, waits, finished, stopped_word, stopped_reason, stream_failed};
  assign status.finished = 32'(finished);
  assign status.state = 32'(state.busy);
  assign status.stopped = 32'({shown_reason, shown_word});
  assign word_valid = course == WAIT && free;

  wire asks_head = course == NEXT && left >= LENGTH_BITS'(UNIT_BYTES);
  wire asks_rest = course == JUDGE_HEAD && !refuses && !verdict.is_end && !whole && !fetch_failed;

  sophgo_word_fetch words (
    .begins(asks_head), .asks(asks_head || asks_rest),
    .bytes(asks_head ? 8'(UNIT_BYTES) : 8'(verdict.bits[9:3]) - 8'(UNIT_BYTES)),
    .address(asks_head ? place : place + ADDRESS_BITS'(UNIT_BYTES)), .*
  );

  // What the word is refused for, in the order in which it is looked at
  always @* begin
    {refuses, why} = {1'b0, STOPPED_REASON_NONE};
    case (course)
      NEXT: if (left < LENGTH_BITS'(UNIT_BYTES) && !empty) {refuses, why} = {1'b1, STOPPED_REASON_CUT};
      JUDGE_HEAD:
        if (verdict.is_long) {refuses, why} = {1'b1, STOPPED_REASON_LONG};
        else if (verdict.bits == '0) {refuses, why} = {1'b1, STOPPED_REASON_NOT_EXECUTED};
        else if (left < word_bytes) {refuses, why} = {1'b1, STOPPED_REASON_CUT};
      JUDGE:
        if (verdict.id != number) {refuses, why} = {1'b1, STOPPED_REASON_ID};
        else if (verdict.refused) {refuses, why} = {1'b1, STOPPED_REASON_MEMBER};
      WAIT: if (waits && (!other.busy || other.waits)) {refuses, why} = {1'b1, STOPPED_REASON_WAITS};
      default: ;
    endcase
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      course <= IDLE;
      place <= '0;
      left <= '0;
      {number, finished, stopped_word, shown_word} <= '0;
      {stopped_reason, shown_reason} <= '0;
      stream_failed <= 1'b0;
    end else begin
      if (begins) begin
        {finished, stopped_word} <= '0;
        stopped_reason <= STOPPED_REASON_NONE;
        stream_failed <= 1'b0;
      end
      if (completes) {shown_reason, shown_word} <= {stopped_reason, stopped_word};
      if (refuses) {stopped_reason, stopped_word} <= {why, number};
      case (course)
        IDLE: if (begins) course <= BEGUN;
        BEGUN:
          if (go) begin
            course <= NEXT;
            {place, left} <= stream;
            number <= CMD_ID_BITS'(1);
          end else if (completes) course <= IDLE;
        NEXT: course <= asks_head ? HEAD : ENDED;
        HEAD: if (brought) course <= JUDGE_HEAD;
        JUDGE_HEAD:
          if (fetch_failed || refuses || verdict.is_end) begin
            course <= ENDED;
            stream_failed <= fetch_failed;
          end else course <= whole ? JUDGE : REST;
        REST: if (brought) course <= JUDGE;
        JUDGE: begin
          course <= fetch_failed || refuses ? ENDED : WAIT;
          stream_failed <= fetch_failed;
        end
        WAIT:
          if (refuses) course <= ENDED;
          else if (word_valid && word_ready) course <= EXECUTE;
        EXECUTE:
          if (word_done) begin
            course <= NEXT;
            finished <= number;
            number <= number + 1'b1;
            place <= place + ADDRESS_BITS'(word_bytes);
            left <= left - word_bytes;
          end
        default: if (completes) course <= IDLE;
      endcase
    end
endmodule
