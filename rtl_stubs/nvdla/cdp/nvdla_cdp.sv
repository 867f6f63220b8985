// CDP: the cross-channel (LRN) processor. Each element of what CDP_RDMA reads is multiplied by what look-up tables give for
// the sum of squares of its neighbours in channel direction.
module nvdla_cdp
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdp_pkg::*;
  import nvdla_cdp_path_pkg::*;
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
  // CDP_RDMA
  input  logic                                rdma_cube_valid,
  output logic                                rdma_cube_ready,
  input  rdma_cube_t                          rdma_cube,
  input  logic                                rdma_atom_valid,
  output logic                                rdma_atom_ready,
  input  rdma_atom_t                          rdma_atom,
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
  localparam logic [SIZE_BITS-1:0] BLOCK = SIZE_BITS'(CDP_BLOCK_ATOMS - 1);

  settings_t settings;
  written_t  written;
  was_read_t was_read;
  status_t   status;
  layer_t    layer;
  result_t   result;
  rdma_cube_t cube;
  dma_request_t destination;
  logic running, consumer, layer_done;
  logic active;  // the cube is known
  logic in_valid, in_ready, in_last_column, in_first_surface, in_last;
  logic sum_valid, sum_ready, sum_last_column, lut_valid, lut_ready, lut_last_column;
  logic codes_valid, codes_ready, codes_last_column, word_end, out_valid, out_ready;
  logic [COLUMN_BITS-1:0] in_column;
  logic [VALUES_BITS-1:0] in_values, sum_values, lut_values, lut_factors;
  logic [WINDOW_SUMS_BITS-1:0]   sums;
  logic [ATOM_BITS-1:0]   codes;
  logic [LANES-1:0]       flags, nan;
  logic [LOOK_UP_KINDS-1:0][LANES-1:0] kinds;
  logic [LOOK_UP_KINDS-1:0][31:0] look_ups;
  logic [31:0] saturations, nan_before;
  logic [1:0][STALL_BITS-1:0] write_stalls;
  wire [1:0] stall_clear = layer_done ? 2'b01 << consumer : 2'b00;
  wire int8 = PRECISION_16_BITS == 0 || layer.d_data_format.input_data_type == D_DATA_FORMAT_INPUT_DATA_TYPE_INT8;
  wire floating = PRECISION_FP16 != 0 && layer.d_data_format.input_data_type == D_DATA_FORMAT_INPUT_DATA_TYPE_FP16;
  wire flush = floating && layer.d_nan_flush_to_zero.nan_to_zero == D_NAN_FLUSH_TO_ZERO_NAN_TO_ZERO_ENABLE;
  wire sum_bypass = layer.d_func_bypass.sqsum_bypass == D_FUNC_BYPASS_SQSUM_BYPASS_ENABLE;
  wire mul_bypass = layer.d_func_bypass.mul_bypass == D_FUNC_BYPASS_MUL_BYPASS_ENABLE;
  wire told = rdma_cube_valid && rdma_cube_ready;
  wire changing = told || layer_done;

  assign awake = req_valid || written != '0 || was_read != '0 || running || owes;
  assign rdma_cube_ready = running && !active;
  assign destination = cube_request(
    cube, int8, ram_of(layer.d_dst_dma_cfg.dst_ram_type), consumer,
    ADDRESS_BITS'({layer.d_dst_base_addr_high, layer.d_dst_base_addr_low}),
    ADDRESS_BITS'(layer.d_dst_line_stride), ADDRESS_BITS'(layer.d_dst_surface_stride));
  assign result.d_dst_compression_en = '0;
  assign result.d_nan_input_num = '0;  // the part counts them, and loses the count
  assign result.d_inf_input_num = '0;
  assign result.d_nan_output_num = nan_before;
  assign result.d_out_saturation = saturations;
  assign result.d_perf_write_stall = write_stalls[consumer];
  assign {result.d_perf_lut_uflow, result.d_perf_lut_oflow, result.d_perf_lut_hybrid, result.d_perf_lut_le_hit,
    result.d_perf_lut_lo_hit} = look_ups;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      active <= 1'b0;
      cube <= '0;
    end else if (changing) begin
      active <= told;
      if (told) cube <= rdma_cube;
    end

  nvdla_cdp_regs regs (.*);

  nvdla_cdp_input source (
    .offset(layer.d_datin_offset.datin_offset),
    .scale(layer.d_datin_scale.datin_scale),
    .shift(layer.d_datin_shifter.datin_shifter),
    .valid(in_valid),
    .ready(in_ready),
    .column(in_column),
    .last_column(in_last_column),
    .first_surface(in_first_surface),
    .last(in_last),
    .values(in_values),
    .*
  );

  nvdla_cdp_window window (
    .bypass(sum_bypass),
    .length(layer.d_lrn_cfg.normalz_len),
    .valid(sum_valid),
    .ready(sum_ready),
    .last_column(sum_last_column),
    .values(sum_values),
    .*
  );

  nvdla_cdp_lut tables (
    .in_valid(sum_valid),
    .in_ready(sum_ready),
    .in_last_column(sum_last_column),
    .in_values(sum_values),
    .in_sums(sums),
    .valid(lut_valid),
    .ready(lut_ready),
    .last_column(lut_last_column),
    .values(lut_values),
    .factors(lut_factors),
    .under(kinds[4]),
    .over(kinds[3]),
    .hybrid(kinds[2]),
    .le_hit(kinds[1]),
    .lo_hit(kinds[0]),
    .*
  );

  nvdla_cdp_convert convert (
    .bypass(mul_bypass),
    .offset(layer.d_datout_offset.datout_offset),
    .scale(layer.d_datout_scale.datout_scale),
    .shift(layer.d_datout_shifter.datout_shifter),
    .in_valid(lut_valid),
    .in_ready(lut_ready),
    .in_last_column(lut_last_column),
    .in_values(lut_values),
    .in_factors(lut_factors),
    .valid(codes_valid),
    .ready(codes_ready),
    .last_column(codes_last_column),
    .*
  );

  nvdla_cdp_counts counts (
    .looked_up(lut_valid && lut_ready), .converted(codes_valid && codes_ready), .*
  );

  nvdla_pack pack (
    .run(BLOCK),
    .twin(1'b0),
    .in_valid(codes_valid),
    .in_ready(codes_ready),
    .in_last(codes_last_column),
    .in_atoms((2*ATOM_BITS)'(codes)),
    .valid(out_valid),
    .ready(out_ready),
    .data(write_data),
    .*
  );

  nvdla_dma_write store (
    .request_valid(active),
    .request_ready(layer_done),
    .request(destination),
    .active(),
    .ends(),
    .valid(out_valid),
    .ready(out_ready),
    .stall_enable(layer.d_perf_enable.dma_en),
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
    link_tap #(.NAME("cdp_write"), .WIDTH(BEAT_BITS)) write_tap (
      .valid(out_valid), .ready(out_ready), .payload(write_data), .group(consumer), .*
    );
    link_tap #(.NAME("rdma_cdp_cube_taken"), .WIDTH($bits(rdma_cube_t))) cube_tap (
      .valid(rdma_cube_valid), .ready(rdma_cube_ready), .payload(rdma_cube), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME("rdma_cdp_taken"), .WIDTH($bits(rdma_atom_t))) atoms_tap (
      .valid(rdma_atom_valid), .ready(rdma_atom_ready), .payload(rdma_atom), .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule
