// The memory side of one of CDMA's fetches: its read DMA, with the counters of a layer.
module nvdla_cdma_load
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // the layer
  input  logic                    group,
  input  logic                    layer_done,
  input  logic                    count_enable,
  output logic [STALL_BITS-1:0]   stall_cycles,
  output logic [31:0]             latency_cycles,
  // requests, and words
  input  logic                    request_valid,
  output logic                    request_ready,
  input  dma_request_t            request,
  output logic                    valid,
  input  logic                    ready,
  output logic [BEAT_BITS-1:0]    data,
  // memory interfaces, by port
  output logic [MEMORIES-1:0]     line_valid,
  input  logic [MEMORIES-1:0]     line_ready,
  output logic [ADDRESS_BITS-1:0] line_address,
  output logic [SIZE_BITS-1:0]    line_size,
  input  logic [MEMORIES-1:0]     data_valid,
  output logic [MEMORIES-1:0]     data_ready,
  input  wire  [BEAT_BITS-1:0]    line_data [0:DATA_PORTS-1]
);
  logic [1:0][STALL_BITS-1:0] stalls;

  assign stall_cycles = stalls[group];

  nvdla_dma_read read (
    .stall_enable(count_enable),
    .stall_clear(layer_done ? 2'b01 << group : 2'b00),
    .*
  );

  nvdla_cdma_latency latency (
    .clk,
    .reset_n,
    .enable(count_enable),
    .clear(layer_done),
    .asked((line_valid & line_ready) != '0),
    .size(line_size),
    .arrived(valid && ready),
    .cycles(latency_cycles)
  );
endmodule
