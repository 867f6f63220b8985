// What the registers of a layer mean for an image.
module nvdla_cdma_image_plan
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_job_pkg::*;
  import nvdla_cdma_image_pkg::*;
(
  input  layer_t                     layer,
  output image_job_t                 image,
  output logic [SIZE_FIELD_BITS-1:0] last_atom  // of a line in the buffer
);
  localparam int OFFSET_FIELD_BITS = 5;
  localparam int LINE_BYTES_BITS = 20;

  wire [WIDTH_BITS-1:0] last_pixel = WIDTH_BITS'({layer.d_datain_size_0.datain_width});
  wire [OFFSET_FIELD_BITS-1:0] offset = layer.d_pixel_offset.pixel_x_offset;
  wire image_format_t format = format_of(layer.d_datain_format.pixel_format);
  wire [PIXEL_SIZE_BITS-1:0] size = format.size;

  // The pixels before the first one, in its atom
  wire [OFFSET_FIELD_BITS-1:0] before_0 = offset & OFFSET_FIELD_BITS'((ATOM_BYTES >> size) - 1);
  wire [OFFSET_FIELD_BITS-1:0] before_1 = offset & OFFSET_FIELD_BITS'((ATOM_BYTES / 2 >> size) - 1);
  wire [LINE_BYTES_BITS-1:0] last_byte_0 = LINE_BYTES_BITS'(last_pixel + WIDTH_BITS'(before_0)) << size;
  wire [LINE_BYTES_BITS-1:0] last_byte_1 = LINE_BYTES_BITS'(last_pixel + WIDTH_BITS'(before_1)) << 1 << size;

  wire wide = PRECISION_16_BITS != 0 && layer.d_misc_cfg.proc_precision != D_MISC_CFG_PROC_PRECISION_INT8;
  wire [WIDTH_BITS-1:0] line_pixels =
    last_pixel + 1'b1 + WIDTH_BITS'(image.left_pad) + WIDTH_BITS'(image.right_pad);
  wire [LINE_BYTES_BITS-1:0] line_bytes = LINE_BYTES_BITS'(elements_of(16'(line_pixels), format.last)) << wide;

  assign image.format = format;
  assign image.signs = layer.d_datain_format.pixel_sign_override == D_DATAIN_FORMAT_PIXEL_SIGN_OVERRIDE_SIGNED_INT;
  assign image.offsets = layer.d_mean_format.mean_format == D_MEAN_FORMAT_MEAN_FORMAT_ENABLE ?
    {layer.d_mean_global_1.mean_ax, layer.d_mean_global_1.mean_bv,
     layer.d_mean_global_0.mean_gu, layer.d_mean_global_0.mean_ry} : {4{layer.d_cvt_offset.cvt_offset}};
  assign image.pad_value = layer.d_zero_padding_value.pad_value;
  assign image.left_pad = PAD_BITS'({layer.d_zero_padding.pad_left});
  assign image.width = last_pixel + 1'b1;
  assign image.right_pad = PAD_BITS'({layer.d_zero_padding.pad_right});
  assign image.atoms_0 = PLANE_ATOMS_BITS'(last_byte_0 >> ATOM_LSB) + 1'b1;
  assign image.atoms_1 = PLANE_ATOMS_BITS'(last_byte_1 >> ATOM_LSB) + 1'b1;
  assign image.offset_0 = ATOM_LSB'(before_0) << size;
  assign image.offset_1 = ATOM_LSB'(before_1) << 1 << size;
  assign last_atom = SIZE_FIELD_BITS'((line_bytes - 1'b1) >> ATOM_LSB);
endmodule
