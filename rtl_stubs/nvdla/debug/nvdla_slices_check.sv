// Whether CSC reads data that it has told CDMA it is done with: their entries may be written anew from then on, and where
// that happens behind the read nothing else sees it.
module nvdla_slices_check
  import nvdla_csc_job_pkg::*;
  import check_pkg::*;
(
  input logic  clk,
  input logic  reset_n,
  input logic  start,     // a layer begins to read
  input word_t capacity,  // entries of its ring
  input logic  drained,   // the ring is empty and is filled from its first entry
  input word_t told,      // entries that are there with this cycle
  input word_t released,  // entries that need not stay, the oldest first
  input logic  read,
  input word_t entry      // that is read
);
  word_t oldest, held;  // entries that are told and not released
  word_t ring;          // that of the layer that began last: what registers say changes when it has ended
  wire word_t place = entry < oldest ? entry + ring - oldest : entry - oldest;
  wire        active = start || drained || told != '0 || released != '0 || read;

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) {oldest, held, ring} <= '0;
    else if (active) begin
      assert (!read || place < held) else assertion_failed("released-slice-read", $sformatf("%m"), $time);
      if (start) ring <= capacity;
      held <= drained ? '0 : held + told - released;
      if (drained) oldest <= '0;
      else if (released != '0) oldest <= wrapped(oldest + released, ring);
    end
endmodule
