// What the registers of a layer mean for Winograd. Padding passes the convertor, as the input does.
module nvdla_cdma_winograd_plan
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_elements_pkg::*;
  import nvdla_cdma_job_pkg::*;
  import nvdla_cdma_winograd_pkg::*;
(
  input  layer_t                     layer,
  input  logic                       enable,    // it is such a layer
  input  change_t                    change,
  input  logic [SIZE_FIELD_BITS-1:0] surfaces,  // less one
  output winograd_job_t              winograd
);
  logic [BEAT_BITS-1:0] padding;
  wire [15:0] pad = layer.d_zero_padding_value.pad_value;
  wire [SIZE_FIELD_BITS-1:0] last_column = layer.d_datain_size_ext_0.datain_width_ext;
  wire [SIZE_FIELD_BITS-1:0] tiles = last_column >> $clog2(TILE);

  // Looked at only for such a layer
  always @* begin
    padding = '0;
    if (enable) padding = changed({(BEAT_BITS/16){change.to_wide ? pad : {pad[7:0], pad[7:0]}}}, change);
  end

  assign winograd.x_stride = layer.d_conv_stride.conv_x_stride;
  assign winograd.y_stride = layer.d_conv_stride.conv_y_stride;
  assign winograd.left = COORDINATE_BITS'({layer.d_zero_padding.pad_left});
  assign winograd.top = COORDINATE_BITS'({layer.d_zero_padding.pad_top});
  assign winograd.width = COORDINATE_BITS'({layer.d_datain_size_0.datain_width});
  assign winograd.height = COORDINATE_BITS'({layer.d_datain_size_0.datain_height});
  assign winograd.surfaces = surfaces;
  assign winograd.tiles = tiles;
  assign winograd.cube_entries =
    (ENTRY_COUNT_BITS'(surfaces) + 1'b1) * (ENTRY_COUNT_BITS'(tiles) + 1'b1);
  assign winograd.padding = padding[ATOM_BITS-1:0];
  assign winograd.pad_nan = is_nan_fp16(pad[14:0]);
  assign winograd.pad_inf = pad[14:10] == FP16_SPECIAL && !winograd.pad_nan;
endmodule
