// Makes of the pixels of a line what stands of it in the buffer: elements one behind the other, converted, with padding to
// the left and to the right. What a line's last word has beyond its elements is zero.
module nvdla_cdma_image
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_cdma_elements_pkg::*;
  import nvdla_cdma_image_pkg::*;
(
  input  logic                  clk,
  input  logic                  reset_n,
  input  logic                  start,
  input  image_job_t            image,
  input  change_t               change,
  // words of pixels
  input  logic                  in_valid,
  output logic                  in_ready,
  input  logic [BEAT_BITS-1:0]  in_data,
  // pixels that are taken: their bytes, the rest is zero
  output logic                  pixels_taken,
  output logic [ATOM_BITS-1:0]  pixels,
  // words of elements
  output logic                  out_valid,
  input  logic                  out_ready,
  output logic [BEAT_BITS-1:0]  out_data
);
  localparam int STEP_BITS = 3 * ATOM_BITS;  // as two planes have it: half an atom of bytes become three words each
  localparam int HELD_BITS = BEAT_BITS + STEP_BITS;
  localparam int HELD_COUNT_BITS = $clog2(HELD_BITS / 8 + 1);

  logic [PAD_BITS-1:0]         left_pad, right_pad;  // pixels that are to come
  logic [WIDTH_BITS-1:0]       middle;
  logic [HELD_BITS-1:0]        held;
  logic [HELD_COUNT_BITS-1:0]  held_bytes;
  logic                        open;  // something of the line is here
  logic [STORE_COUNT_BITS-1:0] count_0, count_1;
  logic [ATOM_BITS-1:0]        bytes_0, bytes_1;
  wire two = image.format.two_planes;
  wire [WIDTH_BITS-1:0] most = WIDTH_BITS'(two ? ATOM_BYTES / 2 : ATOM_BYTES) >> image.format.size;
  wire padding = left_pad != '0 || middle == '0;
  wire [WIDTH_BITS-1:0] next = left_pad != '0 ? WIDTH_BITS'(left_pad) : middle != '0 ? middle : WIDTH_BITS'(right_pad);
  wire [WIDTH_BITS-1:0] many = next < most ? next : most;  // pixels of a step
  wire [STORE_COUNT_BITS-1:0] needed_0 = STORE_COUNT_BITS'(many) << image.format.size;
  wire [STORE_COUNT_BITS-1:0] needed_1 = two ? needed_0 << 1 : '0;
  wire all_here = next == '0;
  wire step = open && !out_valid && !all_here && (padding || (count_0 >= needed_0 && count_1 >= needed_1));
  wire give = out_valid && out_ready;
  wire line_end = give && all_here && 32'(held_bytes) <= BEAT_BYTES;
  wire [HELD_COUNT_BITS-1:0] step_bytes =
    HELD_COUNT_BITS'(elements_of(16'(many), image.format.last) << change.to_wide);
  wire active = start || in_valid || open;

  assign out_valid = open && (32'(held_bytes) >= BEAT_BYTES || (all_here && held_bytes != '0));
  assign out_data = held[BEAT_BITS-1:0];
  assign pixels_taken = step && !padding;

  always_comb begin
    pixels = '0;
    if (pixels_taken) pixels = bytes_0 & ~({ATOM_BITS{1'b1}} << {needed_0, 3'd0});
  end

  function automatic logic [15:0] element_of(
    input logic [15:0] code, input logic [COMPONENT_BITS-1:0] component, input image_job_t job, input change_t how
  );
    if (how.flush && is_nan_fp16(code[14:0])) element_of = '0;
    else if (how.convert)
      element_of = converted(
        number_of(code, job.format.wide, job.signs), 16'(job.offsets >> {component, 4'd0}), how);
    else element_of = code;
  endfunction

  // The elements of some pixels, or of padding.
  function automatic logic [STEP_BITS-1:0] elements(
    input logic [WIDTH_BITS-1:0] number,
    input logic                  pad,
    input logic [ATOM_BITS-1:0]  plane_0,
    input logic [ATOM_BITS-1:0]  plane_1,
    input image_job_t            job,
    input change_t               how
  );
    int i, c, place;
    logic [15:0] element;
    image_format_t format;
    format = job.format;
    elements = '0;
    place = 0;
    for (i = 0; i < 32'(number); i++)
      for (c = 0; c <= 32'(format.last); c++) begin
        if (pad) element = job.pad_value;
        else if (format.two_planes && c != 0)
          element = element_of(
            component_of(PIXEL_BITS_MOST'(plane_1 >> (16 * i << format.size)), format, COMPONENT_BITS'(c)),
            COMPONENT_BITS'(c), job, how);
        else
          element = element_of(
            component_of(PIXEL_BITS_MOST'(plane_0 >> (8 * i << format.size)), format, COMPONENT_BITS'(c)),
            COMPONENT_BITS'(c), job, how);
        elements = elements | (STEP_BITS'(how.to_wide ? element : {8'd0, element[7:0]}) << place);
        place = place + (how.to_wide ? 16 : 8);
      end
  endfunction

  nvdla_cdma_image_planes planes (
    .line_start(start || line_end),
    .take(pixels_taken),
    .taken_0(needed_0),
    .taken_1(needed_1),
    .*
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {left_pad, right_pad, middle} <= '0;
      held <= '0;
      held_bytes <= '0;
      open <= 1'b0;
    end else if (active) begin
      if (start || line_end) begin
        left_pad <= image.left_pad;
        middle <= image.width;
        right_pad <= image.right_pad;
        held <= '0;
        held_bytes <= '0;
        open <= 1'b0;
      end else begin
        if (in_valid && in_ready) open <= 1'b1;
        if (step) begin
          held <= held | (HELD_BITS'(elements(many, padding, bytes_0, bytes_1, image, change)) << {held_bytes, 3'd0});
          held_bytes <= held_bytes + step_bytes;
          if (left_pad != '0) left_pad <= left_pad - PAD_BITS'(many);
          else if (middle != '0) middle <= middle - many;
          else right_pad <= right_pad - PAD_BITS'(many);
        end else if (give) begin
          held <= held >> BEAT_BITS;
          held_bytes <= held_bytes - HELD_COUNT_BITS'(BEAT_BYTES);
        end
      end
    end
endmodule
