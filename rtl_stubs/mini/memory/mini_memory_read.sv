// The read side of MEMORY: takes one request at a time, of RING or of MOVE, and sends its bursts as fast as they are
// taken. Beats go on to who asked for them, who also says when they are taken; one that nobody asked for is ignored.
module mini_memory_read
  import mini_config_pkg::*;
  import mini_link_pkg::*;
  import check_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // RING and MOVE
  input  memory_request_t         fetch,
  output logic                    fetch_ready,
  output logic                    fetch_beat_valid,
  input  logic                    fetch_beat_ready,
  input  memory_request_t         load,
  output logic                    load_ready,
  output logic                    load_beat_valid,
  input  logic                    load_beat_ready,
  output read_beat_t              read_beat,
  // the port
  output logic                    m_axi_arvalid,
  input  logic                    m_axi_arready,
  output logic [ID_BITS-1:0]      m_axi_arid,
  output logic [ADDRESS_BITS-1:0] m_axi_araddr,
  output logic [LEN_BITS-1:0]     m_axi_arlen,
  output logic [2:0]              m_axi_arsize,
  output logic [1:0]              m_axi_arburst,
  input  logic                    m_axi_rvalid,
  output logic                    m_axi_rready,
  input  logic [ID_BITS-1:0]      m_axi_rid,
  input  logic [DATA_BITS-1:0]    m_axi_rdata,
  input  logic [1:0]              m_axi_rresp,
  input  logic                    m_axi_rlast
);
  localparam logic [ID_BITS-1:0] FETCH_ID = ID_BITS'(0);
  localparam logic [ID_BITS-1:0] LOAD_ID = ID_BITS'(1);

  logic                    loads;    // a request of MOVE is served
  logic [ADDRESS_BITS-1:0] address;  // of the next burst
  logic [LENGTH_BITS-1:0]  left;     // bytes in bursts that are not sent
  logic [LENGTH_BITS-1:0]  due;      // beats of bursts that are sent
  memory_request_t         request;
  burst_t                  burst;

  wire free = left == '0 && due == '0;
  wire sent = m_axi_arvalid && m_axi_arready;
  wire expected = due != '0 && m_axi_rid == m_axi_arid;
  wire taken = m_axi_rvalid && m_axi_rready && expected;

  assign request = fetch.valid ? fetch : load;
  assign fetch_ready = free;
  assign load_ready = free && !fetch.valid;
  assign burst = burst_at(address[BOUNDARY_BITS-1:0], left);

  assign m_axi_arvalid = left != '0;
  assign m_axi_arid = loads ? LOAD_ID : FETCH_ID;
  assign m_axi_araddr = address;
  assign m_axi_arlen = burst.len;
  assign m_axi_arsize = 3'(OFFSET_BITS);
  assign m_axi_arburst = INCR;

  assign read_beat = {m_axi_rresp[1], m_axi_rdata};
  assign fetch_beat_valid = m_axi_rvalid && expected && !loads;
  assign load_beat_valid = m_axi_rvalid && expected && loads;
  assign m_axi_rready = !expected || (loads ? load_beat_ready : fetch_beat_ready);

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      loads <= 1'b0;
      address <= '0;
      left <= '0;
      due <= '0;
    end else begin
      assert (!free || !request.valid || request.length != '0)
      else assertion_failed("empty-request", $sformatf("%m"), $time);
      assert (!m_axi_rvalid || expected) else assertion_failed("unrequested-data", $sformatf("%m"), $time);
      assert (!taken || m_axi_rlast || due != LENGTH_BITS'(1) || left != '0)
      else assertion_failed("last-missing", $sformatf("%m"), $time);
      if (free && request.valid) begin
        loads <= !fetch.valid;
        address <= request.address;
        left <= request.length;
      end else if (sent) begin
        address <= address + ADDRESS_BITS'(burst.bytes);
        left <= left - burst.bytes;
      end
      due <= due + (sent ? LENGTH_BITS'(burst.len) + 1'b1 : '0) - LENGTH_BITS'(taken);
    end
endmodule
