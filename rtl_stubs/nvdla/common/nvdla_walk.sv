// Where an atom stands in a cube: pixel by pixel, line by line, surface by surface. Sizes are less one.
module nvdla_walk
  import nvdla_memory_pkg::SIZE_BITS;
  import nvdla_dma_pkg::COUNT_BITS;
(
  input  logic                  clk,
  input  logic                  reset_n,
  input  logic                  step,          // to the next atom, from the last one to the first of the next cube
  input  logic [SIZE_BITS-1:0]  width,
  input  logic [COUNT_BITS-1:0] lines,
  input  logic [COUNT_BITS-1:0] surfaces,
  output logic                  last_column,
  output logic                  last_surface   // of that the last line's last column
);
  logic [SIZE_BITS-1:0]  column;
  logic [COUNT_BITS-1:0] line, surface;
  wire last_line = last_column && line == lines;

  assign last_column = column == width;
  assign last_surface = last_line && surface == surfaces;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      column <= '0;
      {line, surface} <= '0;
    end else if (step) begin
      column <= last_column ? '0 : column + 1'b1;
      if (last_column) line <= last_line ? '0 : line + 1'b1;
      if (last_line) surface <= last_surface ? '0 : surface + 1'b1;
    end
endmodule
