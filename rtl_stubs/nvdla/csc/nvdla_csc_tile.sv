// Tile: the pre-addition of Winograd: takes a tile's lines as they come, an entry with an atom of each of its pixels, and
// makes an operation of some of their channels: columns first, then rows. An entry has as many atoms as a tile has
// columns.
module nvdla_csc_tile
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
  import nvdla_csc_places_pkg::*;
  import nvdla_fp17_pkg::*;
  import nvdla_round_pkg::*;
(
  input  logic      clk,
  input  logic      reset_n,
  input  job_t      job,
  input  step_t     step,
  input  cbuf_csc_t cbuf_csc,
  input  logic      load,     // a line of pixels behind those that it has
  input  logic      prepare,  // the operation
  output logic [ENTRY_BITS-1:0] made
);
  localparam int LINE_ELEMENTS = TILE_SIDE * TILE_CHANNELS;
  localparam int TILE_ELEMENTS = TILE_SIDE * LINE_ELEMENTS;
  localparam int WIDE = 18;  // bits of an element in between

  typedef logic [LINE_ELEMENTS*16-1:0]   line_t;
  typedef logic [TILE_SIDE*WIDE-1:0]     four_t;
  typedef logic [TILE_ELEMENTS*WIDE-1:0] tile_t;

  line_t newest [0:TILE_SIDE-1];
  line_t older [0:TILE_SIDE-1];
  wire   changing = load || prepare;

  // The channels of an operation of all pixels of an entry
  function automatic line_t line_of(input entry_t entry, input logic [BYTE_BITS-1:0] first_byte, input logic narrow);
    int pixel, channel;
    entry_t rest;
    rest = entry >> {first_byte, 3'b000};
    for (pixel = 0; pixel < TILE_SIDE; pixel++)
      for (channel = 0; channel < TILE_CHANNELS; channel++)
        line_of[16*(TILE_CHANNELS*pixel + channel) +: 16] = narrow
          ? {{8{rest[LINK_ATOM_BITS*pixel + 8*channel + 7]}}, rest[LINK_ATOM_BITS*pixel + 8*channel +: 8]}
          : rest[LINK_ATOM_BITS*pixel + 16*channel +: 16];
  endfunction

  // Elements as wide as they get; every other tile begins in the middle of an entry
  function automatic tile_t widened(input line_t low, input line_t high, input logic spans, input logic floats);
    int element;
    line_t line;
    line = spans ? line_t'({high, low} >> 8 * LINE_ELEMENTS) : high;
    widened = '0;
    for (element = 0; element < LINE_ELEMENTS; element++)
      widened[WIDE*element +: WIDE] = floats
        ? WIDE'(fp16_to_fp17(line[16*element +: 16])) : {{2{line[16*element + 15]}}, line[16*element +: 16]};
  endfunction

  function automatic logic [WIDE-1:0] sum(input logic [WIDE-1:0] a, input logic [WIDE-1:0] b, input logic floats);
    sum = floats ? WIDE'(fp17_add(fp17_t'(a), fp17_t'(b))) : a + b;
  endfunction

  function automatic logic [WIDE-1:0] difference(input logic [WIDE-1:0] a, input logic [WIDE-1:0] b, input logic floats);
    difference = floats ? WIDE'(fp17_subtract(fp17_t'(a), fp17_t'(b))) : a - b;
  endfunction

  // One column or row
  function automatic four_t transformed(input four_t of, input logic floats);
    logic [WIDE-1:0] first, second, third, fourth;
    {fourth, third, second, first} = of;
    transformed = {
      difference(second, fourth, floats), difference(third, second, floats), sum(second, third, floats),
      difference(first, third, floats)};
  endfunction

  // All columns or rows, whose elements are so many apart
  function automatic tile_t added(input tile_t tile, input int apart, input int next, input logic floats);
    int i, j, place, first;
    four_t four;
    added = '0;
    for (i = 0; i < TILE_SIDE; i++)
      for (j = 0; j < TILE_CHANNELS; j++) begin
        first = i * next + j;
        for (place = 0; place < TILE_SIDE; place++)
          four[WIDE*place +: WIDE] = tile[WIDE*(first + place*apart) +: WIDE];
        four = transformed(four, floats);
        for (place = 0; place < TILE_SIDE; place++)
          added[WIDE*(first + place*apart) +: WIDE] = four[WIDE*place +: WIDE];
      end
  endfunction

  function automatic logic [15:0] result(
    input logic [WIDE-1:0] value, input logic floats, input logic narrow, input logic [1:0] truncate
  );
    logic signed [WIDE_BITS-1:0] shifted;
    shifted = rounded_shift(WIDE_BITS'($signed(value)), 6'(truncate));
    if (floats) result = fp17_to_fp16(fp17_t'(value));
    else if (narrow) result = 16'(saturated(shifted, 6'd8)) & 16'h00ff;
    else result = 16'(saturated(shifted, 6'd16));
  endfunction

  function automatic entry_t operation_of(input tile_t tile);
    int element;
    for (element = 0; element < TILE_ELEMENTS; element++)
      operation_of[16*element +: 16] = result(tile[WIDE*element +: WIDE], job.floats, job.narrow, job.truncate);
  endfunction

  function automatic tile_t gathered(input logic spans);
    int row;
    gathered = '0;
    for (row = TILE_SIDE - 1; row >= 0; row--)
      gathered = (gathered << WIDE*LINE_ELEMENTS) | widened(older[row], newest[row], spans, job.floats);
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) made <= '0;
    else if (changing) begin
      if (load) begin
        older[step.row] <= newest[step.row];
        newest[step.row] <= line_of(cbuf_csc.data, step.first_byte, job.narrow);
      end
      if (prepare)
        made <= operation_of(
          added(added(gathered(step.spans), LINE_ELEMENTS, TILE_CHANNELS, job.floats), TILE_CHANNELS, LINE_ELEMENTS, job.floats));
    end
endmodule
