// What of a layer's data, or of its weights, stands in their banks: counts what CDMA tells, and tells CDMA what need not
// stay. Units are slices or kernels; the oldest come first.
module nvdla_csc_ring
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
#(
  parameter int MOST_UNITS = 1,  // of one release
  parameter int UNIT_BITS = 1
) (
  input  logic                        clk,
  input  logic                        reset_n,
  // from CDMA
  input  logic                        fill_valid,
  input  word_t                       fill_units,
  input  word_t                       fill_entries,
  input  logic                        drain_valid,
  output logic                        drain_ready,
  input  logic                        drain_group,
  // to CDMA
  output logic                        release_valid,
  input  logic                        release_ready,
  output logic [UNIT_BITS-1:0]        release_units,
  output logic [ENTRY_COUNT_BITS-1:0] release_entries,
  // the layer whose turn it is
  input  logic                        running,
  input  logic                        group,
  input  logic                        begun,  // it uses what is here
  input  logic                        reuse,  // it uses what the layer before left
  input  word_t                       capacity,
  output logic                        cleared,  // what it does not use is given back
  output word_t                       units,  // here for it and those that follow
  output word_t                       first,  // the oldest entry
  // what it is done with; taken when it is told, and told once CDMA has told all of it
  input  logic                        done_valid,
  output logic                        done_ready,
  input  word_t                       done_units,
  input  word_t                       done_entries,
  // what it leaves for the next one
  input  logic                        leave,
  input  word_t                       left_units,
  input  word_t                       left_entries
);
  word_t entries, kept_units, kept_entries;

  wire word_t told_units = fill_valid ? fill_units : '0;
  wire word_t told_entries = fill_valid ? fill_entries : '0;
  wire        drain = drain_valid && drain_ready;
  wire        kept = kept_units != '0;
  wire        unused = running && !begun && !reuse && kept && !drain;  // what the layer before kept in vain
  wire        last_unused = kept_units <= word_t'(MOST_UNITS);
  wire        free = !release_valid || release_ready;
  wire        give_unused = unused && free && entries >= kept_entries;
  wire        give_done = done_valid && done_ready;
  wire word_t given_units = give_done ? done_units : !give_unused ? '0 : last_unused ? kept_units : word_t'(MOST_UNITS);
  wire word_t given_entries = give_done ? done_entries : give_unused && last_unused ? kept_entries : '0;
  wire        changing = fill_valid || drain || release_valid || give_unused || done_valid || leave;

  assign drain_ready = !begun && drain_group == group && units == kept_units && !release_valid;
  assign cleared = reuse || !kept;
  assign done_ready = free && !unused && entries >= done_entries;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      units <= '0;
      entries <= '0;
      first <= '0;
      kept_units <= '0;
      kept_entries <= '0;
      release_valid <= 1'b0;
      release_units <= '0;
      release_entries <= '0;
    end else if (changing) begin
      units <= drain ? '0 : units + told_units - given_units;
      entries <= drain ? '0 : entries + told_entries - given_entries;
      if (drain) first <= '0;
      else if (given_entries != '0) first <= wrapped(first + given_entries, capacity);
      if (drain) begin
        kept_units <= '0;
        kept_entries <= '0;
      end else if (leave) begin
        kept_units <= left_units;
        kept_entries <= left_entries;
      end else if (give_unused) begin
        kept_units <= kept_units - given_units;
        kept_entries <= kept_entries - given_entries;
      end
      if (free) begin
        release_valid <= give_unused || give_done;
        if (give_unused || give_done) begin
          release_units <= UNIT_BITS'(given_units);
          release_entries <= ENTRY_COUNT_BITS'(given_entries);
        end
      end
    end
endmodule
