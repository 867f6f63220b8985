// SDP: the single-point processor: element by element, what comes from the convolution or from memory goes through X1, X2,
// Y with its look-up tables, and the output convertor, to memory or to PDP.
module nvdla_sdp
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_sdp_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  output logic                                awake,  // a register may change at the next edge
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
  // SDP_RDMA: input and operands
  input  logic                                rdma_sdp_valid,
  output logic                                rdma_sdp_ready,
  input  rdma_sdp_t                           rdma_sdp,
  input  logic                                rdma_operand_x1_valid,
  output logic                                rdma_operand_x1_ready,
  input  rdma_operand_t                       rdma_operand_x1,
  input  logic                                rdma_operand_x2_valid,
  output logic                                rdma_operand_x2_ready,
  input  rdma_operand_t                       rdma_operand_x2,
  input  logic                                rdma_operand_y_valid,
  output logic                                rdma_operand_y_ready,
  input  rdma_operand_t                       rdma_operand_y,
  // PDP
  output logic                                sdp_pdp_valid,
  input  logic                                sdp_pdp_ready,
  output sdp_pdp_t                            sdp_pdp,
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
  logic owes;  // the end of a layer is still to be told
  localparam int LUT_KINDS = 5;  // of what look-ups are counted as
  localparam bit LOOK_UPS = FEATURE_SDP_Y != 0 && FEATURE_SDP_LUT != 0;

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
  logic in_valid, in_ready, in_last, x1_valid, x1_ready, x1_last, x2_valid, x2_ready, x2_last;
  logic y_valid, y_ready, y_last, lut_valid, lut_ready, lut_last, codes_valid, codes_ready, codes_last;
  logic pack_ready, fly_ready, out_valid, out_ready, stored, flown, unequal;
  logic [RESULTS_BITS-1:0] in_data, x1_data, x2_data, y_data, lut_data;
  logic [16*ATOM_BYTES-1:0] codes;
  logic [ATOM_BYTES-1:0] flags;
  logic [LUT_KINDS-1:0][ATOM_BYTES-1:0] lut_flags;
  logic [LUT_KINDS-1:0][31:0] lut_counts;
  logic [31:0] nan, saturated;
  logic [1:0] write_done_of;
  logic [1:0][STALL_BITS-1:0] write_stalls;
  wire [1:0] this_group = 2'b01 << consumer;
  wire [1:0] stall_clear = layer_done ? this_group : 2'b00;
  d_dp_ew_cfg_reg_t        ew;
  d_data_format_reg_t      format;
  d_feature_mode_cfg_reg_t mode;
  assign ew = layer.d_dp_ew_cfg;
  assign format = layer.d_data_format;
  assign mode = layer.d_feature_mode_cfg;
  wire flush = mode.nan_to_zero == D_FEATURE_MODE_CFG_NAN_TO_ZERO_ENABLE;
  // a layer that compares writes nothing, whatever its destination
  wire compare = FEATURE_SDP_Y != 0 && ew.ew_bypass == D_DP_EW_CFG_EW_BYPASS_NO
    && ew.ew_alu_bypass == D_DP_EW_CFG_EW_ALU_BYPASS_NO && ew.ew_alu_algo == D_DP_EW_CFG_EW_ALU_ALGO_EQL;
  wire count_look_ups = layer.d_perf_enable.perf_lut_en == D_PERF_ENABLE_PERF_LUT_EN_YES;
  wire to_memory = mode.output_dst == D_FEATURE_MODE_CFG_OUTPUT_DST_MEM && !compare;

  assign awake = req_valid || written != '0 || was_read != '0 || running || sdp_pdp_valid || owes;
  assign layer_done = stored || flown;
  assign done = write_done_of | (flown ? this_group : 2'b00);
  assign codes_ready = to_memory ? pack_ready : fly_ready;
  assign {result.d_perf_lut_uflow, result.d_perf_lut_oflow, result.d_perf_lut_hybrid, result.d_perf_lut_le_hit,
    result.d_perf_lut_lo_hit} = lut_counts;
  assign result.d_status = 32'(unequal);
  assign result.d_status_nan_input_num = '0;  // SDP_RDMA counts those
  assign result.d_status_inf_input_num = '0;
  assign result.d_status_nan_output_num = nan;
  assign result.d_perf_wdma_write_stall = write_stalls[consumer];
  assign result.d_perf_out_saturation = saturated;

  nvdla_sdp_regs regs (.*);

  nvdla_sdp_plan plan (.group(consumer), .*);

  nvdla_sdp_input source (.valid(in_valid), .ready(in_ready), .last(in_last), .data(in_data), .*);

  if (FEATURE_SDP_X1 != 0) begin : g_x1
    nvdla_sdp_x x1 (
      .cfg(layer.d_dp_bs_cfg),
      .alu(layer.d_dp_bs_alu_cfg),
      .alu_value(layer.d_dp_bs_alu_src_value),
      .mul(layer.d_dp_bs_mul_cfg),
      .mul_value(layer.d_dp_bs_mul_src_value),
      .operand_valid(rdma_operand_x1_valid), .operand_ready(rdma_operand_x1_ready), .operand(rdma_operand_x1),
      .valid(x1_valid), .ready(x1_ready), .last(x1_last), .data(x1_data),
      .*
    );
  end else begin : g_no_x1
    assign {x1_valid, x1_last, x1_data} = {in_valid, in_last, in_data};
    assign in_ready = x1_ready;
    assign rdma_operand_x1_ready = 1'b0;
  end

  if (FEATURE_SDP_X2 != 0) begin : g_x2
    nvdla_sdp_x x2 (
      .cfg(layer.d_dp_bn_cfg),
      .alu(layer.d_dp_bn_alu_cfg),
      .alu_value(layer.d_dp_bn_alu_src_value),
      .mul(layer.d_dp_bn_mul_cfg),
      .mul_value(layer.d_dp_bn_mul_src_value),
      .in_valid(x1_valid), .in_ready(x1_ready), .in_last(x1_last), .in_data(x1_data),
      .operand_valid(rdma_operand_x2_valid), .operand_ready(rdma_operand_x2_ready), .operand(rdma_operand_x2),
      .valid(x2_valid), .ready(x2_ready), .last(x2_last), .data(x2_data),
      .*
    );
  end else begin : g_no_x2
    assign {x2_valid, x2_last, x2_data} = {x1_valid, x1_last, x1_data};
    assign x1_ready = x2_ready;
    assign rdma_operand_x2_ready = 1'b0;
  end

  if (FEATURE_SDP_Y != 0) begin : g_y
    nvdla_sdp_y y (
      .in_valid(x2_valid), .in_ready(x2_ready), .in_last(x2_last), .in_data(x2_data),
      .operand_valid(rdma_operand_y_valid), .operand_ready(rdma_operand_y_ready), .operand(rdma_operand_y),
      .valid(y_valid), .ready(y_ready), .last(y_last), .data(y_data),
      .*
    );
  end else begin : g_no_y
    assign {y_valid, y_last, y_data} = {x2_valid, x2_last, x2_data};
    assign x2_ready = y_ready;
    assign rdma_operand_y_ready = 1'b0;
  end

  nvdla_sdp_lut #(.LOOK_UPS(LOOK_UPS)) tables (
    .cfg(ew),
    .in_valid(y_valid), .in_ready(y_ready), .in_last(y_last), .in_data(y_data),
    .valid(lut_valid), .ready(lut_ready), .last(lut_last), .data(lut_data),
    .under(lut_flags[4]),
    .over(lut_flags[3]),
    .covered(lut_flags[2]),
    .le_hit(lut_flags[1]),
    .lo_hit(lut_flags[0]),
    .*
  );

  nvdla_sdp_lut_counts #(.KINDS(LUT_KINDS)) table_counts (
    .enable(count_look_ups), .take(lut_valid && lut_ready), .flags(lut_flags), .counts(lut_counts), .*
  );

  nvdla_sdp_convert convert (
    .offset(layer.d_cvt_offset),
    .scale(layer.d_cvt_scale),
    .shift(layer.d_cvt_shift),
    .in_valid(lut_valid), .in_ready(lut_ready), .in_last(lut_last), .in_data(lut_data),
    .valid(codes_valid),
    .ready(codes_ready),
    .last(codes_last),
    .*
  );

  nvdla_sdp_counts counts (
    .count_saturated(layer.d_perf_enable.perf_sat_en), .take(codes_valid && codes_ready), .*
  );

  nvdla_pack pack (
    .in_valid(codes_valid && to_memory),
    .in_ready(pack_ready),
    .in_last(1'b0),
    .in_atoms(codes),
    .word_end(),
    .valid(out_valid),
    .ready(out_ready),
    .data(write_data),
    .*
  );

  nvdla_sdp_fly fly (
    .active(running && !to_memory),
    .in_valid(codes_valid),
    .in_ready(fly_ready),
    .in_last(codes_last),
    .finished(flown),
    .*
  );

  nvdla_dma_write store (
    .request_valid(running && to_memory),
    .request_ready(stored),
    .request(destination),
    .active(),
    .ends(),
    .valid(out_valid),
    .ready(out_ready),
    .done(write_done_of),
    .stall_enable(layer.d_perf_enable.perf_dma_en),
    .stalls(write_stalls),
    .line_valid(write_req_valid),
    .line_ready(write_req_ready),
    .line_address(write_req_address),
    .line_size(write_req_size),
    .line_notify(write_req_notify),
    .data_valid(write_data_valid),
    .data_ready(write_data_ready),
    .line_done(write_done),
    .*
  );

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("sdp_write"), .WIDTH(BEAT_BITS)) write_tap (
      .valid(out_valid), .ready(out_ready), .payload(write_data), .group(consumer), .*
    );
    link_tap #(.NAME("cacc_sdp_taken"), .WIDTH($bits(cacc_sdp_t))) results_tap (
      .valid(cacc_sdp_valid), .ready(cacc_sdp_ready), .payload(cacc_sdp), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("rdma_sdp_taken"), .WIDTH($bits(rdma_sdp_t))) input_tap (
      .valid(rdma_sdp_valid), .ready(rdma_sdp_ready), .payload(rdma_sdp), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("rdma_operand_x1_taken"), .WIDTH($bits(rdma_operand_t))) x1_tap (
      .valid(rdma_operand_x1_valid), .ready(rdma_operand_x1_ready), .payload(rdma_operand_x1), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("rdma_operand_x2_taken"), .WIDTH($bits(rdma_operand_t))) x2_tap (
      .valid(rdma_operand_x2_valid), .ready(rdma_operand_x2_ready), .payload(rdma_operand_x2), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("rdma_operand_y_taken"), .WIDTH($bits(rdma_operand_t))) y_tap (
      .valid(rdma_operand_y_valid), .ready(rdma_operand_y_ready), .payload(rdma_operand_y), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("sdp_pdp_given"), .WIDTH($bits(sdp_pdp_t))) atoms_tap (
      .valid(sdp_pdp_valid), .ready(sdp_pdp_ready), .payload(sdp_pdp), .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule
