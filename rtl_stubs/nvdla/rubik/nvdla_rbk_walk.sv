// Walks the pieces of a layer on one side, giving address and size of each.
module nvdla_rbk_walk
  import nvdla_memory_pkg::*;
  import nvdla_rbk_job_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    start,
  input  logic                    step,           // to the next piece
  input  job_t                    job,
  input  side_t                   side,
  output logic                    active,         // there is a piece
  output logic                    last_of_block,
  output logic                    last,           // of the layer
  output block_t                  part,           // the block that it is of
  output logic [ADDRESS_BITS-1:0] address,
  output logic [SIZE_BITS-1:0]    size
);
  logic [ADDRESS_BITS-1:0] surface, line, row, first;  // where what the piece is of begins; `first` is its block
  logic [COUNT_BITS-1:0]   surfaces_left, lines_left, blocks_left;
  logic [FACTOR_BITS-1:0]  rows_left;
  logic [CHANNEL_BITS-1:0] piece;
  wire  [ADDRESS_BITS-1:0] next_surface = surface + side.surface_stride;
  wire  [ADDRESS_BITS-1:0] next_line = line + side.line_stride;
  wire  [ADDRESS_BITS-1:0] next_row = row + side.row_stride;
  wire  [ADDRESS_BITS-1:0] next_block = first + side.block_stride;

  assign part.pixels = blocks_left == '0 ? job.last_pixels : job.full_pixels;
  assign part.channels = surfaces_left == '0 ? job.last_channels : job.full_channels;
  assign last_of_block = piece == pieces_of_block(side, part);
  assign last = last_of_block && blocks_left == '0 && rows_left == '0 && lines_left == '0 && surfaces_left == '0;
  assign size = atoms_of_piece(side, part, job.wide);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      active <= 1'b0;
      {surface, line, row, first, address} <= '0;
      {surfaces_left, lines_left, rows_left, blocks_left} <= '0;
      piece <= '0;
    end else if (start) begin
      active <= 1'b1;
      {surface, line, row, first, address} <= {5{side.base}};
      {surfaces_left, lines_left, rows_left, blocks_left} <= {job.surfaces, job.lines, job.rows, job.blocks};
      piece <= '0;
    end else if (step) begin
      active <= !last;
      if (!last_of_block) begin
        address <= address + side.piece_stride;
        piece <= piece + 1'b1;
      end else begin
        piece <= '0;
        if (blocks_left != '0) begin
          {first, address} <= {2{next_block}};
          blocks_left <= blocks_left - 1'b1;
        end else begin
          blocks_left <= job.blocks;
          if (rows_left != '0) begin
            {row, first, address} <= {3{next_row}};
            rows_left <= rows_left - 1'b1;
          end else begin
            rows_left <= job.rows;
            if (lines_left != '0) begin
              {line, row, first, address} <= {4{next_line}};
              lines_left <= lines_left - 1'b1;
            end else begin
              {surface, line, row, first, address} <= {5{next_surface}};
              lines_left <= job.lines;
              surfaces_left <= surfaces_left - 1'b1;
            end
          end
        end
      end
    end
endmodule
