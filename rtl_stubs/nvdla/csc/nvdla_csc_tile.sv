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
  localparam int PIXELS = TILE_SIDE * TILE_SIDE;
  localparam int WIDE = 18;       // bits of an element in between
  localparam int LANE = WIDE + 1; // with one that its neighbour borrows

  typedef logic [LINE_ELEMENTS*16-1:0]   line_t;
  typedef logic [TILE_CHANNELS*16-1:0]   codes_t;  // of a pixel
  typedef logic [TILE_CHANNELS*LANE-1:0] pixel_t;

  localparam pixel_t ELEMENTS = {TILE_CHANNELS{1'b0, {WIDE{1'b1}}}};

  line_t  newest [0:TILE_SIDE-1];
  line_t  older [0:TILE_SIDE-1];
  pixel_t tile [0:PIXELS-1];  // that is worked on, line by line
  wire    changing = load || prepare;

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

  // Elements as wide as they get
  function automatic pixel_t widened(input codes_t codes);
    int channel;
    logic [15:0] code;
    widened = '0;
    for (channel = 0; channel < TILE_CHANNELS; channel++) begin
      code = codes[16*channel +: 16];
      widened[LANE*channel +: WIDE] = job.floats ? WIDE'(fp16_to_fp17(code)) : WIDE'($signed(code));
    end
  endfunction

  function automatic pixel_t sum(input pixel_t a, input pixel_t b);
    int channel;
    sum = (a + b) & ELEMENTS;
    if (job.floats)
      for (channel = 0; channel < TILE_CHANNELS; channel++)
        sum[LANE*channel +: WIDE] = WIDE'(fp17_add(fp17_t'(a[LANE*channel +: WIDE]), fp17_t'(b[LANE*channel +: WIDE])));
  endfunction

  function automatic pixel_t difference(input pixel_t a, input pixel_t b);
    int channel;
    difference = ((a | ~ELEMENTS) - b) & ELEMENTS;
    if (job.floats)
      for (channel = 0; channel < TILE_CHANNELS; channel++)
        difference[LANE*channel +: WIDE] = WIDE'(fp17_subtract(fp17_t'(a[LANE*channel +: WIDE]), fp17_t'(b[LANE*channel +: WIDE])));
  endfunction

  // A column or a row, whose pixels are so many apart
  task automatic transform(input int at, input int apart);
    pixel_t first, second, third, fourth;
    first = tile[at];
    second = tile[at + apart];
    third = tile[at + 2 * apart];
    fourth = tile[at + 3 * apart];
    tile[at] = difference(first, third);
    tile[at + apart] = sum(second, third);
    tile[at + 2 * apart] = difference(third, second);
    tile[at + 3 * apart] = difference(second, fourth);
  endtask

  function automatic logic [15:0] result(input logic [WIDE-1:0] value);
    logic signed [WIDE_BITS-1:0] shifted;
    if (job.floats) result = fp17_to_fp16(fp17_t'(value));
    else begin
      shifted = rounded_shift(WIDE_BITS'($signed(value)), 6'(job.truncate));
      if (job.narrow) result = 16'(saturated(shifted, 6'd8)) & 16'h00ff;
      else result = 16'(saturated(shifted, 6'd16));
    end
  endfunction

  // Every other tile begins in the middle of an entry
  task automatic gather;
    int row, pixel;
    line_t line;
    for (row = 0; row < TILE_SIDE; row++) begin
      line = step.spans ? line_t'({newest[row], older[row]} >> 8 * LINE_ELEMENTS) : newest[row];
      for (pixel = 0; pixel < TILE_SIDE; pixel++) begin
        tile[TILE_SIDE * row + pixel] = widened(codes_t'(line));
        line = line >> $bits(codes_t);
      end
    end
  endtask

  task automatic make;
    int i, channel;
    pixel_t pixel;
    entry_t operation;
    gather;
    for (i = 0; i < TILE_SIDE; i++) transform(i, TILE_SIDE);
    for (i = 0; i < TILE_SIDE; i++) transform(TILE_SIDE * i, 1);
    for (i = 0; i < PIXELS; i++) begin
      pixel = tile[i];
      for (channel = 0; channel < TILE_CHANNELS; channel++)
        operation[16*(TILE_CHANNELS*i + channel) +: 16] = result(pixel[LANE*channel +: WIDE]);
    end
    made <= operation;
  endtask

  // not always_ff: what is worked on is set at once, what is given with the clock
  always @(posedge clk or negedge reset_n)
    if (!reset_n) made <= '0;
    else if (changing) begin
      if (load) begin
        older[step.row] <= newest[step.row];
        newest[step.row] <= line_of(cbuf_csc.data, step.first_byte, job.narrow);
      end
      if (prepare) make;
    end
endmodule
