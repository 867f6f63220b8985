// Plan: what the registers of a layer mean for the input that is read from memory: lines of a surface; a cube of one pixel
// is packed and is one line, whatever its strides say. INT16 for processing as INT8 is read by two neighbouring
// surfaces at once, a word of each in turn, so that the elements of an atom of INT8 come together.
module nvdla_sdp_rdma_plan
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_sdp_rdma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_atom_pkg::*;
(
  input  layer_t                layer,
  input  logic                  group,
  output logic                  twin,
  // a line's atoms, a surface's lines and the surfaces, or twin surfaces, less one
  output logic [SIZE_BITS-1:0]  run,
  output logic [COUNT_BITS-1:0] lines,
  output logic [COUNT_BITS-1:0] surfaces,
  output dma_request_t          source
);
  // Icarus 11 widens no member of a member: sizes are whole registers, as they have one field
  d_feature_mode_cfg_reg_t mode;
  assign mode = layer.d_feature_mode_cfg;
  wire in_int8 = PRECISION_16_BITS == 0 || mode.in_precision == D_FEATURE_MODE_CFG_IN_PRECISION_INT8;
  wire by_int8 = PRECISION_16_BITS == 0 || mode.proc_precision == D_FEATURE_MODE_CFG_PROC_PRECISION_INT8;
  wire [SIZE_BITS-1:0]    width = SIZE_BITS'(layer.d_data_cube_width);
  wire [COUNT_BITS-1:0]   height = COUNT_BITS'(layer.d_data_cube_height);
  wire [COUNT_BITS-1:0]   all_surfaces =
    COUNT_BITS'(last_surface_of(CUBE_SIZE_BITS'(layer.d_data_cube_channel), in_int8 || twin));
  wire [ADDRESS_BITS-1:0] line_stride = ADDRESS_BITS'(layer.d_src_line_stride);
  wire [SIZE_BITS-1:0]    word_size = SIZE_BITS'(BEAT_ATOMS - 1);
  wire                    point = width == '0 && height == '0;
  wire [ADDRESS_BITS-1:0] surface_stride =
    point ? ADDRESS_BITS'(ATOM_BYTES) : ADDRESS_BITS'(layer.d_src_surface_stride);

  logic [LEVELS-1:0][COUNT_BITS-1:0]   repeats;
  logic [LEVELS-1:0][ADDRESS_BITS-1:0] strides;

  assign twin = PRECISION_INT16 != 0 && by_int8 && mode.in_precision == D_FEATURE_MODE_CFG_IN_PRECISION_INT16;
  assign run = point && !twin ? SIZE_BITS'(all_surfaces) : width;
  assign lines = height;
  assign surfaces = point && !twin ? '0 : all_surfaces;

  assign source.ram = ram_of(layer.d_src_dma_cfg.src_ram_type);
  assign source.group = group;
  assign source.notify = 1'b0;
  assign source.base = ADDRESS_BITS'({layer.d_src_base_addr_high, layer.d_src_base_addr_low});
  assign source.size = twin && run > word_size ? word_size : run;
  assign source.last_size = twin ? run & word_size : run;
  assign source.last_repeat = COUNT_BITS'(twin);
  assign source.repeats = repeats;
  assign source.strides = strides;

  always @* begin
    repeats = {COUNT_BITS'(0), surfaces, lines, twin ? COUNT_BITS'(run >> OFFSET_SHIFT) : COUNT_BITS'(0), COUNT_BITS'(twin)};
    strides = {
      ADDRESS_BITS'(0), surface_stride << twin, line_stride, ADDRESS_BITS'(BEAT_BYTES), surface_stride};
  end
endmodule
