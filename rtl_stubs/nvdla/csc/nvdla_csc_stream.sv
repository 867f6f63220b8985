// Stream: the weights of a pass as the bytes that follow each other in the buffer, from any byte of an entry on.
module nvdla_csc_stream
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
(
  input  logic                  clk,
  input  logic                  reset_n,
  input  word_t                 bank,       // the first entry of the ring
  input  word_t                 capacity,
  // a pass; all bytes of the one before are taken
  input  logic                  start,
  input  word_t                 first,      // entry of the ring
  input  logic [BYTE_BITS-1:0]  first_byte,
  input  word_t                 entries,
  // at most an entry's bytes at a time
  output logic                  valid,
  input  logic                  take,
  input  word_t                 taken,
  output logic [2*ENTRY_BITS-1:0] window, // its bytes from `offset` on; the shift is the taker's: nobody else pays for it
  output logic [BYTE_BITS-1:0]  offset,
  output logic                  csc_cbuf_valid,
  input  logic                  csc_cbuf_ready,
  output csc_cbuf_t             csc_cbuf,
  input  logic                  cbuf_csc_valid,
  output logic                  cbuf_csc_ready,
  input  cbuf_csc_t             cbuf_csc
);
  localparam word_t ENTRY_BYTES = word_t'(CBUF_ENTRY_BYTES);

  logic [1:0]              here;     // entries in it
  word_t                   entry, left;  // to ask for

  wire        ask = left != '0 && (!csc_cbuf_valid || csc_cbuf_ready);
  wire word_t behind = word_t'(offset) + taken;
  wire        drop = take && behind >= ENTRY_BYTES;
  wire        receive = cbuf_csc_valid && cbuf_csc_ready;
  wire [1:0]  stay = here - 2'(drop);
  wire        changing = start || take || receive || ask || csc_cbuf_valid;

  assign valid = behind <= word_t'(here) * ENTRY_BYTES;
  assign cbuf_csc_ready = stay != 2'd2;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      window <= '0;
      here <= '0;
      offset <= '0;
      entry <= '0;
      left <= '0;
      csc_cbuf_valid <= 1'b0;
      csc_cbuf <= '0;
    end else if (changing) begin
      if (start) begin
        here <= '0;
        offset <= first_byte;
        entry <= first;
        left <= entries;
      end else begin
        here <= stay + 2'(receive);
        if (take) offset <= BYTE_BITS'(behind);
        if (receive)
          window <= stay == '0 ? (2*ENTRY_BITS)'(cbuf_csc.data)
            : {cbuf_csc.data, drop ? window[ENTRY_BITS +: ENTRY_BITS] : window[0 +: ENTRY_BITS]};
        else if (drop) window <= window >> ENTRY_BITS;
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
