// FRONT: the queue of jobs and ends of sequences, which are worked off one after the other.
module vipnano_front
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
  import vipnano_structures_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  // registers
  input  entry_t                      entry,  // is written into the queue
  output logic                        full,
  output logic                        busy,
  output logic [4:0]                  free,   // room in the queue
  output logic [15:0]                 ended,  // jobs
  output logic [31:0]                 raised,  // events
  // the reader of structures
  output logic                        structure_wanted,
  output logic [ADDRESS_BITS-1:0]     structure_address,
  input  logic                        structure_there,
  input  logic [STRUCTURE_BITS-1:0]   structure,
  // the units: a job begins, and has ended; one that hangs never does
  output logic                        nn_begins,
  input  logic                        nn_ends,
  output logic                        tp_begins,
  input  logic                        tp_ends
);
  typedef enum logic [1:0] {IDLE, STRUCTURE, UNIT, HUNG} state_t;
  localparam int PLACES = QUEUE_SLOTS + 1;  // with the one at work
  localparam int COUNT_BITS = $clog2(PLACES + 1);
  localparam int INDEX_BITS = $clog2(PLACES);

  state_t                  state;
  logic [ENTRY_BITS-1:0]   queue [0:PLACES-1];
  logic [INDEX_BITS-1:0]   first, next;  // the entry at work, and where the next one goes
  logic [COUNT_BITS-1:0]   entries;
  logic [1:0]              kind;
  logic [ADDRESS_BITS-1:0] value;
  logic                    refused;

  wire begins = state == IDLE && busy;
  wire raises = begins && kind == END_OF_SEQUENCE;
  wire job_done = state == UNIT && (nn_ends || tp_ends);
  wire leaves = raises || job_done;

  assign {kind, value} = queue[first];
  assign refused = kind == NN_JOB ? nn_refused(structure) : tp_refused(structure);
  assign full = entries == COUNT_BITS'(PLACES);
  assign busy = entries != '0;
  assign free = busy ? 5'(PLACES - 32'(entries)) : 5'(QUEUE_SLOTS);
  assign raised = raises ? 32'd1 << value[4:0] : '0;

  assign structure_wanted = begins && kind != END_OF_SEQUENCE;
  assign structure_address = {value[ADDRESS_BITS-1:5], 5'b0};
  assign nn_begins = state == STRUCTURE && structure_there && kind == NN_JOB && !refused;
  assign tp_begins = state == STRUCTURE && structure_there && kind == TP_JOB && !refused;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      {first, next} <= '0;
      entries <= '0;
      ended <= '0;
    end else begin
      case (state)
        IDLE: if (structure_wanted) state <= STRUCTURE;
        STRUCTURE: if (structure_there) state <= refused ? HUNG : UNIT;
        UNIT: if (job_done) state <= IDLE;
        default: ;
      endcase
      if (entry.valid) begin
        queue[next] <= entry[ENTRY_BITS-1:0];
        next <= 32'(next) == PLACES - 1 ? '0 : next + 1'b1;
      end
      if (leaves) first <= 32'(first) == PLACES - 1 ? '0 : first + 1'b1;
      entries <= entries + COUNT_BITS'(entry.valid) - COUNT_BITS'(leaves);
      if (job_done) ended <= ended + 1'b1;
    end

  if (debug_pkg::TAPS) begin : g_taps
    wire nn_done = job_done && kind == NN_JOB;
    wire tp_done = job_done && kind == TP_JOB;
    link_tap #(.NAME("nn_structure"), .WIDTH(STRUCTURE_BITS)) nn_tap (
      .valid(nn_begins), .ready(1'b1), .payload(structure), .group(1'b0), .layer_done(nn_done), .*
    );
    link_tap #(.NAME("tp_structure"), .WIDTH(STRUCTURE_BITS)) tp_tap (
      .valid(tp_begins), .ready(1'b1), .payload(structure), .group(1'b0), .layer_done(tp_done), .*
    );
  end
endmodule
