// Plan: what the registers of a layer mean: for the buffer, and for the DMA on either side.
module nvdla_rbk_plan
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_atom_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_rbk_pkg::*;
  import nvdla_rbk_job_pkg::*;
(
  input  layer_t       layer,
  input  logic         group,
  output job_t         job,
  output dma_request_t source,
  output dma_request_t destination
);
  localparam int SHIFT_BITS = $clog2(SLOT_BITS + 1);

  wire split = layer.d_misc_cfg.rubik_mode == D_MISC_CFG_RUBIK_MODE_SPLIT;
  wire merge = layer.d_misc_cfg.rubik_mode == D_MISC_CFG_RUBIK_MODE_MERGE;
  wire contract = !split && !merge;
  wire wide = layer.d_misc_cfg.in_precision != D_MISC_CFG_IN_PRECISION_INT8;
  wire [CUBE_SIZE_BITS-1:0] width = layer.d_datain_size_0.datain_width;
  wire [CUBE_SIZE_BITS-1:0] height = layer.d_datain_size_0.datain_height;
  wire [CUBE_SIZE_BITS-1:0] channels =
    merge ? layer.d_datain_size_1.datain_channel : layer.d_dataout_size_1.dataout_channel;
  wire [FACTOR_BITS-1:0] columns = contract ? layer.d_deconv_stride.deconv_x_stride : '0;
  wire [FACTOR_BITS-1:0] rows = contract ? layer.d_deconv_stride.deconv_y_stride : '0;

  // Powers of two: the elements of an atom, and the pixels of a full block
  wire [SHIFT_BITS-1:0]   element_shift = SHIFT_BITS'(CHANNEL_BITS) - SHIFT_BITS'(wide);
  wire [SHIFT_BITS-1:0]   pixel_shift =
    contract ? SHIFT_BITS'(SLOT_BITS) - bits_of(columns) : SHIFT_BITS'(BEAT_LSB) - SHIFT_BITS'(wide);
  wire [SLOT_BITS-1:0]    full_pixels = ~({SLOT_BITS{1'b1}} << pixel_shift);
  wire [SLOT_BITS-1:0]    last_pixels = width[SLOT_BITS-1:0] & full_pixels;
  wire [CHANNEL_BITS-1:0] full_channels = ~({CHANNEL_BITS{1'b1}} << element_shift);
  wire [CHANNEL_BITS-1:0] last_channels = channels[CHANNEL_BITS-1:0] & full_channels;
  wire [ADDRESS_BITS-1:0] block_bytes = ADDRESS_BITS'(ATOM_BYTES) << pixel_shift;  // of a feature cube

  // The nest, but for its pieces
  wire [COUNT_BITS-1:0]   surfaces = COUNT_BITS'(channels >> element_shift);
  wire [COUNT_BITS-1:0]   lines = COUNT_BITS'(height);
  wire [COUNT_BITS-1:0]   blocks = COUNT_BITS'(width >> pixel_shift);

  // Strides that depend on the mode
  wire [ADDRESS_BITS-1:0] in_planar = ADDRESS_BITS'(layer.d_dain_planar_stride);
  wire [ADDRESS_BITS-1:0] out_planar = ADDRESS_BITS'(layer.d_daout_planar_stride);
  wire [ADDRESS_BITS-1:0] in_surface = ADDRESS_BITS'(layer.d_dain_surf_stride);
  wire [ADDRESS_BITS-1:0] out_surface = ADDRESS_BITS'(layer.d_daout_surf_stride);
  wire [ADDRESS_BITS-1:0] out_line = ADDRESS_BITS'(layer.d_daout_line_stride);
  wire [ADDRESS_BITS-1:0] column_stride = ADDRESS_BITS'(layer.d_contract_stride_0);
  wire [ADDRESS_BITS-1:0] plane_block = ADDRESS_BITS'(BEAT_BYTES);

  assign job.split = split;
  assign job.merge = merge;
  assign job.wide = wide;
  assign job.columns = columns;
  assign job.full_pixels = full_pixels;
  assign job.last_pixels = last_pixels;
  assign job.full_channels = full_channels;
  assign job.last_channels = last_channels;

  // The pieces of a block: a plane each (MERGE), a column each (CONTRACT), or one (SPLIT)
  assign source.ram = ram_of(layer.d_dain_ram_type.datain_ram_type);
  assign source.group = group;
  assign source.notify = 1'b0;
  assign source.base = ADDRESS_BITS'({layer.d_dain_addr_high, layer.d_dain_addr_low});
  assign source.size = merge ? atoms_of_plane(full_pixels, element_shift) : SIZE_BITS'(full_pixels);
  assign source.last_size = merge ? atoms_of_plane(last_pixels, element_shift) : SIZE_BITS'(last_pixels);
  assign source.last_repeat = merge ? COUNT_BITS'(last_channels) : COUNT_BITS'(columns);
  assign source.repeats = {
    surfaces, lines, COUNT_BITS'(rows), blocks, merge ? COUNT_BITS'(full_channels) : COUNT_BITS'(columns)};
  assign source.strides = {
    merge ? in_planar << element_shift : in_surface,
    ADDRESS_BITS'(layer.d_dain_line_stride),
    times(column_stride, columns),
    merge ? plane_block : block_bytes,
    merge ? in_planar : column_stride};

  // A plane each (SPLIT), or one
  assign destination.ram = ram_of(layer.d_daout_ram_type.dataout_ram_type);
  assign destination.group = group;
  assign destination.notify = 1'b1;
  assign destination.base = ADDRESS_BITS'({layer.d_daout_addr_high, layer.d_daout_addr_low});
  assign destination.size = split ? atoms_of_plane(full_pixels, element_shift) : atoms_of_cube(full_pixels, columns);
  assign destination.last_size = split ? atoms_of_plane(last_pixels, element_shift) : atoms_of_cube(last_pixels, columns);
  assign destination.last_repeat = split ? COUNT_BITS'(last_channels) : '0;
  assign destination.repeats = {
    surfaces, lines, COUNT_BITS'(rows), blocks, split ? COUNT_BITS'(full_channels) : COUNT_BITS'(0)};
  assign destination.strides = {
    split ? out_planar << element_shift : out_surface,
    contract ? ADDRESS_BITS'(layer.d_contract_stride_1) : out_line,
    out_line,
    split ? plane_block : times(block_bytes, columns),
    out_planar};

  function automatic logic [SIZE_BITS-1:0] atoms_of_plane(
    input logic [SLOT_BITS-1:0] pixels, input logic [SHIFT_BITS-1:0] shift
  );
    atoms_of_plane = SIZE_BITS'(pixels) >> shift;
  endfunction

  function automatic logic [SIZE_BITS-1:0] atoms_of_cube(
    input logic [SLOT_BITS-1:0] pixels, input logic [FACTOR_BITS-1:0] less_one
  );
    atoms_of_cube = (SIZE_BITS'(pixels) + 1'b1) * (SIZE_BITS'(less_one) + 1'b1) - 1'b1;
  endfunction

  function automatic logic [ADDRESS_BITS-1:0] times(
    input logic [ADDRESS_BITS-1:0] stride, input logic [FACTOR_BITS-1:0] less_one
  );
    times = stride * (ADDRESS_BITS'(less_one) + 1'b1);
  endfunction

  // The bits that a number takes: 0 for 0.
  function automatic logic [SHIFT_BITS-1:0] bits_of(input logic [FACTOR_BITS-1:0] number);
    int i;
    bits_of = '0;
    for (i = 0; i < FACTOR_BITS; i++) if (number[i]) bits_of = SHIFT_BITS'(i + 1);
  endfunction
endmodule
