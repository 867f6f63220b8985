// Plan: what the registers of a layer mean for a part of its width: the windows, and the lines for the write DMA. Parts of
// the output stand side by side.
module nvdla_pdp_plan
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_pdp_pkg::*;
  import nvdla_pdp_part_pkg::*;
  import nvdla_pdp_pool_pkg::*;
  import nvdla_pdp_job_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_atom_pkg::*;
(
  input  layer_t                 layer,
  input  logic                   group,
  input  logic [PART_BITS-1:0]   part,
  input  logic [COLUMN_BITS-1:0] origin,     // output columns of the parts before
  output pool_kind_t             kind,
  output pool_job_t              job,
  output logic                   last_part,
  output dma_request_t           destination
);
  d_operation_mode_cfg_reg_t  mode;
  d_pooling_kernel_cfg_reg_t  kernel;
  d_pooling_padding_cfg_reg_t padding;
  d_data_format_reg_t         format;
  assign mode = layer.d_operation_mode_cfg;
  assign kernel = layer.d_pooling_kernel_cfg;
  assign padding = layer.d_pooling_padding_cfg;
  assign format = layer.d_data_format;
  wire int8 = PRECISION_16_BITS == 0 || format.input_data == D_DATA_FORMAT_INPUT_DATA_INT8;
  wire [PART_BITS-1:0] last = mode.split_num;
  // Icarus 11 widens no member of a member: sizes are whole registers, as they have one field
  wire [COLUMN_BITS-1:0]     in_width = COLUMN_BITS'(layer.d_data_cube_in_width);
  wire [COLUMN_BITS-1:0]     out_width = COLUMN_BITS'(layer.d_data_cube_out_width);
  wire [COLUMN_BITS-1:0]     overlap = overlap_of(kernel.kernel_width[2:0], kernel.kernel_stride_width);
  wire [COLUMN_BITS-1:0]     out_columns =
    columns_of(out_width, FIELDS_BITS'(layer.d_partial_width_out), part, last);
  wire [CUBE_SIZE_BITS-1:0]  surfaces = last_surface_of(CUBE_SIZE_BITS'(layer.d_data_cube_in_channel), int8);
  wire [ADDRESS_BITS-1:0]    base = ADDRESS_BITS'({layer.d_dst_base_addr_high, layer.d_dst_base_addr_low});

  assign last_part = part == last;
  assign kind.average = mode.pooling_method == D_OPERATION_MODE_CFG_POOLING_METHOD_POOLING_METHOD_AVERAGE;
  assign kind.minimum = mode.pooling_method == D_OPERATION_MODE_CFG_POOLING_METHOD_POOLING_METHOD_MIN;
  assign kind.int8 = int8;
  assign kind.fp16 = PRECISION_FP16 != 0 && format.input_data == D_DATA_FORMAT_INPUT_DATA_FP16;

  assign job.kernel_width = kernel.kernel_width[2:0];
  assign job.kernel_height = kernel.kernel_height[2:0];
  assign job.stride_x = kernel.kernel_stride_width;
  assign job.stride_y = kernel.kernel_stride_height;
  assign job.pad_left = part == '0 ? padding.pad_left : '0;
  assign job.pad_top = padding.pad_top;
  assign job.in_width = input_columns_of(in_width, FIELDS_BITS'(layer.d_partial_width_in), part, last, overlap);
  assign job.in_height = CUBE_SIZE_BITS'(layer.d_data_cube_in_height);
  assign job.surfaces = surfaces;
  assign job.out_width = out_columns;
  assign job.out_height = CUBE_SIZE_BITS'(layer.d_data_cube_out_height);
  assign job.by_width = RECIPROCAL_BITS'(layer.d_recip_kernel_width);
  assign job.by_height = RECIPROCAL_BITS'(layer.d_recip_kernel_height);
  assign job.pads = {
    PAD_BITS'(layer.d_pooling_padding_value_7_cfg), PAD_BITS'(layer.d_pooling_padding_value_6_cfg),
    PAD_BITS'(layer.d_pooling_padding_value_5_cfg), PAD_BITS'(layer.d_pooling_padding_value_4_cfg),
    PAD_BITS'(layer.d_pooling_padding_value_3_cfg), PAD_BITS'(layer.d_pooling_padding_value_2_cfg),
    PAD_BITS'(layer.d_pooling_padding_value_1_cfg)};

  assign destination.ram = ram_of(layer.d_dst_ram_cfg.dst_ram_type);
  assign destination.group = group;
  assign destination.notify = last_part;
  assign destination.base = base + (ADDRESS_BITS'(origin) << ATOM_LSB);
  assign destination.size = SIZE_BITS'(out_columns);
  assign destination.last_size = SIZE_BITS'(out_columns);
  assign destination.last_repeat = COUNT_BITS'(layer.d_data_cube_out_height);
  assign destination.repeats = {
    COUNT_BITS'(0), COUNT_BITS'(0), COUNT_BITS'(0), COUNT_BITS'(surfaces), COUNT_BITS'(layer.d_data_cube_out_height)};
  assign destination.strides = {
    ADDRESS_BITS'(0), ADDRESS_BITS'(0), ADDRESS_BITS'(0), ADDRESS_BITS'(layer.d_dst_surface_stride),
    ADDRESS_BITS'(layer.d_dst_line_stride)};
endmodule
