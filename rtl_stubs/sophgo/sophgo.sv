// Sophgo's TPU (docs/sophgo/README.md): pins, blocks and what lies between them.
module sophgo
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_step_pkg::*;
  import sophgo_gdma_pkg::chip_access_t;
(
  input  logic                             aclk,
  input  logic                             aresetn,
  output logic                             irq,
  // AXI4-Lite
  input  logic                             s_axil_awvalid,
  output logic                             s_axil_awready,
  input  logic [REGISTER_ADDRESS_BITS-1:0] s_axil_awaddr,
  input  logic                             s_axil_wvalid,
  output logic                             s_axil_wready,
  input  logic [31:0]                      s_axil_wdata,
  input  logic [3:0]                       s_axil_wstrb,
  output logic                             s_axil_bvalid,
  input  logic                             s_axil_bready,
  output logic [1:0]                       s_axil_bresp,
  input  logic                             s_axil_arvalid,
  output logic                             s_axil_arready,
  input  logic [REGISTER_ADDRESS_BITS-1:0] s_axil_araddr,
  output logic                             s_axil_rvalid,
  input  logic                             s_axil_rready,
  output logic [31:0]                      s_axil_rdata,
  output logic [1:0]                       s_axil_rresp,
  // AXI4
  output logic                             m_axi_awvalid,
  input  logic                             m_axi_awready,
  output logic [ID_BITS-1:0]               m_axi_awid,
  output logic [ADDRESS_BITS-1:0]          m_axi_awaddr,
  output logic [LEN_BITS-1:0]              m_axi_awlen,
  output logic [2:0]                       m_axi_awsize,
  output logic [1:0]                       m_axi_awburst,
  output logic                             m_axi_wvalid,
  input  logic                             m_axi_wready,
  output logic [DATA_BITS-1:0]             m_axi_wdata,
  output logic [DATA_BYTES-1:0]            m_axi_wstrb,
  output logic                             m_axi_wlast,
  input  logic                             m_axi_bvalid,
  output logic                             m_axi_bready,
  input  logic [ID_BITS-1:0]               m_axi_bid,
  input  logic [1:0]                       m_axi_bresp,
  output logic                             m_axi_arvalid,
  input  logic                             m_axi_arready,
  output logic [ID_BITS-1:0]               m_axi_arid,
  output logic [ADDRESS_BITS-1:0]          m_axi_araddr,
  output logic [LEN_BITS-1:0]              m_axi_arlen,
  output logic [2:0]                       m_axi_arsize,
  output logic [1:0]                       m_axi_arburst,
  input  logic                             m_axi_rvalid,
  output logic                             m_axi_rready,
  input  logic [ID_BITS-1:0]               m_axi_rid,
  input  logic [DATA_BITS-1:0]             m_axi_rdata,
  input  logic [1:0]                       m_axi_rresp,
  input  logic                             m_axi_rlast
);
  import sophgo_mailbox_pkg::settings_t;
  import sophgo_mailbox_pkg::written_t;
  import sophgo_mailbox_pkg::status_t;

  // For Python: what assertions found
  wire [31:0]                     assertions_fired = check_pkg::fired;
  wire [check_pkg::NAME_BITS-1:0] assertion_name = check_pkg::last_name;
  wire [63:0]                     assertion_time = check_pkg::last_time;

  // Registers, MAILBOX and the queues
  settings_t                     settings;
  written_t                      written;
  status_t                       status;
  logic [QUEUE_STATUS_BITS-1:0]  tiu_status, gdma_status;
  logic                          full, begins, go, completes, memory_failed;
  stream_t                       tiu_stream, gdma_stream;
  queue_state_t                  tiu_state, gdma_state;
  logic [CMD_ID_BITS-1:0]        tiu_finished, gdma_finished;

  // The queues, their decoders and units
  logic [WORD_BITS-1:0] tiu_word, gdma_word;
  verdict_t             tiu_verdict, gdma_verdict;
  logic                 tiu_word_valid, tiu_word_ready, tiu_word_done, gdma_word_valid, gdma_word_ready, gdma_word_done;

  // At MEMORY: the table, the streams, the GDMA's data
  memory_request_t table_read, tiu_fetch, gdma_fetch, load, store;
  logic            table_ready, table_beat_valid, table_beat_ready, load_ready, load_beat_valid, load_beat_ready;
  logic            tiu_fetch_ready, tiu_fetch_beat_valid, tiu_fetch_beat_ready;
  logic            gdma_fetch_ready, gdma_fetch_beat_valid, gdma_fetch_beat_ready;
  logic            store_ready, store_beat_ready, store_idle, store_failed;
  read_beat_t      read_beat;
  write_beat_t     store_beat;

  // The units at the lanes
  setup_t             setup;
  step_t              step;
  logic [LANES-1:0]   step_lanes;
  chip_access_t       chip_read, chip_write;
  logic [31:0]        chip_value;
  logic [LANES-1:0]   chip_lanes;

  // The clock stands still while there is nothing to do: a latch, open while it is low, and a gate. So it runs from the
  // very edge at which a register may change. In reset it runs.
  logic registers_awake, mailbox_awake, clock_runs;
  wire  awake = registers_awake || mailbox_awake || m_axi_rvalid || m_axi_bvalid;
  wire  clk = aclk && clock_runs;
  wire  reset_n = aresetn;

  // not always_latch: with one, Icarus 11 runs each always_comb and always_latch of the design at each edge of the clock
  always @* if (!aclk) clock_runs = awake || !aresetn;

  sophgo_config_check config_check ();
  sophgo_registers registers (.*);
  sophgo_mailbox mailbox (.*);
  sophgo_tiu_decode tiu_decode (.word(tiu_word), .verdict(tiu_verdict));
  sophgo_queue tiu_queue (
    .stream(tiu_stream), .state(tiu_state), .status(tiu_status), .other(gdma_state),
    .other_finished(gdma_finished), .finished(tiu_finished), .word(tiu_word), .verdict(tiu_verdict),
    .word_valid(tiu_word_valid), .word_ready(tiu_word_ready), .word_done(tiu_word_done), .fetch(tiu_fetch),
    .fetch_ready(tiu_fetch_ready), .fetch_beat_valid(tiu_fetch_beat_valid), .fetch_beat_ready(tiu_fetch_beat_ready), .*
  );
  sophgo_gdma_decode gdma_decode (.word(gdma_word), .verdict(gdma_verdict));
  sophgo_queue gdma_queue (
    .stream(gdma_stream), .state(gdma_state), .status(gdma_status), .other(tiu_state),
    .other_finished(tiu_finished), .finished(gdma_finished), .word(gdma_word), .verdict(gdma_verdict),
    .word_valid(gdma_word_valid), .word_ready(gdma_word_ready), .word_done(gdma_word_done), .fetch(gdma_fetch),
    .fetch_ready(gdma_fetch_ready), .fetch_beat_valid(gdma_fetch_beat_valid), .fetch_beat_ready(gdma_fetch_beat_ready), .*
  );
  sophgo_tiu tiu (.*);
  sophgo_gdma gdma (.*);
  sophgo_chip chip (.*);
  sophgo_memory_read reads (.*);
  sophgo_memory_write writes (.*);
endmodule
