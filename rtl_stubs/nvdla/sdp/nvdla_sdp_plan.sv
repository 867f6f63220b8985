// Plan: what the registers of a layer mean for the write DMA and for the packing before it.
module nvdla_sdp_plan
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_sdp_pkg::*;
(
  input  layer_t       layer,
  input  logic         group,
  output logic         narrow,  // codes of 8 bits
  output logic         twin,    // INT8 becomes 16 bits wide: each atom is two, of neighbouring surfaces
  output dma_request_t destination
);
  localparam int CHANNEL_BITS = $clog2(ATOM_BYTES);

  wire int8 = layer.d_data_format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_INT8;
  // Sizes are whole registers: they have one field, and Icarus 11 widens no member of a member
  wire [SIZE_BITS-1:0]    width = SIZE_BITS'(layer.d_data_cube_width);
  wire [COUNT_BITS-1:0]   height = COUNT_BITS'(layer.d_data_cube_height);
  wire [COUNT_BITS-1:0]   channel = COUNT_BITS'(layer.d_data_cube_channel);
  wire [ADDRESS_BITS-1:0] line_stride = ADDRESS_BITS'(layer.d_dst_line_stride);
  // A cube of one pixel is packed, whatever the stride says
  wire [ADDRESS_BITS-1:0] surface_stride =
    width == '0 && height == '0 ? ADDRESS_BITS'(ATOM_BYTES) : ADDRESS_BITS'(layer.d_dst_surface_stride);
  wire [SIZE_BITS-1:0]    word_size = SIZE_BITS'(BEAT_ATOMS - 1);

  assign narrow = layer.d_data_format.out_precision == D_DATA_FORMAT_OUT_PRECISION_INT8;
  assign twin = int8 && !narrow;

  // A line at once, or with two surfaces side by side a word of each
  assign destination.ram = ram_of(layer.d_dst_dma_cfg.dst_ram_type);
  assign destination.group = group;
  assign destination.notify = 1'b1;
  assign destination.base = ADDRESS_BITS'({layer.d_dst_base_addr_high, layer.d_dst_base_addr_low});
  assign destination.size = twin ? word_size : width;
  assign destination.last_size = twin ? width & word_size : width;
  assign destination.last_repeat = COUNT_BITS'(twin);
  assign destination.repeats = {
    COUNT_BITS'(0),
    channel >> (int8 ? CHANNEL_BITS : CHANNEL_BITS - 1),
    height,
    twin ? COUNT_BITS'(width >> OFFSET_SHIFT) : COUNT_BITS'(0),
    COUNT_BITS'(twin)};
  assign destination.strides = {
    ADDRESS_BITS'(0),
    surface_stride << twin,
    line_stride,
    ADDRESS_BITS'(BEAT_BYTES),
    surface_stride};
endmodule
