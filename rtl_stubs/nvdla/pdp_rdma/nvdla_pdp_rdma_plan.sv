// Plan: what the registers of a layer mean for the read DMA: the lines of a part of the split width, surface by surface.
// Parts overlap where windows do, and leave columns out where strides are longer than windows.
module nvdla_pdp_rdma_plan
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_pdp_rdma_pkg::*;
  import nvdla_pdp_part_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_atom_pkg::*;
(
  input  layer_t                 layer,
  input  logic                   group,
  input  logic [PART_BITS-1:0]   part,
  input  logic [COLUMN_BITS-1:0] origin,      // the column with which the part begins
  output logic [COUNT_BITS-1:0]  lines,       // of a surface, less one
  output logic [COUNT_BITS-1:0]  surfaces,    // less one
  output logic [COLUMN_BITS-1:0] overlap,
  output logic [COLUMN_BITS-1:0] next_origin, // the column with which the next part begins
  output dma_request_t           source
);
  d_operation_mode_cfg_reg_t mode;
  d_pooling_kernel_cfg_reg_t kernel;
  assign mode = layer.d_operation_mode_cfg;
  assign kernel = layer.d_pooling_kernel_cfg;
  wire int8 = PRECISION_16_BITS == 0 || layer.d_data_format.input_data == D_DATA_FORMAT_INPUT_DATA_INT8;
  // Icarus 11 widens no member of a member: sizes are whole registers, as they have one field
  wire [COLUMN_BITS-1:0]  width = COLUMN_BITS'(layer.d_data_cube_in_width);
  wire [FIELDS_BITS-1:0]  fields = FIELDS_BITS'(layer.d_partial_width_in);
  wire [COLUMN_BITS-1:0]  columns = input_columns_of(width, fields, part, mode.split_num, overlap);

  assign lines = COUNT_BITS'(layer.d_data_cube_in_height);
  assign surfaces = COUNT_BITS'(last_surface_of(CUBE_SIZE_BITS'(layer.d_data_cube_in_channel), int8));
  assign overlap = overlap_of(kernel.kernel_width[2:0], kernel.kernel_stride_width);
  assign next_origin = origin + columns + 1'b1 - overlap;
  assign source.ram = ram_of(layer.d_src_ram_cfg.src_ram_type);
  assign source.group = group;
  assign source.notify = 1'b0;  // reads end with their last word
  assign source.base =
    ADDRESS_BITS'({layer.d_src_base_addr_high, layer.d_src_base_addr_low}) + (ADDRESS_BITS'(origin) << ATOM_LSB);
  assign source.size = SIZE_BITS'(columns);
  assign source.last_size = SIZE_BITS'(columns);
  assign source.last_repeat = lines;
  assign source.repeats = {COUNT_BITS'(0), COUNT_BITS'(0), COUNT_BITS'(0), surfaces, lines};
  assign source.strides = {
    ADDRESS_BITS'(0), ADDRESS_BITS'(0), ADDRESS_BITS'(0), ADDRESS_BITS'(layer.d_src_surface_stride),
    ADDRESS_BITS'(layer.d_src_line_stride)};
endmodule
