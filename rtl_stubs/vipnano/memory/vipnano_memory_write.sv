// The write side of MEMORY: takes one run at a time and sends its bursts one behind the other, without waiting for
// responses. `writes_idle` says that memory has answered all of them.
module vipnano_memory_write
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
  import check_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  run_t                    store,
  output logic                    store_ready,
  input  write_beat_t             store_beat,
  output logic                    store_beat_ready,
  output logic                    writes_idle,
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
  logic [ADDRESS_BITS-1:0] address;     // of the next burst
  logic [LENGTH_BITS-1:0]  left;        // bytes in bursts that have not begun
  logic [LEN_BITS:0]       beats_left;  // of the burst that has begun
  logic [LENGTH_BITS-1:0]  unanswered;  // bursts
  burst_t                  burst;

  wire between = !m_axi_awvalid && beats_left == '0;  // two bursts
  wire begins = between && left != '0;
  wire answered = m_axi_bvalid && unanswered != '0 && m_axi_bid == m_axi_awid;

  assign burst = burst_at(address[BOUNDARY_BITS-1:0], left);
  assign store_ready = between && left == '0;
  assign store_beat_ready = beats_left != '0 && m_axi_wready;
  assign writes_idle = store_ready && unanswered == '0;

  assign m_axi_awsize = 3'(OFFSET_BITS);
  assign m_axi_awburst = INCR;
  assign m_axi_wvalid = store_beat.valid && beats_left != '0;
  assign m_axi_wdata = store_beat.data;
  assign m_axi_wstrb = store_beat.strobe;
  assign m_axi_wlast = beats_left == (LEN_BITS+1)'(1);
  assign m_axi_bready = 1'b1;

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      m_axi_awvalid <= 1'b0;
      m_axi_awid <= '0;
      {address, m_axi_awaddr} <= '0;
      m_axi_awlen <= '0;
      left <= '0;
      beats_left <= '0;
      unanswered <= '0;
    end else begin
      assert (!store.valid || store.length != '0) else assertion_failed("empty-request", $sformatf("%m"), $time);
      assert (!m_axi_bvalid || answered) else assertion_failed("unrequested-response", $sformatf("%m"), $time);
      if (store_ready && store.valid) begin
        m_axi_awid <= store.id;
        address <= store.address;
        left <= store.length;
      end else if (begins) begin
        m_axi_awvalid <= 1'b1;
        m_axi_awaddr <= address;
        m_axi_awlen <= burst.len;
        beats_left <= (LEN_BITS+1)'(burst.len) + 1'b1;
        address <= address + ADDRESS_BITS'(burst.bytes);
        left <= left - burst.bytes;
      end
      if (m_axi_awvalid && m_axi_awready) m_axi_awvalid <= 1'b0;
      if (m_axi_wvalid && m_axi_wready) beats_left <= beats_left - 1'b1;
      unanswered <= unanswered + LENGTH_BITS'(begins) - LENGTH_BITS'(answered);
    end
endmodule
