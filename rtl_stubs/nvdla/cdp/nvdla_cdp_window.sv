// Adds up squares over neighbouring channels. An atom waits here, a place for each pixel of a block, until that of the next
// surface is here too; of the surface before it the last elements are kept. What waits in the last surface is given out
// when the next block's first surface comes, or the layer has ended.
module nvdla_cdp_window
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdp_path_pkg::*;
  import nvdla_fp17_pkg::*;
  import nvdla_fp32_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  input  logic                   int8,
  input  logic                   floating,
  input  logic                   bypass,   // the element itself is looked up
  input  logic [1:0]             length,   // of the window: 2 * length + 3 channels
  input  logic                   in_valid,
  output logic                   in_ready,
  input  logic [COLUMN_BITS-1:0] in_column,
  input  logic                   in_last_column,
  input  logic                   in_first_surface,
  input  logic                   in_last,
  input  logic [VALUES_BITS-1:0] in_values,
  output logic                   valid,
  input  logic                   ready,
  output logic                   last_column,
  output logic [VALUES_BITS-1:0] values,
  output logic [WINDOW_SUMS_BITS-1:0]   sums
);
  localparam int SQUARE_BITS = 34;
  localparam int SPAN = LANES + 2 * REACH;  // an atom's elements and what a window has besides

  logic [VALUES_BITS-1:0]     waiting [0:CDP_BLOCK_ATOMS-1];
  logic [EDGE_BITS-1:0]       below [0:CDP_BLOCK_ATOMS-1];  // the last elements of the surface before
  logic [CDP_BLOCK_ATOMS-1:0] occupied, ends;  // places with an atom; that is the last of its block
  logic                       draining, ended; // atoms go out without others coming in; the layer is at its end
  logic [COLUMN_BITS-1:0]     drained;
  wire [COLUMN_BITS-1:0]      place = draining ? drained : in_column;
  wire                        room = !valid || ready;
  wire                        take = in_valid && in_ready;
  wire                        move = take || (draining && room);
  wire                        emit = move && occupied[place];
  wire                        changing = move || (valid && ready);
  wire [CDP_BLOCK_ATOMS-1:0]  this_place = CDP_BLOCK_ATOMS'(1) << place;
  wire [CDP_BLOCK_ATOMS-1:0]  left = take ? occupied | this_place : occupied & ~this_place;
  wire [CDP_BLOCK_ATOMS-1:0]  beyond = occupied & ~((this_place << 1) - 1'b1);  // of a longer block before this one
  wire                        at_end = &place;

  assign in_ready = !draining && room;

  // The elements that windows of an atom have, from the lowest channel on
  function automatic logic [SPAN*VALUE_BITS-1:0] span_of(
    input logic [EDGE_BITS-1:0]   lower,
    input logic [VALUES_BITS-1:0] middle,
    input logic [EDGE_BITS-1:0]   upper,
    input logic                   all_lanes
  );
    if (all_lanes) span_of = {upper, middle, lower};
    else span_of = (SPAN*VALUE_BITS)'({upper, middle[VALUES_BITS/2-1:0], lower});
  endfunction

  function automatic logic [EDGE_BITS-1:0] last_of(input logic [VALUES_BITS-1:0] middle, input logic all_lanes);
    last_of = all_lanes ? middle[VALUES_BITS-1 -: EDGE_BITS] : middle[VALUES_BITS/2-1 -: EDGE_BITS];
  endfunction

  function automatic logic [SPAN*SQUARE_BITS-1:0] squares_of(
    input logic [SPAN*VALUE_BITS-1:0] span, input logic all_lanes, input logic of_floats
  );
    int i;
    logic signed [VALUE_BITS-1:0] value;
    logic [31:0] wide;
    squares_of = '0;
    for (i = 0; i < SPAN; i++)
      if (all_lanes || i < LANES / 2 + 2 * REACH) begin
        value = span[VALUE_BITS*i +: VALUE_BITS];
        wide = '0;
        if (of_floats) wide = fp17_to_fp32(value);
        squares_of[SQUARE_BITS*i +: SQUARE_BITS] =
          of_floats ? SQUARE_BITS'(fp32_multiply(wide, wide)) : SQUARE_BITS'(value) * SQUARE_BITS'(value);
      end
  endfunction

  // The sum over the window of which `squares` begins with the lowest channel that the longest one has
  function automatic logic [WINDOW_SUM_BITS-1:0] sum_of(
    input logic [(2*REACH+1)*SQUARE_BITS-1:0] squares, input logic [1:0] longest, input logic of_floats
  );
    int i;
    logic [WINDOW_SUM_BITS-1:0] sum;
    logic [SQUARE_BITS-1:0] low, high;
    sum = WINDOW_SUM_BITS'(squares[SQUARE_BITS*REACH +: SQUARE_BITS]);
    for (i = 1; i <= REACH; i++)
      if (i <= 32'(longest) + 1) begin
        low = squares[SQUARE_BITS*(REACH-i) +: SQUARE_BITS];
        high = squares[SQUARE_BITS*(REACH+i) +: SQUARE_BITS];
        if (!of_floats) sum = sum + WINDOW_SUM_BITS'(low) + WINDOW_SUM_BITS'(high);
        else if (i == 1) sum = WINDOW_SUM_BITS'(fp32_add(fp32_add(low[31:0], high[31:0]), sum[31:0]));
        else sum = WINDOW_SUM_BITS'(fp32_add(sum[31:0], fp32_add(low[31:0], high[31:0])));
      end
    sum_of = sum;
  endfunction

  function automatic logic [WINDOW_SUM_BITS-1:0] value_as_sum(input logic [VALUE_BITS-1:0] value, input logic of_floats);
    value_as_sum = of_floats ? WINDOW_SUM_BITS'(fp17_to_fp32(value)) : WINDOW_SUM_BITS'($signed(value));
  endfunction

  function automatic logic [WINDOW_SUMS_BITS-1:0] sums_of(
    input logic [SPAN*VALUE_BITS-1:0] span,
    input logic                       all_lanes,
    input logic                       of_floats,
    input logic                       without,
    input logic [1:0]                 longest
  );
    int i;
    logic [SPAN*SQUARE_BITS-1:0] squares;
    squares = without ? '0 : squares_of(span, all_lanes, of_floats);
    sums_of = '0;
    for (i = 0; i < LANES; i++)
      if (all_lanes || i < LANES / 2)
        sums_of[WINDOW_SUM_BITS*i +: WINDOW_SUM_BITS] = without
          ? value_as_sum(span[VALUE_BITS*(i+REACH) +: VALUE_BITS], of_floats)
          : sum_of(squares[SQUARE_BITS*i +: (2*REACH+1)*SQUARE_BITS], longest, of_floats);
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      occupied <= '0;
      ends <= '0;
      {draining, ended} <= '0;
      drained <= '0;
      valid <= 1'b0;
      last_column <= 1'b0;
      values <= '0;
      sums <= '0;
    end else if (changing) begin
      valid <= emit || (valid && !ready);
      if (emit) begin
        last_column <= ends[place];
        values <= waiting[place];
        sums <= sums_of(
          span_of(
            below[place], waiting[place], draining || in_first_surface ? '0 : in_values[EDGE_BITS-1:0], int8),
          int8, floating, bypass, length);
      end
      if (move) occupied <= left;
      if (take) begin
        waiting[place] <= in_values;
        below[place] <= in_first_surface ? '0 : last_of(waiting[place], int8);
        ends[place] <= in_last_column;
        drained <= place + 1'b1;
        ended <= in_last;
        draining <= in_last || (in_last_column && beyond != '0);
      end else if (draining && room) begin
        drained <= place + 1'b1;
        draining <= ended ? left != '0 : !at_end;
      end
    end
endmodule
