// VeriSilicon's VIPNano (docs/vipnano/README.md): pins, blocks and what lies between them.
module vipnano
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
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
  // For Python: what assertions found
  wire [31:0]                     assertions_fired = check_pkg::fired;
  wire [check_pkg::NAME_BITS-1:0] assertion_name = check_pkg::last_name;
  wire [63:0]                     assertion_time = check_pkg::last_time;

  // Registers and the queue
  logic                           host_valid, ps_valid, gl_valid, req_write, host_awake;
  logic [REGISTER_INDEX_BITS-1:0] req_word;
  logic [31:0]                    write_data, write_bits, host_data, ps_data, gl_data;
  entry_t                         entry;
  logic                           full, busy;
  logic [4:0]                     free;
  logic [15:0]                    ended;
  logic [31:0]                    raised;

  // FRONT, the structure, and the units
  logic                      structure_wanted, structure_there, nn_begins, nn_ends, tp_begins, tp_ends;
  logic [ADDRESS_BITS-1:0]   structure_address;
  logic [STRUCTURE_BITS-1:0] structure;

  // NN and coefficients
  logic                    header_wanted, header_there, header_broken, cached;
  logic [ADDRESS_BITS-1:0] header_address;
  logic                    streams_wanted, streams_idle, restart, mark, rewind;
  logic [NN_CORES-1:0]     working, ends;
  logic [NN_CORES*6-1:0]   takes, there;
  logic [NN_CORES*32-1:0]  bits;

  // All at MEMORY
  memory_request_t      structure_read, coefficient_read, input_read, tp_read;
  logic                 structure_ready, coefficient_ready, input_ready, tp_ready;
  logic                 structure_beat_valid, coefficient_beat_valid, input_beat_valid, tp_beat_valid, tp_beat_ready;
  logic [DATA_BITS-1:0] read_data;
  run_t                 nn_run, tp_run, run, store;
  out_byte_t            nn_byte, tp_byte, out_byte;
  write_beat_t          store_beat;
  logic                 run_ready, out_byte_ready, store_ready, store_beat_ready, writes_idle;

  // Jobs of the two units never overlap
  assign run = tp_run.valid ? tp_run : nn_run;
  assign out_byte = tp_byte.valid ? tp_byte : nn_byte;

  // The clock stands still while there is nothing to do: a latch, open while it is low, and a gate. So it runs from the
  // very edge at which a register may change. In reset it runs.
  logic registers_awake, clock_runs;
  wire  written_awake = host_awake || entry.valid;
  wire  awake = registers_awake || busy || m_axi_rvalid || m_axi_bvalid;
  wire  clk = aclk && clock_runs;
  wire  reset_n = aresetn;

  // not always_latch: with one, Icarus 11 runs each always_comb and always_latch of the design at each edge of the clock
  always @* if (!aclk) clock_runs = awake || !aresetn;

  vipnano_config_check config_check ();
  vipnano_registers registers (.*);
  vipnano_host host (.*);
  vipnano_ps ps (.*);
  vipnano_gl gl (.*);
  vipnano_front front (.*);
  vipnano_structure structures (.*);
  vipnano_coefficients coefficients (.*);
  vipnano_nn nn (.*);
  vipnano_tp tp (.*);
  vipnano_memory_read reads (.*);
  vipnano_store stores (.*);
  vipnano_memory_write writes (.*);
endmodule
