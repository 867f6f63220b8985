// What the registers of a layer mean for its input data.
module nvdla_cdma_data_plan
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_elements_pkg::*;
  import nvdla_cdma_job_pkg::*;
  import nvdla_cdma_image_pkg::*;
  import nvdla_cdma_winograd_pkg::*;
(
  input  layer_t                      layer,
  output data_job_t                   job,
  output slices_t                     slices,
  output kind_t                       kind,
  output image_job_t                  image,
  output winograd_job_t               winograd,
  output change_t                     change,
  output logic                        fp16
);
  localparam int BLOCK_SHIFT = PIXEL_BITS;
  localparam int BANK_SHIFT = $clog2(CBUF_BANK_ENTRIES);

  wire wide = PRECISION_16_BITS != 0 && layer.d_misc_cfg.in_precision != D_MISC_CFG_IN_PRECISION_INT8;
  wire [SIZE_FIELD_BITS-1:0] channels = layer.d_datain_size_1.datain_channel;
  wire [SIZE_FIELD_BITS-1:0] atoms = wide ? channels >> (ATOM_LSB - 1) : channels >> ATOM_LSB;

  // The atoms of a single pixel that lie one behind the other are like the pixels of a line of one surface
  wire one_run =
    layer.d_datain_size_0 == '0 && layer.d_dain_map.surf_packed == D_DAIN_MAP_SURF_PACKED_TRUE;
  logic [SIZE_FIELD_BITS-1:0] image_atom;
  wire is_winograd = kind == KIND_WINOGRAD;
  wire features = kind == KIND_FEATURES;
  wire [SIZE_FIELD_BITS-1:0] pixels = !features ? image_atom : one_run ? atoms : layer.d_datain_size_0.datain_width;
  wire [SIZE_FIELD_BITS-1:0] surfaces = !features || one_run ? '0 : atoms;
  wire [BATCH_BITS-1:0] batches = FEATURE_BATCH != 0 && features ? {layer.d_batch_number.batches} : '0;

  assign kind = kind_of(layer.d_misc_cfg.conv_mode, layer.d_datain_format.datain_format);

  nvdla_cdma_image_plan image_plan (
    .layer,
    .image,
    .last_atom(image_atom)
  );

  nvdla_cdma_winograd_plan winograd_plan (
    .enable(is_winograd),
    .surfaces(atoms),
    .*
  );

  assign job.blocks = pixels >> BLOCK_SHIFT;
  assign job.last_pixels = PIXEL_BITS'(pixels);
  assign job.groups = surfaces >> ATOMS_SHIFT;
  assign job.last_surfaces = SURFACE_BITS'(surfaces & SIZE_FIELD_BITS'(ENTRY_ATOMS - 1));
  assign slices.height = is_winograd ? layer.d_datain_size_ext_0.datain_height_ext : layer.d_datain_size_0.datain_height;
  assign slices.grains = is_winograd ? GRAIN_BITS'(TILE - 1) :
    features && layer.d_dain_map.line_packed == D_DAIN_MAP_LINE_PACKED_TRUE ? GRAIN_BITS'(layer.d_fetch_grain) : '0;
  assign slices.batches = batches;
  assign slices.base = ADDRESS_BITS'({layer.d_dain_addr_high_0, layer.d_dain_addr_low_0});
  assign slices.stride = ADDRESS_BITS'(layer.d_line_stride);
  assign slices.base_1 = ADDRESS_BITS'({layer.d_dain_addr_high_1, layer.d_dain_addr_low_1});
  assign slices.stride_1 = ADDRESS_BITS'(layer.d_line_uv_stride);
  assign slices.batch_stride = ADDRESS_BITS'(layer.d_batch_stride);
  assign slices.entries =
    (ENTRY_COUNT_BITS'({layer.d_entry_per_slice.entries}) + 1'b1) * (ENTRY_COUNT_BITS'(batches) + 1'b1);
  assign job.capacity = (ENTRY_COUNT_BITS'({layer.d_bank.data_bank}) + 1'b1) << BANK_SHIFT;

  assign fp16 = PRECISION_FP16 != 0 && layer.d_misc_cfg.in_precision == D_MISC_CFG_IN_PRECISION_FP16;
  assign change.flush = fp16 && layer.d_nan_flush_to_zero.nan_to_zero == D_NAN_FLUSH_TO_ZERO_NAN_TO_ZERO_ENABLE;
  assign change.convert = !fp16 && layer.d_cvt_cfg.cvt_en == D_CVT_CFG_CVT_EN_ENABLE;
  assign change.wide = wide;
  assign change.to_wide = PRECISION_16_BITS != 0 && layer.d_misc_cfg.proc_precision != D_MISC_CFG_PROC_PRECISION_INT8;
  assign change.to_fp16 = PRECISION_FP16 != 0 && layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_FP16;
  assign change.offset = layer.d_cvt_offset.cvt_offset;
  assign change.scale = layer.d_cvt_scale.cvt_scale;
  assign change.truncate = layer.d_cvt_cfg.cvt_truncate;
endmodule
