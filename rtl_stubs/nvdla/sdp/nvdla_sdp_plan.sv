// Plan: what the registers of a layer mean for the write DMA and for the packing before it. What is written at once, a
// run of atoms, is a line; with Winograd the two atoms of a tile that are neighbours in a line, as the convolution gives
// tiles of two lines; with several batches an atom, as it gives the batches of a pixel.
module nvdla_sdp_plan
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_sdp_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_atom_pkg::*;
(
  input  layer_t                layer,
  input  logic                  group,
  output logic                  narrow,  // codes of 8 bits
  output logic                  twin,    // INT8 becomes 16 bits wide: each atom is two, of neighbouring surfaces
  output logic [SIZE_BITS-1:0]  run,     // its atoms, less one
  output dma_request_t          destination
);
  wire int8 = PRECISION_16_BITS == 0 || layer.d_data_format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_INT8;
  // Icarus 11 widens no member of a member: sizes are whole registers, as they have one field
  d_feature_mode_cfg_reg_t mode;
  assign mode = layer.d_feature_mode_cfg;
  wire tiles = FEATURE_WINOGRAD != 0 && mode.winograd == D_FEATURE_MODE_CFG_WINOGRAD_ON;
  wire [COUNT_BITS-1:0]   batches = FEATURE_BATCH != 0 ? COUNT_BITS'(mode.batch_number) : '0;
  wire                    several = batches != '0;
  wire [SIZE_BITS-1:0]    width = SIZE_BITS'(layer.d_data_cube_width);
  wire [COUNT_BITS-1:0]   height = COUNT_BITS'(layer.d_data_cube_height);
  wire [COUNT_BITS-1:0]   surfaces = COUNT_BITS'(last_surface_of(CUBE_SIZE_BITS'(layer.d_data_cube_channel), int8));
  wire [ADDRESS_BITS-1:0] line_stride = ADDRESS_BITS'(layer.d_dst_line_stride);
  wire [ADDRESS_BITS-1:0] batch_stride = ADDRESS_BITS'(layer.d_dst_batch_stride);
  // A cube of one pixel is packed, whatever the stride says
  wire [ADDRESS_BITS-1:0] surface_stride =
    width == '0 && height == '0 && !several ? ADDRESS_BITS'(ATOM_BYTES) : ADDRESS_BITS'(layer.d_dst_surface_stride);
  wire [SIZE_BITS-1:0]    word_size = SIZE_BITS'(BEAT_ATOMS - 1);

  logic [LEVELS-1:0][COUNT_BITS-1:0]   repeats;
  logic [LEVELS-1:0][ADDRESS_BITS-1:0] strides;

  assign narrow = PRECISION_16_BITS == 0 || layer.d_data_format.out_precision == D_DATA_FORMAT_OUT_PRECISION_INT8;
  assign twin = int8 && !narrow;
  assign run = several ? '0 : tiles ? SIZE_BITS'(1) : width;

  // A run at once, or with two surfaces side by side a word of each; a tile's run is in a word where there are such.
  assign destination.ram = ram_of(layer.d_dst_dma_cfg.dst_ram_type);
  assign destination.group = group;
  assign destination.notify = 1'b1;
  assign destination.base = ADDRESS_BITS'({layer.d_dst_base_addr_high, layer.d_dst_base_addr_low});
  assign destination.size = twin && run > word_size ? word_size : run;
  assign destination.last_size = twin ? run & word_size : run;
  assign destination.last_repeat = COUNT_BITS'(twin);
  assign destination.repeats = repeats;
  assign destination.strides = strides;

  always @*
    if (several) begin
      repeats = {surfaces, height, COUNT_BITS'(width), batches, COUNT_BITS'(twin)};
      strides = {
        surface_stride << twin, line_stride, ADDRESS_BITS'(ATOM_BYTES), batch_stride, surface_stride};
    end else if (tiles) begin
      repeats = {surfaces, height >> 1, COUNT_BITS'(width >> 1), COUNT_BITS'(1), COUNT_BITS'(twin)};
      strides = {
        surface_stride << twin, line_stride << 1, ADDRESS_BITS'(2 * ATOM_BYTES), line_stride, surface_stride};
    end else begin
      repeats = {
        COUNT_BITS'(0), surfaces, height, twin ? COUNT_BITS'(width >> OFFSET_SHIFT) : COUNT_BITS'(0), COUNT_BITS'(twin)};
      strides = {
        ADDRESS_BITS'(0), surface_stride << twin, line_stride, ADDRESS_BITS'(BEAT_BYTES), surface_stride};
    end
endmodule
