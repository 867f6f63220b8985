// Plan: what the registers of a layer mean for the data path.
module nvdla_rbk_plan
  import nvdla_memory_pkg::*;
  import nvdla_rbk_pkg::*;
  import nvdla_rbk_job_pkg::*;
(
  input  layer_t layer,
  output job_t   job,
  output side_t  source,
  output side_t  destination
);
  localparam int SHIFT_BITS = $clog2(SLOT_BITS + 1);

  wire split = layer.d_misc_cfg.rubik_mode == D_MISC_CFG_RUBIK_MODE_SPLIT;
  wire merge = layer.d_misc_cfg.rubik_mode == D_MISC_CFG_RUBIK_MODE_MERGE;
  wire contract = !split && !merge;
  wire wide = layer.d_misc_cfg.in_precision != D_MISC_CFG_IN_PRECISION_INT8;
  wire [COUNT_BITS-1:0]  width = layer.d_datain_size_0.datain_width;
  wire [COUNT_BITS-1:0]  channels =
    merge ? layer.d_datain_size_1.datain_channel : layer.d_dataout_size_1.dataout_channel;
  wire [FACTOR_BITS-1:0] columns = contract ? layer.d_deconv_stride.deconv_x_stride : '0;
  wire [FACTOR_BITS-1:0] rows = contract ? layer.d_deconv_stride.deconv_y_stride : '0;

  // Powers of two: the elements of an atom, and the pixels of a full block
  wire [SHIFT_BITS-1:0]   element_shift = SHIFT_BITS'(CHANNEL_BITS) - SHIFT_BITS'(wide);
  wire [SHIFT_BITS-1:0]   pixel_shift = SHIFT_BITS'(SLOT_BITS) - (contract ? bits_of(columns) : SHIFT_BITS'(wide));
  wire [SLOT_BITS-1:0]    full_pixels = ~({SLOT_BITS{1'b1}} << pixel_shift);
  wire [CHANNEL_BITS-1:0] full_channels = ~({CHANNEL_BITS{1'b1}} << element_shift);
  wire [ADDRESS_BITS-1:0] block_bytes = ADDRESS_BITS'(ATOM_BYTES) << pixel_shift;  // of a feature cube

  assign job.split = split;
  assign job.merge = merge;
  assign job.wide = wide;
  assign job.surfaces = channels >> element_shift;
  assign job.lines = layer.d_datain_size_0.datain_height;
  assign job.rows = rows;
  assign job.columns = columns;
  assign job.blocks = width >> pixel_shift;
  assign job.full_pixels = full_pixels;
  assign job.last_pixels = width[SLOT_BITS-1:0] & full_pixels;
  assign job.full_channels = full_channels;
  assign job.last_channels = channels[CHANNEL_BITS-1:0] & full_channels;

  assign source.planar = merge;
  assign source.pieces = columns;
  assign source.atoms_of_pixel = '0;
  assign source.base = {layer.d_dain_addr_high, layer.d_dain_addr_low};
  assign source.piece_stride =
    merge ? ADDRESS_BITS'(layer.d_dain_planar_stride) : ADDRESS_BITS'(layer.d_contract_stride_0);
  assign source.block_stride = merge ? ADDRESS_BITS'(BEAT_BYTES) : block_bytes;
  assign source.row_stride = times(layer.d_contract_stride_0, columns);
  assign source.line_stride = ADDRESS_BITS'(layer.d_dain_line_stride);
  assign source.surface_stride =
    merge ? ADDRESS_BITS'(layer.d_dain_planar_stride) << element_shift : ADDRESS_BITS'(layer.d_dain_surf_stride);

  assign destination.planar = split;
  assign destination.pieces = '0;
  assign destination.atoms_of_pixel = columns;
  assign destination.base = {layer.d_daout_addr_high, layer.d_daout_addr_low};
  assign destination.piece_stride = ADDRESS_BITS'(layer.d_daout_planar_stride);
  assign destination.block_stride = split ? ADDRESS_BITS'(BEAT_BYTES) : times(block_bytes[STRIDE_BITS-1:0], columns);
  assign destination.row_stride = ADDRESS_BITS'(layer.d_daout_line_stride);
  assign destination.line_stride =
    contract ? ADDRESS_BITS'(layer.d_contract_stride_1) : ADDRESS_BITS'(layer.d_daout_line_stride);
  assign destination.surface_stride =
    split ? ADDRESS_BITS'(layer.d_daout_planar_stride) << element_shift : ADDRESS_BITS'(layer.d_daout_surf_stride);

  function automatic logic [ADDRESS_BITS-1:0] times(
    input logic [STRIDE_BITS-1:0] stride, input logic [FACTOR_BITS-1:0] less_one
  );
    times = ADDRESS_BITS'(stride) * (ADDRESS_BITS'(less_one) + 1'b1);
  endfunction

  // The bits that a number takes: 0 for 0.
  function automatic logic [SHIFT_BITS-1:0] bits_of(input logic [FACTOR_BITS-1:0] number);
    int i;
    bits_of = '0;
    for (i = 0; i < FACTOR_BITS; i++) if (number[i]) bits_of = SHIFT_BITS'(i + 1);
  endfunction
endmodule
