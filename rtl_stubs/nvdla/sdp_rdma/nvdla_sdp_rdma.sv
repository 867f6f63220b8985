// SDP_RDMA: reads SDP's input, where it does not come from the convolution, and the operands of X1, X2 and Y.
module nvdla_sdp_rdma
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_rdma_pkg::*;
#(
  parameter int STREAMS = 4  // the input, X1, X2, Y
) (
  input  logic                                clk,
  input  logic                                reset_n,
  output logic                                awake,  // a register may change at the next edge
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // SDP
  output logic                                rdma_sdp_valid,
  input  logic                                rdma_sdp_ready,
  output rdma_sdp_t                           rdma_sdp,
  output logic                                rdma_operand_x1_valid,
  input  logic                                rdma_operand_x1_ready,
  output rdma_operand_t                       rdma_operand_x1,
  output logic                                rdma_operand_x2_valid,
  input  logic                                rdma_operand_x2_ready,
  output rdma_operand_t                       rdma_operand_x2,
  output logic                                rdma_operand_y_valid,
  input  logic                                rdma_operand_y_ready,
  output rdma_operand_t                       rdma_operand_y,
  // memory interfaces, by stream and port
  output logic [STREAMS-1:0][MEMORIES-1:0]     read_req_valid,
  input  logic [STREAMS-1:0][MEMORIES-1:0]     read_req_ready,
  output logic [STREAMS-1:0][ADDRESS_BITS-1:0] read_req_address,
  output logic [STREAMS-1:0][SIZE_BITS-1:0]    read_req_size,
  input  logic [STREAMS-1:0][MEMORIES-1:0]     read_data_valid,
  output logic [STREAMS-1:0][MEMORIES-1:0]     read_data_ready,
  input  wire  [BEAT_BITS-1:0]                 read_data [0:STREAMS*DATA_PORTS-1]  // by stream, then by port
);
  localparam int OPERANDS = STREAMS - 1;
  localparam logic [OPERANDS-1:0] PRESENT = {FEATURE_SDP_Y != 0, FEATURE_SDP_X2 != 0, FEATURE_SDP_X1 != 0};

  layer_t  layer;
  result_t result;
  d_feature_mode_cfg_reg_t mode;
  logic running, consumer, layer_done;
  logic [STREAMS-1:0][1:0][STALL_BITS-1:0] stalls;
  logic [STREAMS-1:0] finished;
  logic [31:0] nan, infinite;
  wire [1:0] stall_clear = layer_done ? 2'b01 << consumer : 2'b00;
  wire stall_enable = layer.d_perf_enable.perf_dma_en == D_PERF_ENABLE_PERF_DMA_EN_YES;

  assign awake = req_valid || running;
  assign mode = layer.d_feature_mode_cfg;
  assign layer_done = running && finished == '1;
  assign result.d_status_nan_input_num = nan;
  assign result.d_status_inf_input_num = infinite;
  assign result.d_perf_mrdma_read_stall = stalls[0][consumer];
  assign result.d_perf_brdma_read_stall = stalls[1][consumer];
  assign result.d_perf_nrdma_read_stall = stalls[2][consumer];
  assign result.d_perf_erdma_read_stall = stalls[3][consumer];

  nvdla_sdp_rdma_regs regs (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .layer,
    .result,
    .running,
    .consumer,
    .layer_done,
    .rsp_data
  );

  // The input
  dma_request_t source;
  logic twin, asked, given_all, source_done, in_valid, in_ready, take;
  logic [SIZE_BITS-1:0]  run;
  logic [COUNT_BITS-1:0] lines, surfaces;
  logic [BEAT_BITS-1:0]  in_data;
  logic [ATOM_BITS-1:0]  atom;
  wire [BEAT_BITS-1:0] input_data [0:DATA_PORTS-1];
  wire offline = mode.flying_mode == D_FEATURE_MODE_CFG_FLYING_MODE_OFF;
  wire count_specials = PRECISION_FP16 != 0 && mode.in_precision == D_FEATURE_MODE_CFG_IN_PRECISION_FP16
    && layer.d_perf_enable.perf_nan_inf_count_en == D_PERF_ENABLE_PERF_NAN_INF_COUNT_EN_YES;
  wire gave_last = rdma_sdp_valid && rdma_sdp_ready && rdma_sdp.layer_end;
  wire changing = source_done || gave_last || layer_done;

  assign finished[0] = given_all || !offline;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) {asked, given_all} <= '0;
    else if (changing) begin
      asked <= (asked || source_done) && !layer_done;
      given_all <= (given_all || gave_last) && !layer_done;
    end

  nvdla_sdp_rdma_plan plan (
    .layer,
    .group(consumer),
    .twin,
    .run,
    .lines,
    .surfaces,
    .source
  );

  nvdla_dma_read load (
    .clk,
    .reset_n,
    .request_valid(running && offline && !asked),
    .request_ready(source_done),
    .request(source),
    .valid(in_valid),
    .ready(in_ready),
    .data(in_data),
    .stall_enable,
    .stall_clear,
    .stalls(stalls[0]),
    .line_valid(read_req_valid[0]),
    .line_ready(read_req_ready[0]),
    .line_address(read_req_address[0]),
    .line_size(read_req_size[0]),
    .data_valid(read_data_valid[0]),
    .data_ready(read_data_ready[0]),
    .line_data(input_data)
  );

  nvdla_sdp_rdma_input elements (
    .clk,
    .reset_n,
    .precision(mode.in_precision),
    .twin,
    .run,
    .lines,
    .surfaces,
    .in_valid,
    .in_ready,
    .in_data,
    .take,
    .atom,
    .rdma_sdp_valid,
    .rdma_sdp_ready,
    .rdma_sdp
  );

  nvdla_sdp_rdma_specials specials (
    .clk,
    .reset_n,
    .layer_done,
    .enable(count_specials),
    .take,
    .atom,
    .nan,
    .infinite
  );

  // Operands: the registers of each, which are alike
  logic [OPERANDS-1:0][31:0] cfg, base_low, base_high, line_bytes, surface_bytes;
  logic [OPERANDS-1:0] operand_valid, operand_ready;
  wire  [$bits(rdma_operand_t)-1:0] operands [0:OPERANDS-1];
  assign cfg = {layer.d_erdma_cfg, layer.d_nrdma_cfg, layer.d_brdma_cfg};
  assign base_low = {layer.d_ew_base_addr_low, layer.d_bn_base_addr_low, layer.d_bs_base_addr_low};
  assign base_high = {layer.d_ew_base_addr_high, layer.d_bn_base_addr_high, layer.d_bs_base_addr_high};
  assign line_bytes = {layer.d_ew_line_stride, layer.d_bn_line_stride, layer.d_bs_line_stride};
  assign surface_bytes = {layer.d_ew_surface_stride, layer.d_bn_surface_stride, layer.d_bs_surface_stride};
  assign {rdma_operand_y_valid, rdma_operand_x2_valid, rdma_operand_x1_valid} = operand_valid;
  assign operand_ready = {rdma_operand_y_ready, rdma_operand_x2_ready, rdma_operand_x1_ready};
  assign rdma_operand_x1 = operands[0];
  assign rdma_operand_x2 = operands[1];
  assign rdma_operand_y = operands[2];

  genvar stream, ram;
  for (ram = 0; ram < DATA_PORTS; ram++) begin : g_input_data
    assign input_data[ram] = read_data[ram];
  end

  for (stream = 0; stream < OPERANDS; stream++) begin : g_operands
    if (PRESENT[stream]) begin : g_reader
      wire [BEAT_BITS-1:0] stream_data [0:DATA_PORTS-1];
      for (ram = 0; ram < DATA_PORTS; ram++) begin : g_data
        assign stream_data[ram] = read_data[(stream+1)*DATA_PORTS+ram];
      end

      nvdla_sdp_rdma_operands operands_of (
        .clk,
        .reset_n,
        .running,
        .group(consumer),
        .layer_done,
        .finished(finished[stream+1]),
        .cfg(cfg[stream]),
        .base_low(base_low[stream]),
        .base_high(base_high[stream]),
        .line_bytes(line_bytes[stream]),
        .surface_bytes(surface_bytes[stream]),
        .mode,
        .width_reg(layer.d_data_cube_width),
        .height_reg(layer.d_data_cube_height),
        .channel_reg(layer.d_data_cube_channel),
        .stall_enable,
        .stall_clear,
        .stalls(stalls[stream+1]),
        .operand_valid(operand_valid[stream]),
        .operand_ready(operand_ready[stream]),
        .operand(operands[stream]),
        .read_req_valid(read_req_valid[stream+1]),
        .read_req_ready(read_req_ready[stream+1]),
        .read_req_address(read_req_address[stream+1]),
        .read_req_size(read_req_size[stream+1]),
        .read_data_valid(read_data_valid[stream+1]),
        .read_data_ready(read_data_ready[stream+1]),
        .read_data(stream_data)
      );
    end else begin : g_no_reader
      assign finished[stream+1] = 1'b1;
      assign stalls[stream+1] = '0;
      assign operand_valid[stream] = 1'b0;
      assign operands[stream] = '0;
      assign read_req_valid[stream+1] = '0;
      assign read_req_address[stream+1] = '0;
      assign read_req_size[stream+1] = '0;
      assign read_data_ready[stream+1] = '0;
    end
  end

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("rdma_sdp"), .WIDTH($bits(rdma_sdp_t))) rdma_sdp_tap (
      .clk, .reset_n, .valid(rdma_sdp_valid), .ready(rdma_sdp_ready), .payload(rdma_sdp), .group(consumer), .layer_done
    );
    link_tap #(.NAME("rdma_operand_x1"), .WIDTH($bits(rdma_operand_t))) rdma_operand_x1_tap (
      .clk, .reset_n, .valid(rdma_operand_x1_valid), .ready(rdma_operand_x1_ready), .payload(rdma_operand_x1),
      .group(consumer), .layer_done
    );
    link_tap #(.NAME("rdma_operand_x2"), .WIDTH($bits(rdma_operand_t))) rdma_operand_x2_tap (
      .clk, .reset_n, .valid(rdma_operand_x2_valid), .ready(rdma_operand_x2_ready), .payload(rdma_operand_x2),
      .group(consumer), .layer_done
    );
    link_tap #(.NAME("rdma_operand_y"), .WIDTH($bits(rdma_operand_t))) rdma_operand_y_tap (
      .clk, .reset_n, .valid(rdma_operand_y_valid), .ready(rdma_operand_y_ready), .payload(rdma_operand_y),
      .group(consumer), .layer_done
    );
  end
endmodule
