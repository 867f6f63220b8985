// Stream: the units (bytes of weights, bits of masks) that a pass reads of a ring, from any of them in an entry on. What
// was asked for and is not needed when a pass ends is dropped when it comes.
module nvdla_csc_stream
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
#(
  parameter int UNIT_BITS = 8,
  parameter int OFFSET_BITS = 1   // of a place in an entry
) (
  input  logic                    clk,
  input  logic                    reset_n,
  input  word_t                   bank,       // the first entry of the ring
  input  word_t                   capacity,
  // a pass; the one before has ended
  input  logic                    start,
  input  word_t                   first,      // entry of the ring
  input  logic [OFFSET_BITS-1:0]  first_unit,
  input  word_t                   entries,    // that it may have
  input  logic                    finish,     // it has taken all that it needs
  // at most an entry's units at a time
  output logic                    valid,
  input  logic                    take,
  input  word_t                   taken,
  output logic [2*ENTRY_BITS-1:0] window,  // its units from `offset` on; the shift is the taker's: nobody else pays for it
  output logic [OFFSET_BITS-1:0]  offset,
  output logic                    csc_cbuf_valid,
  input  logic                    csc_cbuf_ready,
  output csc_cbuf_t               csc_cbuf,
  input  logic                    cbuf_csc_valid,
  output logic                    cbuf_csc_ready,
  input  cbuf_csc_t               cbuf_csc
);
  localparam word_t ENTRY_UNITS = word_t'(ENTRY_BITS / UNIT_BITS);

  logic [1:0]              here;     // entries in it
  word_t                   entry, left;  // to ask for
  word_t                   owed, dropped;  // entries asked for that have not come, and those of them that nobody needs

  wire        ask = left != '0 && (!csc_cbuf_valid || csc_cbuf_ready);
  wire word_t behind = word_t'(offset) + taken;
  wire        drop = take && behind >= ENTRY_UNITS;
  wire        receive = cbuf_csc_valid && cbuf_csc_ready;
  wire        keep = receive && dropped == '0;
  wire [1:0]  stay = here - 2'(drop);
  wire word_t now_owed = owed + word_t'(ask) - word_t'(receive);
  wire        changing = start || finish || take || receive || ask || csc_cbuf_valid;

  assign valid = behind <= word_t'(here) * ENTRY_UNITS;
  assign cbuf_csc_ready = stay != 2'd2 || dropped != '0;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      window <= '0;
      here <= '0;
      offset <= '0;
      entry <= '0;
      left <= '0;
      owed <= '0;
      dropped <= '0;
      csc_cbuf_valid <= 1'b0;
      csc_cbuf <= '0;
    end else if (changing) begin
      owed <= now_owed;
      if (start || finish) begin
        here <= '0;
        offset <= first_unit;
        entry <= first;
        left <= start ? entries : '0;
        dropped <= now_owed;
      end else begin
        here <= stay + 2'(keep);
        if (take) offset <= OFFSET_BITS'(behind);
        if (keep)
          window <= stay == '0 ? (2*ENTRY_BITS)'(cbuf_csc.data)
            : {cbuf_csc.data, drop ? window[ENTRY_BITS +: ENTRY_BITS] : window[0 +: ENTRY_BITS]};
        else if (drop) window <= window >> ENTRY_BITS;
        if (receive && !keep) dropped <= dropped - 1;
        if (ask) begin
          entry <= wrapped(entry + 1, capacity);
          left <= left - 1;
        end
      end
      if (ask) begin
        csc_cbuf_valid <= 1'b1;
        csc_cbuf.entry <= ENTRY_INDEX_BITS'(bank + entry);
      end else if (csc_cbuf_ready) csc_cbuf_valid <= 1'b0;
    end
endmodule
