// CDMA: the convolution DMA: fetches features, images and weights into the convolution buffer. Its registers and the
// buffer's flush; the data path goes here.
// verilator lint_off UNUSEDSIGNAL
module nvdla_cdma
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // memory interfaces, by port: data
  output logic [MEMORIES-1:0]                 data_read_req_valid,
  input  logic [MEMORIES-1:0]                 data_read_req_ready,
  output logic [ADDRESS_BITS-1:0]             data_read_req_address,
  output logic [SIZE_BITS-1:0]                data_read_req_size,
  input  logic [MEMORIES-1:0]                 data_read_data_valid,
  output logic [MEMORIES-1:0]                 data_read_data_ready,
  input  wire  [BEAT_BITS-1:0]                data_read_data [0:DATA_PORTS-1],
  // memory interfaces, by port: weights
  output logic [MEMORIES-1:0]                 weights_read_req_valid,
  input  logic [MEMORIES-1:0]                 weights_read_req_ready,
  output logic [ADDRESS_BITS-1:0]             weights_read_req_address,
  output logic [SIZE_BITS-1:0]                weights_read_req_size,
  input  logic [MEMORIES-1:0]                 weights_read_data_valid,
  output logic [MEMORIES-1:0]                 weights_read_data_ready,
  input  wire  [BEAT_BITS-1:0]                weights_read_data [0:DATA_PORTS-1],
  // CBUF
  output logic                                cdma_cbuf_data_valid,
  input  logic                                cdma_cbuf_data_ready,
  output cdma_cbuf_t                          cdma_cbuf_data,
  output logic                                cdma_cbuf_weights_valid,
  input  logic                                cdma_cbuf_weights_ready,
  output cdma_cbuf_t                          cdma_cbuf_weights,
  // CSC
  output logic                                cdma_csc_data_valid,
  input  logic                                cdma_csc_data_ready,
  output cdma_csc_data_t                      cdma_csc_data,
  output logic                                cdma_csc_weights_valid,
  input  logic                                cdma_csc_weights_ready,
  output cdma_csc_weights_t                   cdma_csc_weights,
  output logic                                cdma_csc_drain_data_valid,
  input  logic                                cdma_csc_drain_data_ready,
  output cdma_csc_drain_t                     cdma_csc_drain_data,
  output logic                                cdma_csc_drain_weights_valid,
  input  logic                                cdma_csc_drain_weights_ready,
  output cdma_csc_drain_t                     cdma_csc_drain_weights,
  input  logic                                csc_cdma_data_valid,
  output logic                                csc_cdma_data_ready,
  input  csc_cdma_data_t                      csc_cdma_data,
  input  logic                                csc_cdma_weights_valid,
  output logic                                csc_cdma_weights_ready,
  input  csc_cdma_weights_t                   csc_cdma_weights,
  // interrupts, by group
  output logic [1:0]                          data_done,
  output logic [1:0]                          weights_done
);
  localparam int FLUSH_CYCLES = CBUF_BANKS * CBUF_BANK_ENTRIES;
  localparam int FLUSH_BITS = $clog2(FLUSH_CYCLES + 1);

  settings_t settings;
  status_t   status;
  logic [FLUSH_BITS-1:0] flushed;  // entries of the convolution buffer cleared since reset
  wire                   flush_done = 32'(flushed) == FLUSH_CYCLES;

  assign status.s_cbuf_flush_status = 32'(flush_done);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) flushed <= '0;
    else if (!flush_done) flushed <= flushed + 1'b1;

  layer_t  layer;
  result_t result;
  logic running, consumer;

  assign result = '0;
  assign {data_read_req_valid, data_read_req_address, data_read_req_size, data_read_data_ready} = '0;
  assign {weights_read_req_valid, weights_read_req_address, weights_read_req_size, weights_read_data_ready} = '0;
  assign {cdma_cbuf_data_valid, cdma_cbuf_data, cdma_cbuf_weights_valid, cdma_cbuf_weights} = '0;
  assign {cdma_csc_data_valid, cdma_csc_data, cdma_csc_weights_valid, cdma_csc_weights} = '0;
  assign {cdma_csc_drain_data_valid, cdma_csc_drain_data} = '0;
  assign {cdma_csc_drain_weights_valid, cdma_csc_drain_weights} = '0;
  assign {csc_cdma_data_ready, csc_cdma_weights_ready} = '0;
  assign {data_done, weights_done} = '0;

  nvdla_cdma_regs regs (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .settings,
    .status,
    .layer,
    .result,
    .running,
    .consumer,
    .layer_done(1'b0),
    .rsp_data
  );
endmodule
