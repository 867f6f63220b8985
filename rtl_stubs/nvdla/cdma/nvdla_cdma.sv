// CDMA: the convolution DMA: fetches features, images and weights into the convolution buffer. Its registers and the
// buffer's flush; the data path goes here.
module nvdla_cdma
  import nvdla_config_pkg::*;
  import nvdla_cdma_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data
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
