// The places of a plane of a kernel in the order of the stream: lines two by two, of those first the columns 0 to 2; or line
// by line.
module vipnano_places
  import vipnano_job_pkg::place_t;
(
  input  place_t     place,
  input  logic [3:0] columns,      // of a kernel
  input  logic [3:0] lines,
  input  logic       whole_lines,
  output place_t     next_place,   // in the plane
  output logic       last_place
);
  localparam logic [3:0] SPLIT = 4'd3;  // the first column that comes later

  wire [4:0] end_column = place.j < SPLIT && columns > SPLIT && !whole_lines ? 5'(SPLIT) : 5'(columns);
  wire       line_ends = 5'(place.j) + 1'b1 == end_column;
  wire       second = place.i[0] || 5'(place.i) + 1'b1 == 5'(lines);  // the second line of two, or there is but one
  wire       columns_end = end_column == 5'(columns);

  assign last_place = line_ends && columns_end && 5'(place.i) + 1'b1 == 5'(lines);

  always @* begin
    next_place = place;
    if (!line_ends) next_place.j = place.j + 1'b1;
    else if (whole_lines) {next_place.i, next_place.j} = {place.i + 4'd1, 4'd0};
    else if (!second) {next_place.i, next_place.j} = {place.i + 4'd1, place.j < SPLIT ? 4'd0 : SPLIT};
    else if (!columns_end) {next_place.i, next_place.j} = {place.i & 4'b1110, SPLIT};
    else {next_place.i, next_place.j} = {place.i + 4'd1, 4'd0};
  end
endmodule
