// Plan: what the registers of a layer mean.
module nvdla_csc_plan
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_pkg::*;
  import nvdla_csc_job_pkg::*;
(
  input  layer_t layer,
  output job_t   job
);
  localparam word_t CHANNELS = word_t'(MAC_CHANNELS);
  localparam int TILE_STEP = 2;  // pixels of the output that a tile gives, in x and y

  // An element has the bytes of a place, or one; there is no other way
  wire   narrow = CELL_KERNELS != 1 && layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_INT8;
  wire word_t element_bytes = narrow ? 1 : word_t'(CELL_KERNELS);
  wire word_t channels = word_t'(layer.d_weight_size_ext_1.weight_channel_ext) + 1;
  wire word_t last_channels = (channels - 1) % CHANNELS + 1;  // of a block
  wire   winograd = FEATURE_WINOGRAD != 0 && layer.d_misc_cfg.conv_mode == D_MISC_CFG_CONV_MODE_WINOGRAD;
  wire word_t block_channels = winograd ? word_t'(TILE_CHANNELS) : CHANNELS;
  wire word_t rows = word_t'(layer.d_weight_size_ext_0.weight_height_ext) + 1;
  wire word_t columns = word_t'(layer.d_weight_size_ext_0.weight_width_ext) + 1;
  wire word_t pixel_atoms = (channels * element_bytes + word_t'(ATOM_BYTES) - 1) / word_t'(ATOM_BYTES);
  wire word_t data_banks = word_t'(layer.d_bank.data_bank) + 1;
  wire word_t weight_banks = word_t'(layer.d_bank.weight_bank) + 1;

  wire   image = layer.d_datain_format.datain_format == D_DATAIN_FORMAT_DATAIN_FORMAT_PIXEL;
  wire   compressed = FEATURE_WEIGHT_COMPRESSION != 0
    && layer.d_weight_format.weight_format == D_WEIGHT_FORMAT_WEIGHT_FORMAT_COMPRESSED;
  wire word_t pixel_bytes = (word_t'(layer.d_datain_size_ext_1.datain_channel_ext) + 1) * element_bytes;  // of an image
  wire word_t stride_x = word_t'(layer.d_conv_stride_ext.conv_x_stride_ext) + 1;
  wire word_t batches = FEATURE_BATCH == 0 || image || winograd ? 1 : word_t'(layer.d_batch_number.batches) + 1;
  // Not more than an operation has place for
  wire [1:0] extension = layer.d_post_y_extension.y_extension;
  wire [1:0] extended = extension > 2'($clog2(MOST_ROWS)) ? 2'($clog2(MOST_ROWS)) : extension;
  wire [1:0] together = winograd ? 2'($clog2(TILE_SIDE)) : image ? extended : '0;
  // Members that others are made of: a simulator sees a structure that reads itself as a loop
  wire word_t cell_kernels = narrow ? word_t'(CELL_KERNELS) : 1;
  wire word_t row_bytes = (CHANNELS >> together) * element_bytes;
  wire word_t kernel_elements = rows * columns * channels;
  wire word_t slice_entries = word_t'(layer.d_entry_per_slice.entries) + 1;
  wire word_t data_capacity = data_banks * word_t'(CBUF_BANK_ENTRIES);

  assign job.winograd = winograd;
  assign job.image = image && !winograd;
  assign job.floats = PRECISION_FP16 != 0 && layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_FP16;
  assign job.narrow = narrow;
  assign job.width = word_t'(layer.d_datain_size_ext_0.datain_width_ext) + 1;
  assign job.height = word_t'(layer.d_datain_size_ext_0.datain_height_ext) + 1;
  assign job.pad_left = image || winograd ? '0 : position_t'(word_t'(layer.d_zero_padding.pad_left));
  assign job.pad_top = winograd ? '0 : position_t'(word_t'(layer.d_zero_padding.pad_top));
  assign job.stride_x = position_t'(winograd ? 1 : image ? stride_x * pixel_bytes : stride_x);
  assign job.stride_y = position_t'(
    winograd ? word_t'(TILE_STEP) : word_t'(layer.d_conv_stride_ext.conv_y_stride_ext) + 1);
  assign job.dilation_x = image ? 1 : position_t'(word_t'(layer.d_dilation_ext.x_dilation_ext)) + 1;
  assign job.dilation_y = image ? 1 : position_t'(word_t'(layer.d_dilation_ext.y_dilation_ext)) + 1;
  assign job.last_column = position_t'(word_t'(layer.d_dataout_size_0.dataout_width) / word_t'(winograd ? TILE_STEP : 1));
  assign job.operations = (word_t'(layer.d_atomics.atomics) + 1) / word_t'(winograd ? TILE_STEP * TILE_STEP : 1) * batches;
  assign job.kernels = word_t'(layer.d_weight_size_ext_1.weight_kernel) + 1;
  assign job.cell_kernels = cell_kernels;
  assign job.group_kernels = word_t'(MAC_CELLS) * cell_kernels;
  assign job.last_block = (channels - 1) / block_channels;
  assign job.last_row = winograd ? word_t'(TILE_SIDE - 1) : rows - 1;
  assign job.last_kernel_column = winograd ? '0 : columns - 1;
  assign job.rows_together = word_t'(1) << together;
  assign job.row_channels = CHANNELS >> together;
  assign job.row_bytes = row_bytes;
  assign job.block_bytes = winograd ? row_bytes : CHANNELS * element_bytes;
  assign job.last_block_bytes = winograd ? row_bytes : last_channels * element_bytes;
  assign job.kernel_elements = kernel_elements;
  assign job.kernel_bytes = kernel_elements * element_bytes;
  assign job.slice_entries = slice_entries;
  assign job.line_entries = slice_entries * batches;
  assign job.whole_groups = pixel_atoms / word_t'(ENTRY_ATOMS);
  assign job.pixel_shift = sharing(pixel_atoms % word_t'(ENTRY_ATOMS));
  assign job.data_capacity = data_capacity;
  assign job.weights_capacity = weight_banks * word_t'(CBUF_BANK_ENTRIES);
  assign job.weights_bank = data_capacity;
  assign job.weights_entries = entries_in(32'(layer.d_weight_bytes));
  assign job.compressed = compressed;
  assign job.masks_entries = compressed ? entries_in(32'(layer.d_wmb_bytes)) : '0;
  assign job.slices_to_release = layer.d_misc_cfg.skip_data_rls ? '0 : word_t'(layer.d_release.rls_slices) + 1;
  assign job.keep_weights = layer.d_misc_cfg.skip_weight_rls;
  assign job.reuse_data = layer.d_misc_cfg.data_reuse;
  assign job.reuse_weights = layer.d_misc_cfg.weight_reuse;
  assign job.truncate = layer.d_pra_cfg.pra_truncate;
  assign job.pad_value = layer.d_zero_padding_value.pad_value[ELEMENT_BITS-1:0];

  // The power of two of the pixels that share an entry when each has some atoms, fewer than an entry: 0 atoms take none.
  function automatic logic [BYTE_BITS-1:0] sharing(input word_t atoms);
    int i;
    sharing = '0;
    for (i = 1; i < BYTE_BITS; i++)
      if (atoms << i <= word_t'(ENTRY_ATOMS)) sharing = BYTE_BITS'(i);
  endfunction
endmodule
