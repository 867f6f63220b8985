// SDP: the single-point processor: element by element, what comes from the convolution goes through X1 and the output
// convertor to memory.
module nvdla_sdp
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_sdp_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // the convolution's results
  input  logic                                cacc_sdp_valid,
  output logic                                cacc_sdp_ready,
  input  cacc_sdp_t                           cacc_sdp,
  // memory interfaces, by port
  output logic [MEMORIES-1:0]                 write_req_valid,
  input  logic [MEMORIES-1:0]                 write_req_ready,
  output logic [ADDRESS_BITS-1:0]             write_req_address,
  output logic [SIZE_BITS-1:0]                write_req_size,
  output logic [1:0]                          write_req_notify,
  output logic [MEMORIES-1:0]                 write_data_valid,
  input  logic [MEMORIES-1:0]                 write_data_ready,
  output logic [BEAT_BITS-1:0]                write_data,
  input  logic [MEMORIES-1:0][1:0]            write_done,
  // interrupts, by group
  output logic [1:0]                          done
);
  settings_t settings;
  written_t  written;
  was_read_t was_read;
  status_t   status;
  layer_t    layer;
  result_t   result;
  dma_request_t destination;
  logic running, consumer, layer_done;
  logic narrow, twin;
  logic [SIZE_BITS-1:0] run;
  logic in_valid, in_ready, x1_valid, x1_ready, codes_valid, codes_ready, out_valid, out_ready;
  logic [RESULTS_BITS-1:0] in_data, x1_data;
  logic [16*ATOM_BYTES-1:0] codes;
  logic [ATOM_BYTES-1:0] flags;
  logic [31:0] nan, saturated;
  logic [1:0][STALL_BITS-1:0] write_stalls;
  wire [1:0] stall_clear = layer_done ? 2'b01 << consumer : 2'b00;
  // to memory; PDP is not there yet, and a layer for it stays running
  wire to_memory = layer.d_feature_mode_cfg.output_dst == D_FEATURE_MODE_CFG_OUTPUT_DST_MEM;

  assign result.d_status = '0;
  assign result.d_status_nan_input_num = '0;  // SDP_RDMA counts those
  assign result.d_status_inf_input_num = '0;
  assign result.d_status_nan_output_num = nan;
  assign result.d_perf_wdma_write_stall = write_stalls[consumer];
  assign result.d_perf_lut_uflow = '0;
  assign result.d_perf_lut_oflow = '0;
  assign result.d_perf_out_saturation = saturated;
  assign result.d_perf_lut_hybrid = '0;
  assign result.d_perf_lut_le_hit = '0;
  assign result.d_perf_lut_lo_hit = '0;

  nvdla_sdp_regs regs (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .settings,
    .written,
    .was_read,
    .status,
    .layer,
    .result,
    .running,
    .consumer,
    .layer_done,
    .rsp_data
  );

  nvdla_lut_port lut (
    .clk,
    .reset_n,
    .access_written(written.s_lut_access_cfg),
    .data_written(written.s_lut_access_data),
    .data_read(was_read.s_lut_access_data),
    .access(settings.s_lut_access_cfg),
    .data(settings.s_lut_access_data),
    .access_shown(status.s_lut_access_cfg),
    .data_shown(status.s_lut_access_data),
    .le(),
    .lo()
  );

  nvdla_sdp_plan plan (
    .layer,
    .group(consumer),
    .narrow,
    .twin,
    .run,
    .destination
  );

  nvdla_sdp_input source (
    .clk,
    .reset_n,
    .running(running && to_memory),
    .layer_done,
    .mode(layer.d_feature_mode_cfg),
    .format(layer.d_data_format),
    .cacc_sdp_valid,
    .cacc_sdp_ready,
    .cacc_sdp,
    .valid(in_valid),
    .ready(in_ready),
    .data(in_data)
  );

  nvdla_sdp_x x1 (
    .clk,
    .reset_n,
    .cfg(layer.d_dp_bs_cfg),
    .mul(layer.d_dp_bs_mul_cfg),
    .format(layer.d_data_format),
    .in_valid,
    .in_ready,
    .in_data,
    .valid(x1_valid),
    .ready(x1_ready),
    .data(x1_data)
  );

  nvdla_sdp_convert convert (
    .clk,
    .reset_n,
    .format(layer.d_data_format),
    .offset(layer.d_cvt_offset),
    .scale(layer.d_cvt_scale),
    .shift(layer.d_cvt_shift),
    .in_valid(x1_valid),
    .in_ready(x1_ready),
    .in_data(x1_data),
    .valid(codes_valid),
    .ready(codes_ready),
    .codes,
    .flags
  );

  nvdla_sdp_counts counts (
    .clk,
    .reset_n,
    .layer_done,
    .format(layer.d_data_format),
    .count_saturated(layer.d_perf_enable.perf_sat_en),
    .take(codes_valid && codes_ready),
    .codes,
    .flags,
    .nan,
    .saturated
  );

  nvdla_sdp_pack pack (
    .clk,
    .reset_n,
    .narrow,
    .twin,
    .run,
    .in_valid(codes_valid),
    .in_ready(codes_ready),
    .codes,
    .valid(out_valid),
    .ready(out_ready),
    .data(write_data)
  );

  nvdla_dma_write store (
    .clk,
    .reset_n,
    .request_valid(running),
    .request_ready(layer_done),
    .request(destination),
    .active(),
    .ends(),
    .valid(out_valid),
    .ready(out_ready),
    .done,
    .stall_enable(layer.d_perf_enable.perf_dma_en),
    .stall_clear,
    .stalls(write_stalls),
    .line_valid(write_req_valid),
    .line_ready(write_req_ready),
    .line_address(write_req_address),
    .line_size(write_req_size),
    .line_notify(write_req_notify),
    .data_valid(write_data_valid),
    .data_ready(write_data_ready),
    .line_done(write_done)
  );

  if (nvdla_debug_pkg::TAPS) begin : g_taps
    nvdla_tap #(.NAME("sdp_write"), .WIDTH(BEAT_BITS)) write_tap (
      .clk,
      .reset_n,
      .valid(out_valid),
      .ready(out_ready),
      .payload(write_data),
      .group(consumer),
      .layer_done
    );
  end
endmodule
