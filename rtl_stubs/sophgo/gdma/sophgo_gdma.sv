// GDMA: moves data between memories. A source brings elements in the order in which they are written, a writer takes them
// to their places; both go on by themselves.
module sophgo_gdma
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_gdma_pkg::*;
  import sophgo_number_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  // the queue
  input  logic [WORD_BITS-1:0] gdma_word,
  input  logic                 gdma_word_valid,
  output logic                 gdma_word_ready,
  output logic                 gdma_word_done,
  // MAILBOX
  input  logic                 begins,         // a kernel
  output logic                 memory_failed,  // since then
  // the memories of the chip
  output chip_access_t         chip_read,
  input  logic [31:0]          chip_value,
  output chip_access_t         chip_write,
  output logic [LANES-1:0]     chip_lanes,     // that may be written
  // MEMORY
  output memory_request_t      load,
  input  logic                 load_ready,
  input  logic                 load_beat_valid,
  output logic                 load_beat_ready,
  input  read_beat_t           read_beat,
  output memory_request_t      store,
  input  logic                 store_ready,
  output write_beat_t          store_beat,
  input  logic                 store_beat_ready,
  input  logic                 store_idle,
  input  logic                 store_failed
);
  typedef enum logic [1:0] {IDLE, START, WORK} state_t;
  state_t state;

  plan_t                   next_plan, plan;
  logic                    walk_valid, walk_ready, run_valid, run_ready, element_valid, element_ready;
  logic                    source_idle, writer_idle;
  run_t                    walk_run, run;
  logic [31:0]             element;
  logic [ADDRESS_BITS-1:0] place;  // of the next element, of those that follow one another

  wire [63:0] mask = gdma_word[WORD_BITS-1 -: 64];  // in all words that move

  wire starts = state == START;
  wire follows = plan.kind == SELECT || plan.kind == NONZERO;  // where an element goes shows when it comes
  wire ends = state == WORK && source_idle && writer_idle && store_idle;

  assign gdma_word_ready = state == IDLE;
  assign gdma_word_done = ends;

  sophgo_gdma_plan words (.word_valid(gdma_word_valid), .plan(next_plan), .*);
  sophgo_gdma_source source (.begins(starts), .*);
  sophgo_gdma_walk walk (
    .begins(starts && !follows), .loops(plan.write_loops), .tensor(plan.write), .size(plan.size), .run_valid(walk_valid),
    .run_ready(walk_ready), .run(walk_run), .*
  );
  sophgo_gdma_writer writer (.size(plan.size), .*);

  assign walk_ready = run_ready && !follows;
  assign run_valid = follows ? element_valid && state == WORK : walk_valid;
  assign run = follows ? {place, ADDRESS_BITS'(1) << plan.size, COUNT_BITS'(1)} : walk_run;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      plan <= '0;
      chip_lanes <= '0;
      place <= '0;
      memory_failed <= 1'b0;
    end else begin
      case (state)
        IDLE:
          if (gdma_word_valid) begin
            state <= START;
            plan <= next_plan;
            chip_lanes <= mask[LANES-1:0];
          end
        START: begin
          state <= WORK;
          place <= plan.write.address;
        end
        default: if (ends) state <= IDLE;
      endcase
      if (state == WORK && element_valid && element_ready) place <= place + (ADDRESS_BITS'(1) << plan.size);
      if (begins) memory_failed <= 1'b0;
      else if (store_failed || (load_beat_valid && load_beat_ready && read_beat.error)) memory_failed <= 1'b1;
    end

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("gdma_word"), .WIDTH(WORD_BITS)) word_tap (
      .valid(gdma_word_valid), .ready(gdma_word_ready), .payload(gdma_word), .group(1'b0), .layer_done(gdma_word_done), .*
    );
  end
endmodule
