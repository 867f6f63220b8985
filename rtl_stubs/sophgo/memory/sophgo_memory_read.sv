// The read side of MEMORY: the mailbox, the two streams and the GDMA's data, each with an id of its own. Bursts go out as
// fast as they are taken, of readers that wait the first one of these first. Beats go on to who asked for them, who also
// says when they are taken; one that nobody asked for is ignored.
module sophgo_memory_read
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import check_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // readers
  input  memory_request_t         table_read,
  output logic                    table_ready,
  output logic                    table_beat_valid,
  input  logic                    table_beat_ready,
  input  memory_request_t         tiu_fetch,
  output logic                    tiu_fetch_ready,
  output logic                    tiu_fetch_beat_valid,
  input  logic                    tiu_fetch_beat_ready,
  input  memory_request_t         gdma_fetch,
  output logic                    gdma_fetch_ready,
  output logic                    gdma_fetch_beat_valid,
  input  logic                    gdma_fetch_beat_ready,
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
  localparam int TABLE = 0;
  localparam int TIU = 1;
  localparam int GDMA = 2;
  localparam int LOAD = 3;
  localparam int READERS = 4;

  logic [READERS-1:0]              offers, sent, expects, taken, wanted;
  logic [ADDRESS_BITS*READERS-1:0] addresses;
  logic [LEN_BITS*READERS-1:0]     lens;
  logic [ID_BITS-1:0]              next;

  wire answers = m_axi_rvalid && expects[m_axi_rid];
  wire picks = !m_axi_arvalid && offers != '0;

  assign sent = picks ? READERS'(1) << next : '0;
  assign taken = answers && m_axi_rready ? READERS'(1) << m_axi_rid : '0;
  assign wanted = {load_beat_ready, gdma_fetch_beat_ready, tiu_fetch_beat_ready, table_beat_ready};
  assign {load_beat_valid, gdma_fetch_beat_valid, tiu_fetch_beat_valid, table_beat_valid} =
    answers ? READERS'(1) << m_axi_rid : '0;

  assign m_axi_arsize = 3'(OFFSET_BITS);
  assign m_axi_arburst = INCR;
  assign m_axi_rready = !answers || wanted[m_axi_rid];
  assign read_beat = {m_axi_rresp[1], m_axi_rdata};

  always @*
    if (offers[TABLE]) next = ID_BITS'(TABLE);
    else if (offers[TIU]) next = ID_BITS'(TIU);
    else if (offers[GDMA]) next = ID_BITS'(GDMA);
    else next = ID_BITS'(LOAD);

  sophgo_read_client table_client (
    .request(table_read), .ready(table_ready), .offers(offers[TABLE]), .address(addresses[ADDRESS_BITS*TABLE +: ADDRESS_BITS]),
    .len(lens[LEN_BITS*TABLE +: LEN_BITS]), .sent(sent[TABLE]), .expects(expects[TABLE]), .taken(taken[TABLE]), .*
  );
  sophgo_read_client tiu_client (
    .request(tiu_fetch), .ready(tiu_fetch_ready), .offers(offers[TIU]), .address(addresses[ADDRESS_BITS*TIU +: ADDRESS_BITS]),
    .len(lens[LEN_BITS*TIU +: LEN_BITS]), .sent(sent[TIU]), .expects(expects[TIU]), .taken(taken[TIU]), .*
  );
  sophgo_read_client gdma_client (
    .request(gdma_fetch), .ready(gdma_fetch_ready), .offers(offers[GDMA]), .address(addresses[ADDRESS_BITS*GDMA +: ADDRESS_BITS]),
    .len(lens[LEN_BITS*GDMA +: LEN_BITS]), .sent(sent[GDMA]), .expects(expects[GDMA]), .taken(taken[GDMA]), .*
  );
  sophgo_read_client load_client (
    .request(load), .ready(load_ready), .offers(offers[LOAD]), .address(addresses[ADDRESS_BITS*LOAD +: ADDRESS_BITS]),
    .len(lens[LEN_BITS*LOAD +: LEN_BITS]), .sent(sent[LOAD]), .expects(expects[LOAD]), .taken(taken[LOAD]), .*
  );

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      m_axi_arvalid <= 1'b0;
      m_axi_arid <= '0;
      m_axi_araddr <= '0;
      m_axi_arlen <= '0;
    end else begin
      assert (!m_axi_rvalid || answers) else assertion_failed("unrequested-data", $sformatf("%m"), $time);
      if (picks) begin
        m_axi_arvalid <= 1'b1;
        m_axi_arid <= next;
        m_axi_araddr <= addresses[ADDRESS_BITS*32'(next) +: ADDRESS_BITS];
        m_axi_arlen <= lens[LEN_BITS*32'(next) +: LEN_BITS];
      end else if (m_axi_arready) m_axi_arvalid <= 1'b0;
    end
endmodule
