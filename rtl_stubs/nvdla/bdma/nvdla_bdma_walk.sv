// Walks the lines of a slot, line by line and surface by surface, giving the address of each.
module nvdla_bdma_walk
  import nvdla_memory_pkg::*;
  import nvdla_bdma_slot_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    start,
  input  logic                    step,         // to the next line
  input  logic [ADDRESS_BITS-1:0] base,
  input  logic [STRIDE_BITS-1:0]  line_stride,
  input  logic [STRIDE_BITS-1:0]  surf_stride,
  input  logic [REPEAT_BITS-1:0]  line_repeat,
  input  logic [REPEAT_BITS-1:0]  surf_repeat,
  output logic                    active,       // there is a line
  output logic                    last,         // it is the last one
  output logic [ADDRESS_BITS-1:0] address
);
  logic [ADDRESS_BITS-1:0] surface;
  logic [REPEAT_BITS-1:0]  lines_left, surfs_left;
  wire  [ADDRESS_BITS-1:0] next_surface = surface + ADDRESS_BITS'(surf_stride);

  assign last = lines_left == '0 && surfs_left == '0;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      active <= 1'b0;
      {address, surface} <= '0;
      {lines_left, surfs_left} <= '0;
    end else if (start) begin
      active <= 1'b1;
      {address, surface} <= {base, base};
      {lines_left, surfs_left} <= {line_repeat, surf_repeat};
    end else if (step) begin
      active <= !last;
      if (lines_left != '0) begin
        address <= address + ADDRESS_BITS'(line_stride);
        lines_left <= lines_left - 1'b1;
      end else begin
        {address, surface} <= {next_surface, next_surface};
        lines_left <= line_repeat;
        surfs_left <= surfs_left - 1'b1;
      end
    end
endmodule
