// The lines to ask for in a row for Winograd: its pieces, but for those that are padding.
module nvdla_cdma_winograd_lines
  import nvdla_memory_pkg::*;
  import nvdla_cdma_winograd_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    start,
  input  winograd_job_t           job,
  input  logic [ADDRESS_BITS-1:0] base,
  input  logic [ADDRESS_BITS-1:0] line_stride,
  input  logic [ADDRESS_BITS-1:0] surface_stride,
  // the row
  input  logic                    ask,
  output logic                    asked,
  // its lines
  output logic                    valid,
  output logic [ADDRESS_BITS-1:0] address,
  output logic [SIZE_BITS-1:0]    size,      // atoms, less one
  input  logic                    taken
);
  piece_t piece;
  wire next = ask && (taken || piece.pixels == '0);

  assign valid = ask && piece.pixels != '0;
  assign asked = next && piece.row_end;
  assign size = SIZE_BITS'({piece.pixels}) - 1'b1;

  always_comb begin
    address = '0;
    if (valid)
      address = base + ADDRESS_BITS'({piece.y}) * line_stride + ADDRESS_BITS'({piece.surface}) * surface_stride
        + (ADDRESS_BITS'({piece.x}) << ATOM_LSB);
  end

  nvdla_cdma_winograd_walk walk (.*);
endmodule
