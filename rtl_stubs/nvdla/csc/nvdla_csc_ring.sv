// What of a layer's data, or of its weights, stands in their banks: counts what CDMA tells, and tells CDMA what need not
// stay. Units are slices or kernels; the oldest come first. Compressed weights have masks, in a bank of their own.
module nvdla_csc_ring
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
#(
  parameter int MOST_UNITS = 1  // of one release
) (
  input  logic   clk,
  input  logic   reset_n,
  // from CDMA
  input  logic   fill_valid,
  input  share_t fill,
  input  logic   drain_valid,
  output logic   drain_ready,
  input  logic   drain_group,
  // to CDMA
  output logic   release_valid,
  input  logic   release_ready,
  output share_t released,
  // the layer whose turn it is
  input  logic   running,
  input  logic   group,
  input  logic   begun,    // it uses what is here
  input  logic   moved,    // its banks are others than those of the layer before
  input  logic   reuse,    // it uses what the layer before left
  input  word_t  capacity,
  output logic   cleared,  // what it does not use is given back, and the banks are its own
  output word_t  units,    // here for it and those that follow
  output word_t  first,    // the oldest entry
  output word_t  first_mask,
  // what it is done with; taken when it is told, and told once CDMA has told all of it
  input  logic   done_valid,
  output logic   done_ready,
  input  share_t done,
  // what it leaves for the next one
  input  logic   leave,
  input  share_t left
);
  localparam word_t MASKS = word_t'(CBUF_BANK_ENTRIES);  // that there is place for

  share_t here, kept;     // kept: what the layer before left
  share_t told, given;    // in this cycle
  logic   drained;        // for this layer

  wire drain = drain_valid && drain_ready;
  wire some_kept = kept.units != '0;
  wire unused = running && !begun && !reuse && some_kept && !drain;  // what the layer before kept in vain
  wire last_unused = kept.units <= word_t'(MOST_UNITS);
  wire free = !release_valid || release_ready;
  wire give_unused = unused && free && here.entries >= kept.entries && here.masks >= kept.masks;
  wire give_done = done_valid && done_ready;
  wire give = give_unused || give_done;
  wire changing = fill_valid || drain || release_valid || give_unused || done_valid || leave;

  assign told = fill_valid ? fill : '0;
  assign given = give_done ? done : !give_unused ? '0 : last_unused ? kept : {word_t'(MOST_UNITS), word_t'(0), word_t'(0)};
  assign units = here.units;
  assign drain_ready = running && moved && !drained && drain_group == group && !release_valid;
  assign cleared = (reuse || !some_kept) && (!moved || drained);
  assign done_ready = free && !unused && here.entries >= done.entries && here.masks >= done.masks;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {here, kept, released} <= '0;
      {first, first_mask} <= '0;
      drained <= 1'b0;
      release_valid <= 1'b0;
    end else if (changing) begin
      drained <= drain || drained && !leave;
      if (drain) begin
        {here, kept} <= '0;
        {first, first_mask} <= '0;
      end else begin
        here.units <= here.units + told.units - given.units;
        here.entries <= here.entries + told.entries - given.entries;
        here.masks <= here.masks + told.masks - given.masks;
        if (given.entries != '0) first <= wrapped(first + given.entries, capacity);
        if (given.masks != '0) first_mask <= wrapped(first_mask + given.masks, MASKS);
        if (leave) kept <= left;
        else if (give_unused) begin
          kept.units <= kept.units - given.units;
          kept.entries <= kept.entries - given.entries;
          kept.masks <= kept.masks - given.masks;
        end
      end
      if (free) begin
        release_valid <= give;
        if (give) released <= given;
      end
    end
endmodule
