// The course of one of CDMA's two fetches through a layer: it may have to wait until CSC needs nothing more of the buffer,
// where the banks are shared out anew, and is skipped where the buffer still holds what the layer before, one of the same
// kind, left there.
module nvdla_cdma_fetch
  import nvdla_link_pkg::*;
(
  input  logic            clk,
  input  logic            reset_n,
  // the layer
  input  logic            running,
  input  logic            group,
  input  logic            layer_done,
  input  logic [31:0]     allocation,  // the banks
  input  logic [1:0]      kind,        // of what is fetched
  input  logic            reuse,
  input  logic            skip_release,
  // the fetch
  output logic            start,
  output logic            restart,     // with `start`: the buffer is empty and is filled from its first entry
  input  logic            fetched,
  output logic            done,
  output logic [1:0]      finished,    // a pulse, by group
  // CSC
  output logic            drain_valid,
  input  logic            drain_ready,
  output cdma_csc_drain_t drain
);
  typedef enum logic [1:0] {IDLE, DRAINING, FETCHING, DONE} state_t;

  state_t      state;
  logic [31:0] last_allocation;
  logic [1:0]  last_kind;
  logic        kept;  // the layer before did not let its part of the buffer be released
  wire begins = running && state == IDLE;
  wire changed = allocation != last_allocation;
  wire skip = begins && !changed && reuse && kept && kind == last_kind;
  wire finish = skip || (state == FETCHING && fetched);

  assign restart = drain_valid && drain_ready;
  assign start = restart || (begins && !changed && !skip);
  assign done = state == DONE;
  assign finished = finish ? 2'b01 << group : 2'b00;
  assign drain_valid = state == DRAINING;
  assign drain = group;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      last_allocation <= '1;
      last_kind <= '0;
      kept <= 1'b0;
    end else if (running) begin
      if (begins) begin
        last_allocation <= allocation;
        last_kind <= kind;
        kept <= skip_release;
      end
      case (state)
        IDLE: state <= skip ? DONE : start ? FETCHING : DRAINING;
        DRAINING: if (start) state <= FETCHING;
        FETCHING: if (fetched) state <= DONE;
        default: if (layer_done) state <= IDLE;
      endcase
    end
endmodule
