// mini, the worked example (docs/mini/README.md): pins, blocks and what lies between them.
module mini
  import mini_config_pkg::*;
  import mini_link_pkg::*;
(
  input  logic                             aclk,
  input  logic                             aresetn,
  output logic                             irq_done,
  output logic                             irq_error,
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
  import mini_ring_pkg::settings_t;
  import mini_ring_pkg::written_t;
  import mini_ring_pkg::status_t;

  // For Python: what assertions found
  wire [31:0]                     assertions_fired = check_pkg::fired;
  wire [check_pkg::NAME_BITS-1:0] assertion_name = check_pkg::last_name;
  wire [63:0]                     assertion_time = check_pkg::last_time;

  // Registers and RING
  settings_t settings;
  written_t  written;
  status_t   status;
  logic      locked, empties;

  // RING and the units
  ring_command_t          command;
  logic                   move_valid, move_ready, move_done, move_error, vector_valid, vector_ready, vector_done, retire;
  logic [COUNT_BITS-1:0]  saturated;

  // The units at the scratch memory
  scratch_write_t        move_scratch, vector_scratch;
  logic [PLACE_BITS-1:0] move_place, a_place, b_place, c_place;
  logic [7:0]            move_byte, a_byte, b_byte, c_byte;

  // RING (fetch, word) and MOVE (load, store) at MEMORY
  memory_request_t fetch, load, word, store;
  logic            fetch_ready, fetch_beat_valid, fetch_beat_ready, load_ready, load_beat_valid, load_beat_ready;
  logic            word_ready, word_done, store_ready, store_beat_ready, store_done, write_error;
  read_beat_t      read_beat;
  write_beat_t     word_beat, store_beat;

  // The clock stands still while there is nothing to do: a latch, open while it is low, and a gate. So it runs from the
  // very edge at which a register may change. In reset it runs.
  logic registers_awake, ring_awake, clock_runs;
  wire  awake = registers_awake || ring_awake || m_axi_rvalid || m_axi_bvalid;
  wire  clk = aclk && clock_runs;
  wire  reset_n = aresetn;

  // not always_latch: with one, Icarus 11 runs each always_comb and always_latch of the design at each edge of the clock
  always @* if (!aclk) clock_runs = awake || !aresetn;

  if (MAX_BURST_BEATS * DATA_BYTES < DESCRIPTOR_BYTES || DATA_BYTES < 4 || SCRATCH_BYTES > 4096) begin : g_config
    a_burst_must_hold_a_descriptor_and_the_scratch_memory_4096_bytes_at_most refused ();
  end

  mini_registers registers (.*);
  mini_ring ring (.*);
  mini_move move (.*);
  mini_vector vector (.*);
  mini_scratch scratch (.*);
  mini_memory_read reads (.*);
  mini_memory_write writes (.*);
endmodule
