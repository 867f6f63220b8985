// The read side of MEMORY: takes one request after the other, each reader's with an id of its own, and sends its bursts as
// fast as they are taken. A reader may ask again while its own beats are due; another one has to wait for them. Beats go on
// to who asked for them, who also says when they are taken; one that nobody asked for is ignored.
module vipnano_memory_read
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
  import check_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // readers; the first two take each beat as it comes
  input  memory_request_t         structure_read,
  output logic                    structure_ready,
  output logic                    structure_beat_valid,
  input  memory_request_t         coefficient_read,
  output logic                    coefficient_ready,
  output logic                    coefficient_beat_valid,
  input  memory_request_t         input_read,
  output logic                    input_ready,
  output logic                    input_beat_valid,
  input  memory_request_t         tp_read,
  output logic                    tp_ready,
  output logic                    tp_beat_valid,
  input  logic                    tp_beat_ready,
  output logic [DATA_BITS-1:0]    read_data,
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
  logic [ADDRESS_BITS-1:0] address;  // of the next burst
  logic [LENGTH_BITS-1:0]  left;     // bytes in bursts that are not sent
  logic [LENGTH_BITS-1:0]  due;      // beats of bursts that are sent
  memory_request_t         request;
  logic [ID_BITS-1:0]      id;
  burst_t                  burst;

  wire accepts = left == '0 && (due == '0 || id == m_axi_arid);
  wire takes = accepts && request.valid;
  wire sent = m_axi_arvalid && m_axi_arready;
  wire expected = m_axi_rvalid && due != '0 && m_axi_rid == m_axi_arid;
  wire taken = expected && m_axi_rready;

  always @* begin
    {id, request} = {TP_INPUT_ID, tp_read};
    if (structure_read.valid) {id, request} = {STRUCTURE_ID, structure_read};
    else if (input_read.valid) {id, request} = {INPUT_ID, input_read};
    else if (coefficient_read.valid) {id, request} = {COEFFICIENT_ID, coefficient_read};
  end

  assign structure_ready = accepts && id == STRUCTURE_ID;
  assign input_ready = accepts && id == INPUT_ID;
  assign coefficient_ready = accepts && id == COEFFICIENT_ID;
  assign tp_ready = accepts && id == TP_INPUT_ID;

  assign burst = burst_at(address[BOUNDARY_BITS-1:0], left);
  assign m_axi_arvalid = left != '0;
  assign m_axi_araddr = address;
  assign m_axi_arlen = burst.len;
  assign m_axi_arsize = 3'(OFFSET_BITS);
  assign m_axi_arburst = INCR;

  assign read_data = m_axi_rdata;
  assign structure_beat_valid = expected && m_axi_rid == STRUCTURE_ID;
  assign coefficient_beat_valid = expected && m_axi_rid == COEFFICIENT_ID;
  assign input_beat_valid = expected && m_axi_rid == INPUT_ID;
  assign tp_beat_valid = expected && m_axi_rid == TP_INPUT_ID;
  assign m_axi_rready = !tp_beat_valid || tp_beat_ready;

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      m_axi_arid <= '0;
      address <= '0;
      left <= '0;
      due <= '0;
    end else begin
      assert (!takes || request.length != '0) else assertion_failed("empty-request", $sformatf("%m"), $time);
      assert (!m_axi_rvalid || expected) else assertion_failed("unrequested-data", $sformatf("%m"), $time);
      if (takes) begin
        m_axi_arid <= id;
        address <= request.address;
        left <= request.length;
      end else if (sent) begin
        address <= address + ADDRESS_BITS'(burst.bytes);
        left <= left - burst.bytes;
      end
      due <= due + (sent ? LENGTH_BITS'(burst.len) + 1'b1 : '0) - LENGTH_BITS'(taken);
    end
endmodule
