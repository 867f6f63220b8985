// Formats of pixels: where the components of a pixel lie, and the number that each stands for. In the buffer components
// stand in the order R or Y, G or U, B or V, A or X. A format of two planes has Y in the first, U and V side by side in the
// second.
package nvdla_cdma_image_pkg;
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_job_pkg::*;
  import nvdla_cdma_elements_pkg::*;

  localparam int PIXEL_BITS_MOST = 64;
  localparam int PIXEL_SIZE_BITS = 2;
  localparam int WIDTH_BITS = SIZE_FIELD_BITS + 1;
  localparam int PAD_BITS = 6;
  localparam int PLANE_ATOMS_BITS = SIZE_FIELD_BITS + 2;
  localparam int STORE_BYTES = BEAT_BYTES + ATOM_BYTES;  // kept of a plane
  localparam int STORE_COUNT_BITS = $clog2(STORE_BYTES + 1);
  localparam int COMPONENT_BITS = 2;
  localparam int PLACES_BITS = 4 * COMPONENT_BITS;

  typedef struct packed {
    logic                       two_planes;
    logic [PIXEL_SIZE_BITS-1:0] size;       // bytes of a pixel of the first plane, as a power of two; the second has double
    logic [COMPONENT_BITS-1:0]  last;       // component
    logic                       wide;       // components of two bytes
    logic                       ten;        // three components of 10 bits and one of 2 bits, as the highest bits of two bytes
    logic                       two_lowest; // where there are such, the one of 2 bits is the lowest
    logic [PLACES_BITS-1:0]     places;     // of each component among those of its plane, from the lowest
  } image_format_t;

  // What the registers of a layer mean for an image. Atoms are those of a line.
  typedef struct packed {
    image_format_t               format;
    logic                        signs;      // components have one
    logic [63:0]                 offsets;    // of the convertor, by component
    logic [15:0]                 pad_value;
    logic [PAD_BITS-1:0]         left_pad;   // pixels
    logic [WIDTH_BITS-1:0]       width;
    logic [PAD_BITS-1:0]         right_pad;
    logic [PLANE_ATOMS_BITS-1:0] atoms_0;    // of the first plane
    logic [PLANE_ATOMS_BITS-1:0] atoms_1;
    logic [ATOM_LSB-1:0]         offset_0;   // bytes before the first pixel
    logic [ATOM_LSB-1:0]         offset_1;
  } image_job_t;

  localparam logic [7:0] PLACES_3210 = 8'b11_10_01_00;  // A, B, G, R: the lowest is R
  localparam logic [7:0] PLACES_3012 = 8'b11_00_01_10;
  localparam logic [7:0] PLACES_0321 = 8'b00_11_10_01;
  localparam logic [7:0] PLACES_0123 = 8'b00_01_10_11;
  localparam logic [7:0] PLACES_UV = 8'b00_00_01_00;
  localparam logic [7:0] PLACES_VU = 8'b00_01_00_00;

  function automatic image_format_t one_component(input logic wide);
    one_component = {1'b0, {1'b0, wide}, 2'd0, wide, 1'b0, 1'b0, PLACES_3210};
  endfunction

  function automatic image_format_t four_components(input logic wide, input logic [7:0] places);
    four_components = {1'b0, {1'b1, wide}, 2'd3, wide, 1'b0, 1'b0, places};
  endfunction

  function automatic image_format_t four_of_ten(input logic two_lowest, input logic [7:0] places);
    four_of_ten = {1'b0, 2'd2, 2'd3, 1'b1, 1'b1, two_lowest, places};
  endfunction

  function automatic image_format_t two_planes(input logic wide, input logic [7:0] places);
    two_planes = {1'b1, {1'b0, wide}, 2'd2, wide, 1'b0, 1'b0, places};
  endfunction

  function automatic image_format_t format_of(input logic [5:0] pixel_format);
    case (pixel_format)
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_R8: format_of = one_component(1'b0);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_A16B16G16R16,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_X16B16G16R16,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_A16B16G16R16_F: format_of = four_components(1'b1, PLACES_3210);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_A16Y16U16V16,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_A16Y16U16V16_F: format_of = four_components(1'b1, PLACES_3012);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_V16U16Y16A16: format_of = four_components(1'b1, PLACES_0321);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_A8B8G8R8,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_X8B8G8R8: format_of = four_components(1'b0, PLACES_3210);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_A8R8G8B8,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_X8R8G8B8,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_A8Y8U8V8: format_of = four_components(1'b0, PLACES_3012);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_B8G8R8A8,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_B8G8R8X8,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_V8U8Y8A8: format_of = four_components(1'b0, PLACES_0321);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_R8G8B8A8,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_R8G8B8X8: format_of = four_components(1'b0, PLACES_0123);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_A2B10G10R10: format_of = four_of_ten(1'b0, PLACES_3210);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_A2R10G10B10,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_A2Y10U10V10: format_of = four_of_ten(1'b0, PLACES_3012);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_B10G10R10A2,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_V10U10Y10A2: format_of = four_of_ten(1'b1, PLACES_3210);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_R10G10B10A2: format_of = four_of_ten(1'b1, PLACES_3012);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_Y8___U8V8_N444: format_of = two_planes(1'b0, PLACES_UV);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_Y8___V8U8_N444: format_of = two_planes(1'b0, PLACES_VU);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_Y10___U10V10_N444,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_Y12___U12V12_N444,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_Y16___U16V16_N444: format_of = two_planes(1'b1, PLACES_UV);
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_Y10___V10U10_N444,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_Y12___V12U12_N444,
      D_DATAIN_FORMAT_PIXEL_FORMAT_T_Y16___V16U16_N444: format_of = two_planes(1'b1, PLACES_VU);
      default: format_of = one_component(1'b1);
    endcase
  endfunction

  // A number of pixels as one of elements.
  function automatic logic [15:0] elements_of(input logic [15:0] pixels, input logic [COMPONENT_BITS-1:0] last);
    elements_of = last == 2'd3 ? pixels << 2 : last == 2'd2 ? (pixels << 1) + pixels : pixels;
  endfunction

  // The bits of a component of a pixel, which lies in the lowest bits of `pixel`.
  function automatic logic [15:0] component_of(
    input logic [PIXEL_BITS_MOST-1:0] pixel, input image_format_t format, input logic [COMPONENT_BITS-1:0] component
  );
    logic [COMPONENT_BITS-1:0] place;
    logic [5:0] shift;
    place = COMPONENT_BITS'(format.places >> {component, 1'b0});
    if (!format.ten) begin
      shift = format.wide ? {place, 4'd0} : {1'b0, place, 3'd0};
      component_of = 16'(pixel >> shift);
      if (!format.wide) component_of = {8'd0, component_of[7:0]};
    end else if (component == 2'd3) component_of = {format.two_lowest ? pixel[1:0] : pixel[31:30], 14'd0};
    else begin
      shift = 6'(place) * 6'd10 + (format.two_lowest ? 6'd2 : 6'd0);
      component_of = {10'(pixel >> shift), 6'd0};
    end
  endfunction

  // A component as a number; what its name says of a sign does not matter.
  function automatic logic signed [VALUE_BITS-1:0] number_of(input logic [15:0] code, input logic wide, input logic signs);
    if (wide) number_of = {signs && code[15], code};
    else number_of = {{(VALUE_BITS-8){signs && code[7]}}, code[7:0]};
  endfunction
endpackage
