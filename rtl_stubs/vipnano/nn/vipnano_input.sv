// The input buffer: takes in what a tile needs of the planes of a block, line by line, with the border around them, and
// gives pixels one beside the other.
module vipnano_input
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
  import vipnano_structures_pkg::*;
  import vipnano_job_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  // the walk
  input  nn_structure_t          structure,
  input  tile_t                  tile,
  input  logic                   load,
  input  logic [19:0]            load_plane,
  input  logic [2:0]             load_planes,
  output logic                   loaded,
  // cores
  input  logic [INPUT_BITS-1:0]  input_place,
  output logic [8*PIXELS-1:0]    pixels,
  // MEMORY
  output memory_request_t        input_read,
  input  logic                   input_ready,
  input  logic                   input_beat_valid,
  input  logic [DATA_BITS-1:0]   read_data
);
  localparam int X_BITS = 16;

  typedef enum logic [2:0] {IDLE, LINE, FILL, ASK, BEATS, DONE} state_t;
  state_t state;

  logic [7:0]              buffer [0:INPUT_BYTES+PIXELS-1];
  logic [2:0]              plane;   // of the block
  logic [7:0]              line;
  logic [7:0]              column;  // of the line, that comes next
  logic [7:0]              left;    // bytes of the line that have not come
  logic [INPUT_BITS-1:0]   place;   // of the line in the buffer
  logic [OFFSET_BITS-1:0]  offset;  // of the next byte in its beat
  logic [7:0]              moved;   // by this beat

  // The line: its first column, and what of it is inside the image
  wire signed [X_BITS-1:0] x = X_BITS'($signed({1'b0, tile.x})) + X_BITS'(nn_in_x_offset(structure));
  wire signed [X_BITS-1:0] y = X_BITS'($signed({1'b0, tile.y})) + X_BITS'(nn_in_y_offset(structure)) + X_BITS'(line);
  wire [7:0]               columns = 8'(tile.columns) + 8'(structure.kernel_x_size) - 8'd1;
  wire [7:0]               lines = 8'(tile.lines) + 8'(structure.kernel_y_size) - 8'd1;
  wire signed [X_BITS-1:0] end_x = x + X_BITS'(columns);
  wire signed [X_BITS-1:0] in_x = X_BITS'(structure.in_x_size);
  wire signed [X_BITS-1:0] from_x = x < 0 ? '0 : x;
  wire signed [X_BITS-1:0] to_x = end_x > in_x ? in_x : end_x;
  wire                     in_image = y >= 0 && y < X_BITS'(structure.in_y_size) && from_x < to_x;
  wire                     whole = in_image && from_x == x && to_x == end_x;
  wire                     line_ends = (state == FILL && column + 8'(PIXELS) >= columns && !in_image)
    || (state == BEATS && input_beat_valid && left == moved);

  wire [31:0]              slice = 32'(structure.in_x_stride) * 32'(structure.in_y_stride);
  wire [31:0]              address = structure.in_address + (32'(load_plane) + 32'(plane)) * slice
    + 32'(y) * 32'(structure.in_x_stride) + 32'(from_x);
  wire [7:0]               room = 8'(DATA_BYTES) - 8'(offset);

  assign moved = left < room ? left : room;
  assign loaded = state == DONE;
  assign input_read = {state == ASK, address, LENGTH_BITS'(to_x - from_x)};

  for (genvar p = 0; p < PIXELS; p++) begin : g_pixels
    assign pixels[8*p +: 8] = buffer[input_place + p];
  end

  always_ff @(posedge clk)
    if (state == FILL) begin
      for (int p = 0; p < PIXELS; p++)
        if (column + 8'(p) < columns) buffer[32'(place) + 32'(column) + p] <= structure.in_border_const[7:0];
    end else if (state == BEATS && input_beat_valid) begin
      for (int b = 0; b < DATA_BYTES; b++)
        if (8'(b) < moved) buffer[32'(place) + 32'(column) + b] <= read_data[8*(32'(offset) + b) +: 8];
    end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      plane <= '0;
      {line, column, left} <= '0;
      place <= '0;
      offset <= '0;
    end else begin
      case (state)
        IDLE:
          if (load) begin
            state <= LINE;
            plane <= '0;
            line <= '0;
            place <= '0;
          end
        LINE: begin
          state <= whole ? ASK : FILL;
          column <= '0;
        end
        FILL: begin
          column <= column + 8'(PIXELS);
          if (column + 8'(PIXELS) >= columns) state <= ASK;
        end
        ASK:
          if (input_ready) begin
            state <= BEATS;
            column <= 8'(from_x - x);
            left <= 8'(to_x - from_x);
            offset <= address[OFFSET_BITS-1:0];
          end
        BEATS:
          if (input_beat_valid) begin
            column <= column + moved;
            left <= left - moved;
            offset <= '0;
          end
        default: state <= IDLE;
      endcase
      if (line_ends) begin
        state <= LINE;
        line <= line + 1'b1;
        place <= place + INPUT_BITS'(columns);
        if (line == lines - 1'b1) begin
          line <= '0;
          plane <= plane + 1'b1;
          place <= INPUT_BITS'((32'(plane) + 1) * PLANE_BYTES);
          if (plane == load_planes - 1'b1) state <= DONE;
        end
      end
    end

  if (debug_pkg::TAPS) begin : g_taps
    given_t given;
    assign given = {address + ADDRESS_BITS'(column) - ADDRESS_BITS'(from_x - x) - ADDRESS_BITS'(offset), read_data};
    link_tap #(.NAME("nn_given"), .WIDTH(GIVEN_BITS)) given_tap (
      .valid(input_beat_valid), .ready(1'b1), .payload(given), .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule
