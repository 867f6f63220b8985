// The read side of MEMORY: one client for the table of kernels and the streams of words, one for the GDMA's data, each with
// an id of its own. Bursts go out as fast as they are taken. Beats go on to who asked for them, who also says when they
// are taken; one that nobody asked for is ignored.
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
  localparam logic [ID_BITS-1:0] COMMAND_ID = ID_BITS'(0);
  localparam logic [ID_BITS-1:0] LOAD_ID = ID_BITS'(1);

  // Whose request the first client serves: one at a time of the table and the streams
  typedef enum logic [1:0] {TABLE, TIU, GDMA} reader_t;
  reader_t reader;

  memory_request_t         request;
  logic                    command_ready, command_offers, command_expects, load_offers, load_expects;
  logic [ADDRESS_BITS-1:0] command_address, load_address;
  logic [LEN_BITS-1:0]     command_len, load_len;
  logic                    wanted;

  wire picks = !m_axi_arvalid && (command_offers || load_offers);
  wire command_sent = picks && command_offers;
  wire load_sent = picks && !command_offers;
  wire command_answers = m_axi_rvalid && m_axi_rid == COMMAND_ID && command_expects;
  wire load_answers = m_axi_rvalid && m_axi_rid == LOAD_ID && load_expects;
  wire answers = command_answers || load_answers;
  wire command_taken = command_answers && m_axi_rready;
  wire load_taken = load_answers && m_axi_rready;

  assign table_ready = command_ready;
  assign tiu_fetch_ready = command_ready && !table_read.valid;
  assign gdma_fetch_ready = command_ready && !table_read.valid && !tiu_fetch.valid;
  assign request = table_read.valid ? table_read : tiu_fetch.valid ? tiu_fetch : gdma_fetch;

  assign table_beat_valid = command_answers && reader == TABLE;
  assign tiu_fetch_beat_valid = command_answers && reader == TIU;
  assign gdma_fetch_beat_valid = command_answers && reader == GDMA;
  assign load_beat_valid = load_answers;

  assign m_axi_arsize = 3'(OFFSET_BITS);
  assign m_axi_arburst = INCR;
  assign m_axi_rready = !answers || (load_answers ? load_beat_ready : wanted);
  assign read_beat = {m_axi_rresp[1], m_axi_rdata};

  always @*
    case (reader)
      TABLE: wanted = table_beat_ready;
      TIU: wanted = tiu_fetch_beat_ready;
      default: wanted = gdma_fetch_beat_ready;
    endcase

  sophgo_read_client commands (
    .ready(command_ready), .offers(command_offers), .address(command_address), .len(command_len), .sent(command_sent),
    .expects(command_expects), .taken(command_taken), .*
  );
  sophgo_read_client loads (
    .request(load), .ready(load_ready), .offers(load_offers), .address(load_address), .len(load_len), .sent(load_sent),
    .expects(load_expects), .taken(load_taken), .*
  );

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      reader <= TABLE;
      m_axi_arvalid <= 1'b0;
      m_axi_arid <= '0;
      m_axi_araddr <= '0;
      m_axi_arlen <= '0;
    end else begin
      assert (!m_axi_rvalid || answers) else assertion_failed("unrequested-data", $sformatf("%m"), $time);
      if (command_ready && request.valid) reader <= table_read.valid ? TABLE : tiu_fetch.valid ? TIU : GDMA;
      if (picks) begin
        m_axi_arvalid <= 1'b1;
        m_axi_arid <= command_offers ? COMMAND_ID : LOAD_ID;
        m_axi_araddr <= command_offers ? command_address : load_address;
        m_axi_arlen <= command_offers ? command_len : load_len;
      end else if (m_axi_arready) m_axi_arvalid <= 1'b0;
    end
endmodule
