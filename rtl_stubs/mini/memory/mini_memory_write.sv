// The write side of MEMORY: takes one request at a time, of RING or of MOVE, and sends its bursts one behind the other,
// without waiting for responses. `done` comes when memory has answered all of them.
module mini_memory_write
  import mini_config_pkg::*;
  import mini_link_pkg::*;
  import check_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // RING and MOVE
  input  memory_request_t         word,
  output logic                    word_ready,
  input  write_beat_t             word_beat,
  output logic                    word_done,
  input  memory_request_t         store,
  output logic                    store_ready,
  input  write_beat_t             store_beat,
  output logic                    store_beat_ready,
  output logic                    store_done,
  output logic                    write_error,  // with `done`: a response said so
  // the port
  output logic                    m_axi_awvalid,
  input  logic                    m_axi_awready,
  output logic [ID_BITS-1:0]      m_axi_awid,
  output logic [ADDRESS_BITS-1:0] m_axi_awaddr,
  output logic [LEN_BITS-1:0]     m_axi_awlen,
  output logic [2:0]              m_axi_awsize,
  output logic [1:0]              m_axi_awburst,
  output logic                    m_axi_wvalid,
  input  logic                    m_axi_wready,
  output logic [DATA_BITS-1:0]    m_axi_wdata,
  output logic [DATA_BYTES-1:0]   m_axi_wstrb,
  output logic                    m_axi_wlast,
  input  logic                    m_axi_bvalid,
  output logic                    m_axi_bready,
  input  logic [ID_BITS-1:0]      m_axi_bid,
  input  logic [1:0]              m_axi_bresp
);
  localparam logic [ID_BITS-1:0] STORE_ID = ID_BITS'(2);
  localparam logic [ID_BITS-1:0] WORD_ID = ID_BITS'(3);

  logic                    active;      // a request is served
  logic                    stores;      // it is one of MOVE
  logic [ADDRESS_BITS-1:0] address;     // of the next burst
  logic [LENGTH_BITS-1:0]  left;        // bytes in bursts that have not begun
  logic [LEN_BITS:0]       beats_left;  // of the burst that has begun
  logic [LENGTH_BITS-1:0]  unanswered;  // bursts
  memory_request_t         request;
  burst_t                  burst;
  write_beat_t             beat;

  wire between = !m_axi_awvalid && beats_left == '0;  // two bursts
  wire begins = between && left != '0;
  wire done = between && active && left == '0 && unanswered == '0;
  wire answered = m_axi_bvalid && unanswered != '0 && m_axi_bid == m_axi_awid;

  assign request = word.valid ? word : store;
  assign word_ready = !active;
  assign store_ready = !active && !word.valid;
  assign burst = burst_at(address[BOUNDARY_BITS-1:0], left);
  assign beat = stores ? store_beat : word_beat;
  assign store_beat_ready = stores && beats_left != '0 && m_axi_wready;
  assign word_done = done && !stores;
  assign store_done = done && stores;

  assign m_axi_awid = stores ? STORE_ID : WORD_ID;
  assign m_axi_awsize = stores ? 3'(OFFSET_BITS) : 3'd2;
  assign m_axi_awburst = INCR;
  assign m_axi_wvalid = beat.valid && beats_left != '0;
  assign m_axi_wdata = beat.data;
  assign m_axi_wstrb = beat.strobe;
  assign m_axi_wlast = beats_left == (LEN_BITS+1)'(1);
  assign m_axi_bready = 1'b1;

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {active, stores, write_error, m_axi_awvalid} <= '0;
      {address, m_axi_awaddr} <= '0;
      m_axi_awlen <= '0;
      left <= '0;
      beats_left <= '0;
      unanswered <= '0;
    end else begin
      assert (active || !request.valid || request.length != '0)
      else assertion_failed("empty-request", $sformatf("%m"), $time);
      assert (!m_axi_bvalid || answered) else assertion_failed("unrequested-response", $sformatf("%m"), $time);
      if (!active && request.valid) begin
        active <= 1'b1;
        stores <= !word.valid;
        write_error <= 1'b0;
        address <= request.address;
        left <= request.length;
      end else if (done) active <= 1'b0;
      if (begins) begin
        m_axi_awvalid <= 1'b1;
        m_axi_awaddr <= address;
        m_axi_awlen <= burst.len;
        beats_left <= (LEN_BITS+1)'(burst.len) + 1'b1;
        address <= address + ADDRESS_BITS'(burst.bytes);
        left <= left - burst.bytes;
      end
      if (m_axi_awvalid && m_axi_awready) m_axi_awvalid <= 1'b0;
      if (m_axi_wvalid && m_axi_wready) beats_left <= beats_left - 1'b1;
      if (answered && m_axi_bresp[1]) write_error <= 1'b1;
      unanswered <= unanswered + LENGTH_BITS'(begins) - LENGTH_BITS'(answered);
    end
endmodule
