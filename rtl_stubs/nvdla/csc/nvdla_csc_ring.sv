// What of a layer's data, or of its weights, stands in their banks: counts what CDMA tells, and tells CDMA what need not
// stay. Units are slices or kernels; the oldest come first. Compressed weights have masks, in a bank of their own.
module nvdla_csc_ring
  import nvdla_config_pkg::*;
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
  input  word_t                       fill_masks,
  input  logic                        drain_valid,
  output logic                        drain_ready,
  input  logic                        drain_group,
  // to CDMA
  output logic                        release_valid,
  input  logic                        release_ready,
  output logic [UNIT_BITS-1:0]        release_units,
  output logic [ENTRY_COUNT_BITS-1:0] release_entries,
  output logic [ENTRY_COUNT_BITS-1:0] release_masks,
  // the layer whose turn it is
  input  logic                        running,
  input  logic                        group,
  input  logic                        begun,  // it uses what is here
  input  logic                        moved,  // its banks are others than those of the layer before
  input  logic                        reuse,  // it uses what the layer before left
  input  word_t                       capacity,
  output logic                        cleared,  // what it does not use is given back, and the banks are its own
  output word_t                       units,  // here for it and those that follow
  output word_t                       first,  // the oldest entry
  output word_t                       first_mask,
  // what it is done with; taken when it is told, and told once CDMA has told all of it
  input  logic                        done_valid,
  output logic                        done_ready,
  input  word_t                       done_units,
  input  word_t                       done_entries,
  input  word_t                       done_masks,
  // what it leaves for the next one
  input  logic                        leave,
  input  word_t                       left_units,
  input  word_t                       left_entries,
  input  word_t                       left_masks
);
  localparam word_t MASKS = word_t'(CBUF_BANK_ENTRIES);  // that there is place for

  logic  drained;  // for this layer
  word_t entries, masks, kept_units, kept_entries, kept_masks;

  wire word_t told_units = fill_valid ? fill_units : '0;
  wire word_t told_entries = fill_valid ? fill_entries : '0;
  wire        drain = drain_valid && drain_ready;
  wire        kept = kept_units != '0;
  wire        unused = running && !begun && !reuse && kept && !drain;  // what the layer before kept in vain
  wire        last_unused = kept_units <= word_t'(MOST_UNITS);
  wire        free = !release_valid || release_ready;
  wire        give_unused = unused && free && entries >= kept_entries && masks >= kept_masks;
  wire        give_done = done_valid && done_ready;
  wire word_t given_units = give_done ? done_units : !give_unused ? '0 : last_unused ? kept_units : word_t'(MOST_UNITS);
  wire word_t given_entries = give_done ? done_entries : give_unused && last_unused ? kept_entries : '0;
  wire word_t given_masks = give_done ? done_masks : give_unused && last_unused ? kept_masks : '0;
  wire        changing = fill_valid || drain || release_valid || give_unused || done_valid || leave;

  assign drain_ready = running && moved && !drained && drain_group == group && !release_valid;
  assign cleared = (reuse || !kept) && (!moved || drained);
  assign done_ready = free && !unused && entries >= done_entries && masks >= done_masks;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      units <= '0;
      entries <= '0;
      masks <= '0;
      first <= '0;
      first_mask <= '0;
      drained <= 1'b0;
      kept_units <= '0;
      kept_entries <= '0;
      kept_masks <= '0;
      release_valid <= 1'b0;
      release_units <= '0;
      release_entries <= '0;
      release_masks <= '0;
    end else if (changing) begin
      units <= drain ? '0 : units + told_units - given_units;
      entries <= drain ? '0 : entries + told_entries - given_entries;
      drained <= drain || drained && !leave;
      masks <= drain ? '0 : masks + (fill_valid ? fill_masks : '0) - given_masks;
      if (drain) first_mask <= '0;
      else if (given_masks != '0) first_mask <= wrapped(first_mask + given_masks, MASKS);
      if (drain) first <= '0;
      else if (given_entries != '0) first <= wrapped(first + given_entries, capacity);
      if (drain) begin
        kept_units <= '0;
        kept_entries <= '0;
        kept_masks <= '0;
      end else if (leave) begin
        kept_units <= left_units;
        kept_entries <= left_entries;
        kept_masks <= left_masks;
      end else if (give_unused) begin
        kept_units <= kept_units - given_units;
        kept_entries <= kept_entries - given_entries;
        kept_masks <= kept_masks - given_masks;
      end
      if (free) begin
        release_valid <= give_unused || give_done;
        if (give_unused || give_done) begin
          release_units <= UNIT_BITS'(given_units);
          release_entries <= ENTRY_COUNT_BITS'(given_entries);
          release_masks <= ENTRY_COUNT_BITS'(given_masks);
        end
      end
    end
endmodule
