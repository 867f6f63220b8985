// One of the two queues: takes the words of a stream one after the other, refuses what it does not execute, holds a word
// back until that of the other queue has ended for which it waits, and gives it to the queue's unit. The word stays at the
// beginning of the buffer while it executes.
module sophgo_queue
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_tiu_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  // MAILBOX
  input  logic                   begins,
  input  logic                   go,
  input  stream_t                stream,
  input  logic                   completes,
  output queue_state_t           state,
  output status_t                status,
  // the other queue
  input  queue_state_t           other,
  input  logic [CMD_ID_BITS-1:0] other_finished,
  output logic [CMD_ID_BITS-1:0] finished,  // id of the word that ended last
  // the decoder
  output logic [WORD_BITS-1:0]   word,
  input  verdict_t               verdict,
  // the unit
  output logic                   word_valid,
  input  logic                   word_ready,
  input  logic                   word_done,
  // MEMORY
  output memory_request_t        fetch,
  input  logic                   fetch_ready,
  input  logic                   fetch_beat_valid,
  output logic                   fetch_beat_ready,
  input  read_beat_t             read_beat
);
  typedef enum logic [2:0] {IDLE, BEGUN, HEAD, REST, WAIT, EXECUTE, REMAINDER, ENDED} course_t;
  course_t course;

  logic [LENGTH_BITS-1:0] left;    // bytes of the stream from the word on
  logic [CMD_ID_BITS-1:0] number;  // of the word, from 1
  logic [CMD_ID_BITS-1:0] stopped_word, shown_word;
  logic [2:0]             stopped_reason, shown_reason;
  logic [8:0]             there;
  logic                   stream_read, stream_failed;

  wire [7:0] word_bytes = 8'(verdict.bits[9:3]);
  wire       empty = left == '0 && number == CMD_ID_BITS'(1);
  wire       cut = left < LENGTH_BITS'(UNIT_BYTES) && !empty;
  wire       has_head = there >= 9'(UNIT_BYTES);
  wire       has_word = there >= 9'(word_bytes);
  wire       free = other_finished >= verdict.after;
  wire       waits = course == WAIT && !free;
  wire       takes = course == EXECUTE && word_done;
  wire       drops = course == REMAINDER;

  logic       refuses;
  logic [2:0] why;

  assign state = {
    course != IDLE && course != REMAINDER && course != ENDED, course == ENDED, waits, stopped_word, stopped_reason,
    stream_failed};
  assign status.finished = 32'(finished);
  assign status.state = 32'(state.busy);
  assign status.stopped = 32'({shown_reason, shown_word});
  assign word_valid = course == WAIT && free;

  sophgo_word_fetch words (.*);

  // What the word is refused for, in the order in which it is looked at
  always @* begin
    {refuses, why} = {1'b0, STOPPED_REASON_NONE};
    case (course)
      HEAD:
        if (cut) {refuses, why} = {1'b1, STOPPED_REASON_CUT};
        else if (has_head) begin
          if (verdict.is_long) {refuses, why} = {1'b1, STOPPED_REASON_LONG};
          else if (verdict.bits == '0) {refuses, why} = {1'b1, STOPPED_REASON_NOT_EXECUTED};
          else if (left < LENGTH_BITS'(word_bytes)) {refuses, why} = {1'b1, STOPPED_REASON_CUT};
        end
      REST:
        if (has_word) begin
          if (verdict.id != number) {refuses, why} = {1'b1, STOPPED_REASON_ID};
          else if (verdict.refused) {refuses, why} = {1'b1, STOPPED_REASON_MEMBER};
        end
      WAIT: if (waits && (!other.busy || other.waits)) {refuses, why} = {1'b1, STOPPED_REASON_WAITS};
      default: ;
    endcase
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      course <= IDLE;
      left <= '0;
      {number, finished, stopped_word, shown_word} <= '0;
      {stopped_reason, shown_reason} <= '0;
    end else begin
      if (begins) begin
        {finished, stopped_word} <= '0;
        stopped_reason <= STOPPED_REASON_NONE;
      end
      if (completes) {shown_reason, shown_word} <= {stopped_reason, stopped_word};
      if (refuses) {stopped_reason, stopped_word} <= {why, number};
      case (course)
        IDLE: if (begins) course <= BEGUN;
        BEGUN:
          if (go) begin
            course <= HEAD;
            left <= stream.bytes;
            number <= CMD_ID_BITS'(1);
          end else if (completes) course <= IDLE;
        HEAD:
          if (empty || refuses || stream_failed) course <= REMAINDER;
          else if (has_head) course <= verdict.is_end ? REMAINDER : REST;
        REST:
          if (refuses || stream_failed) course <= REMAINDER;
          else if (has_word) course <= WAIT;
        WAIT:
          if (refuses) course <= REMAINDER;
          else if (word_valid && word_ready) course <= EXECUTE;
        EXECUTE:
          if (word_done) begin
            course <= HEAD;
            finished <= number;
            number <= number + 1'b1;
            left <= left - LENGTH_BITS'(word_bytes);
          end
        REMAINDER: if (stream_read) course <= ENDED;
        default: if (completes) course <= IDLE;
      endcase
    end
endmodule
