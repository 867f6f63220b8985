// The pieces of a layer for Winograd, in order: row, step of the stride in y, surface, tile.
module nvdla_cdma_winograd_walk
  import nvdla_link_pkg::*;
  import nvdla_cdma_job_pkg::*;
  import nvdla_cdma_winograd_pkg::*;
(
  input  logic          clk,
  input  logic          reset_n,
  input  logic          start,
  input  winograd_job_t job,
  input  logic          next,
  output piece_t        piece
);
  logic [COORDINATE_BITS-1:0]  row, line, block;  // with padding: the row's first line, the line, the piece's first pixel
  logic [SIZE_FIELD_BITS-1:0]  surface, tile;
  logic [STRIDE_BITS-1:0]      step;
  logic [ENTRY_COUNT_BITS-1:0] entry;
  wire [COORDINATE_BITS-1:0] block_pixels = (COORDINATE_BITS'(job.x_stride) + 1'b1) * COORDINATE_BITS'(TILE);
  wire [COORDINATE_BITS-1:0] right = job.left + job.width;  // the line's last pixel
  wire [COORDINATE_BITS-1:0] last = block + block_pixels - 1'b1;
  wire [COORDINATE_BITS-1:0] from = block < job.left ? job.left : block;
  wire [COORDINATE_BITS-1:0] to = last > right ? right : last;
  wire some = line >= job.top && line <= job.top + job.height && from <= to;
  wire tile_end = tile == job.tiles;
  wire surface_end = tile_end && surface == job.surfaces;
  wire row_end = surface_end && step == job.y_stride;
  wire active = start || next;

  assign piece = {
    line - job.top,
    from - job.left,
    surface,
    PIECE_BITS'(from - block),
    some ? (PIECE_BITS+1)'(to - from) + 1'b1 : (PIECE_BITS+1)'(0),
    entry,
    row_end};

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {row, line, block} <= '0;
      {surface, tile, step} <= '0;
      entry <= '0;
    end else if (active) begin
      if (start) begin
        {row, line, block} <= '0;
        {surface, tile, step} <= '0;
        entry <= '0;
      end else begin
        tile <= tile_end ? '0 : tile + 1'b1;
        block <= tile_end ? '0 : block + block_pixels;
        if (tile_end) surface <= surface_end ? '0 : surface + 1'b1;
        if (surface_end) step <= row_end ? '0 : step + 1'b1;
        if (row_end) row <= row + COORDINATE_BITS'(job.y_stride) + 1'b1;
        if (row_end) line <= row + COORDINATE_BITS'(job.y_stride) + 1'b1;
        else if (surface_end) line <= line + 1'b1;
        if (row_end) entry <= '0;
        else if (surface_end) entry <= entry + ENTRY_COUNT_BITS'(job.x_stride) * job.cube_entries + 1'b1;
        else entry <= entry + 1'b1;
      end
    end
endmodule
