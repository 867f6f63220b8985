// The course of an NN job through its streams: superblocks, their tiles, and for each tile again the superblock's weights.
// All cores go together. Where it only looks whether streams are whole, there are no tiles, and nothing is computed.
module vipnano_walk
  import vipnano_config_pkg::*;
  import vipnano_structures_pkg::*;
  import vipnano_job_pkg::*;
(
  input  logic                  clk,
  input  logic                  reset_n,
  // the course of the job
  input  nn_structure_t         structure,
  input  nn_job_t               job,
  input  logic                  begins,
  input  logic                  checks,   // only
  output logic                  done,
  // decoders
  output logic                  mark,
  output logic                  rewind,
  output logic                  wants,
  output logic                  first,
  output logic                  last,
  output logic                  taken,
  input  logic                  weights_ready,  // behind the streams' first words
  input  logic                  weights_valid,
  input  logic                  weights_zero,
  // the input
  output tile_t                 tile,
  output logic                  load,
  output logic [19:0]           load_plane,
  output logic [2:0]            load_planes,
  input  logic                  loaded,
  output logic [INPUT_BITS-1:0] input_place,
  // cores and the writer
  output step_t                 step,
  output logic [6:0]            kernel,
  output logic [6:0]            kernels,  // of a core in the superblock
  output logic [14:0]           channel,  // the superblock's first one
  output logic                  write,
  input  logic                  written
);
  typedef enum logic [2:0] {IDLE, SUPERBLOCK, BLOCK, LOADING, WEIGHT, SUMMING, WRITING} state_t;
  state_t state;

  logic [15:0] left;          // kernels of a core from this superblock on
  logic [19:0] plane;         // the block's first one
  place_t      place, next_place;
  logic [12:0] x, y;          // of the tile's first output
  logic [6:0]  line, column;  // of the tile
  logic        last_place;

  wire [15:0] rest_x = 16'(structure.out_x_size) - 16'(x);
  wire [15:0] rest_y = 16'(structure.out_y_size) - 16'(y);
  wire        halves = structure.pooling != '0;
  wire [7:0]  step_x = step_of(structure.out_tile_x_size, halves);
  wire [7:0]  step_y = step_of(structure.out_tile_y_size, halves);
  wire        last_x = is_last(rest_x, step_x, halves && x[0] != step_x[0]);
  wire        last_tile = checks || (last_x && is_last(rest_y, step_y, halves && y[0] != step_y[0]));
  wire [19:0] rest_planes = job.kernel_z - plane;
  wire        last_block = rest_planes <= 20'(load_planes);
  wire        last_kernel = kernel == kernels - 1'b1;
  wire        last_plane = place.plane == load_planes - 1'b1;
  wire        kernel_ends = last_place && last_plane;  // in this block
  wire        block_ends = kernel_ends && last_kernel;
  wire        tile_ends = state == WRITING ? written : taken && checks && block_ends && last_block;
  wire        last_superblock = left == 16'(kernels);

  // Sums of a tile lie densely, and lines of its input likewise
  wire [7:0] input_columns = 8'(tile.columns) + 8'(structure.kernel_x_size) - 8'd1;
  wire [7:0] input_line = 8'(line) + 8'(place.i);
  wire [6:0] columns_left = tile.columns - column;
  wire       line_ends = columns_left <= 7'(PIXELS);
  wire       sums_end = line_ends && line == tile.lines - 1'b1;

  assign kernels = left < 16'(structure.kernels_per_core) ? left[6:0] : structure.kernels_per_core;
  assign load_planes = !job.six ? 3'd1 : rest_planes < 20'(PLANES) ? rest_planes[2:0] : 3'(PLANES);
  assign load_plane = plane;
  assign {tile.x, tile.y} = {x, y};
  assign tile.columns = rest_x <= 16'(structure.out_tile_x_size) ? rest_x[6:0] : structure.out_tile_x_size;
  assign tile.lines = rest_y <= 16'(structure.out_tile_y_size) ? rest_y[6:0] : structure.out_tile_y_size;

  assign mark = state == SUPERBLOCK && weights_ready;
  assign rewind = state == WRITING && written && !last_tile;
  assign wants = state == WEIGHT;
  assign first = plane == '0 && place == '0;
  assign last = last_block && kernel_ends;
  assign taken = (state == WEIGHT && weights_valid && (checks || (weights_zero && !first)))
    || (state == SUMMING && sums_end);
  assign load = state == LOADING;
  assign write = state == WRITING;
  assign done = tile_ends && last_tile && last_superblock;

  assign step.valid = state == SUMMING;
  assign step.first = first;
  assign step.sum = SUM_BITS'((32'(kernel) * 32'(tile.lines) + 32'(line)) * 32'(tile.columns) + 32'(column));
  assign step.count = line_ends ? columns_left[3:0] : 4'(PIXELS);
  assign input_place = INPUT_BITS'(
    32'(place.plane) * PLANE_BYTES + 32'(input_line) * 32'(input_columns) + 32'(column) + 32'(place.j));

  vipnano_places places (
    .columns(structure.kernel_x_size), .lines(structure.kernel_y_size), .whole_lines(job.whole_lines), .*
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      left <= '0;
      plane <= '0;
      place <= '0;
      kernel <= '0;
      {line, column} <= '0;
      {x, y} <= '0;
      channel <= '0;
    end else begin
      case (state)
        IDLE:
          if (begins) begin
            state <= SUPERBLOCK;
            left <= job.count;
            channel <= '0;
          end
        SUPERBLOCK:
          if (weights_ready) begin
            state <= BLOCK;
            {x, y} <= '0;
            plane <= '0;
          end
        BLOCK: begin
          state <= checks ? WEIGHT : LOADING;
          place <= '0;
          kernel <= '0;
        end
        LOADING: if (loaded) state <= WEIGHT;
        WEIGHT:
          if (weights_valid && !taken) begin
            state <= SUMMING;
            {line, column} <= '0;
          end
        SUMMING: begin
          column <= line_ends ? '0 : column + 7'(PIXELS);
          if (line_ends) line <= line + 1'b1;
        end
        default:
          if (written && !last_tile) begin
            state <= BLOCK;
            plane <= '0;
            x <= last_x ? '0 : x + 13'(step_x);
            if (last_x) y <= y + 13'(step_y);
          end
      endcase
      if (taken) begin
        state <= !block_ends ? WEIGHT : !last_block ? BLOCK : WRITING;
        place <= next_place;
        if (last_place) {place.i, place.j} <= '0;
        if (last_place) place.plane <= last_plane ? '0 : place.plane + 1'b1;
        if (kernel_ends) kernel <= kernel + 1'b1;
        if (block_ends) plane <= plane + 20'(load_planes);
      end
      if (tile_ends && last_tile) begin
        state <= last_superblock ? IDLE : SUPERBLOCK;
        left <= left - 16'(kernels);
        channel <= channel + 15'(job.channels);
      end
    end
endmodule
