// The CSB of the part: takes requests in the CSB's clock domain, puts them to the register blocks in the core's, brings
// the answers back. Up to 4 requests wait; answers come in the order of requests, every read and every non-posted write
// has one, but for what plusargs take away (nvdla_csb_losses).
module nvdla_csb_master
  import nvdla_config_pkg::CSB_ADDRESS_BITS;
  import nvdla_csb_pkg::*;
(
  // the pins
  input  logic                        csb_clk,
  input  logic                        csb_reset_n,
  input  logic                        csb2nvdla_valid,
  output logic                        csb2nvdla_ready,
  input  logic [CSB_ADDRESS_BITS-1:0] csb2nvdla_addr,
  input  logic [31:0]                 csb2nvdla_wdat,
  input  logic                        csb2nvdla_write,
  input  logic                        csb2nvdla_nposted,
  output logic                        nvdla2csb_valid,
  output logic [31:0]                 nvdla2csb_data,
  output logic                        nvdla2csb_wr_complete,
  // the register blocks: a request to one of them, and all blocks' answers to what they were last asked
  input  logic                        core_clk,
  input  logic                        core_reset_n,
  output logic [BLOCKS-1:0]           req_valid,
  output logic                        req_write,
  output logic [WORD_BITS-1:0]        req_word,
  output logic [31:0]                 req_data,
  input  logic [BLOCKS-1:0][31:0]     rsp_data
);
  localparam int QUEUE_DEPTH = 4;
  localparam int INDEX_BITS = $clog2(BLOCKS);

  typedef enum logic [1:0] {IDLE, ASK, ANSWER} state_t;
  state_t state;

  // Requests into the core's domain
  logic                        waiting, wants_answer, write;
  logic [CSB_ADDRESS_BITS-1:0] address;
  logic [31:0]                 data;

  // The request that is being served: put to its block for a cycle, answered in the next one
  logic [BLOCK_INDEX_BITS-1:0] block;
  logic                        answer_due;
  logic                        answer_ready;
  wire                         idle = state == IDLE;
  wire                         reads_block = !req_write && 32'(block) != NO_BLOCK;

  wire  [31:0]                 present = reads_block ? rsp_data[INDEX_BITS'(block)] : 32'd0;

  // +answers_overtake: the answers of the convolution's later units come later than those of others asked behind them,
  // as on the real part. One waits here, so within these units they stay in order.
  localparam int LATER_CYCLES = 6;
  localparam int LATER_BITS = $clog2(LATER_CYCLES + 1);
  logic                  overtake;
  logic                  held, held_write;
  logic [LATER_BITS-1:0] held_left;  // cycles
  logic [31:0]           held_data;
  wire                   later = overtake && (32'(block) == CMAC_A || 32'(block) == CMAC_B || 32'(block) == CACC);
  wire                   answering = state == ANSWER && !later;
  wire                   held_due = held && held_left == '0 && !answering;

  initial overtake = $test$plusargs("answers_overtake") != 0 || $test$plusargs("as_the_part") != 0;

  // Answers into the CSB's domain
  logic        answer_valid, answer_write, answer_both;
  logic [31:0] answer_data;

  // What plusargs let the part lose
  logic merges, lost, deaf, queue_ready;
  wire  wants = csb2nvdla_nposted || !csb2nvdla_write;  // an answer
  wire  meet = merges && answering && held && held_left == '0;

  assign csb2nvdla_ready = queue_ready || deaf;

  nvdla_csb_losses losses (
    .clk(csb_clk), .reset_n(csb_reset_n), .asks(csb2nvdla_valid && csb2nvdla_ready && wants), .answers(answer_valid),
    .both(answer_both), .*
  );

  if (debug_pkg::LINK_CHECKS) begin : g_checks
    link_check #(.WIDTH(2 + CSB_ADDRESS_BITS + 32)) requests (
      .clk(csb_clk),
      .reset_n(csb_reset_n),
      .valid(csb2nvdla_valid),
      .ready(csb2nvdla_ready),
      .payload({csb2nvdla_nposted, csb2nvdla_write, csb2nvdla_addr, csb2nvdla_wdat})
    );
  end

  nvdla_async_fifo #(
    .WIDTH(2 + CSB_ADDRESS_BITS + 32),
    .DEPTH(QUEUE_DEPTH)
  ) requests (
    .push_clk(csb_clk),
    .push_reset_n(csb_reset_n),
    .push_valid(csb2nvdla_valid && !deaf),
    .push_ready(queue_ready),
    .push_data({wants && !lost, csb2nvdla_write, csb2nvdla_addr, csb2nvdla_wdat}),
    .pop_clk(core_clk),
    .pop_reset_n(core_reset_n),
    .pop_valid(waiting),
    .pop_ready(idle),
    .pop_data({wants_answer, write, address, data})
  );

  nvdla_async_fifo #(
    .WIDTH(2 + 32),
    .DEPTH(QUEUE_DEPTH)
  ) answers (
    .push_clk(core_clk),
    .push_reset_n(core_reset_n),
    .push_valid(answering || held_due),
    .push_ready(answer_ready),
    .push_data(
      meet ? {1'b1, held_write | req_write, held_data | present}
      : held_due ? {1'b0, held_write, held_data} : {1'b0, req_write, present}
    ),
    .pop_clk(csb_clk),
    .pop_reset_n(csb_reset_n),
    .pop_valid(answer_valid),
    .pop_ready(1'b1),
    .pop_data({answer_both, answer_write, answer_data})
  );

  always_ff @(posedge core_clk or negedge core_reset_n)
    if (!core_reset_n) begin
      state <= IDLE;
      block <= '0;
      answer_due <= 1'b0;
      req_valid <= '0;
      req_write <= 1'b0;
      req_word <= '0;
      req_data <= '0;
      {held, held_write} <= '0;
      held_left <= '0;
      held_data <= '0;
    end else begin
      if (held_left != '0) held_left <= held_left - 1'b1;
      if (held_due && answer_ready) held <= 1'b0;
      if (meet && answer_ready) held <= 1'b0;
      case (state)
        IDLE:
          if (waiting) begin
            state <= ASK;
            block <= block_at(address);
            answer_due <= wants_answer;
            req_valid <= BLOCKS'((BLOCKS+1)'(1) << block_at(address));
            req_write <= write;
            req_word <= address[WORD_BITS-1:0];
            req_data <= data;
          end
        ASK: begin
          state <= answer_due ? ANSWER : IDLE;
          req_valid <= '0;
        end
        default:
          if (later && !held) begin
            state <= IDLE;
            held <= 1'b1;
            held_write <= req_write;
            held_left <= LATER_BITS'(LATER_CYCLES);
            held_data <= present;
          end else if (answering && answer_ready) state <= IDLE;
      endcase
    end

  always_ff @(posedge csb_clk or negedge csb_reset_n)
    if (!csb_reset_n) begin
      {nvdla2csb_valid, nvdla2csb_wr_complete} <= 2'b00;
      nvdla2csb_data <= '0;
    end else if (answer_valid || nvdla2csb_valid || nvdla2csb_wr_complete) begin
      nvdla2csb_valid <= answer_valid && !answer_write;
      nvdla2csb_wr_complete <= answer_valid && answer_write;
      nvdla2csb_data <= answer_data;
    end

  if (debug_pkg::TAPS) begin : g_taps
    nvdla_csb_taps taps (.clk(core_clk), .reset_n(core_reset_n), .*);
  end
endmodule
