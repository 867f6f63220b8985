// Takes atoms, flushes NaN where that is wanted, and converts elements for the data path. Elements that lie outside of the
// cube become 0.
module nvdla_cdp_input
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdp_path_pkg::*;
  import nvdla_atom_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_fp17_pkg::*;
  import nvdla_round_pkg::*;
(
  input  logic                     clk,
  input  logic                     reset_n,
  input  logic                     active,  // a layer's cube is known
  input  rdma_cube_t               cube,
  input  logic                     int8,
  input  logic                     floating,
  input  logic                     flush,
  input  logic [15:0]              offset,
  input  logic [15:0]              scale,
  input  logic [4:0]               shift,
  input  logic                     rdma_atom_valid,
  output logic                     rdma_atom_ready,
  input  rdma_atom_t               rdma_atom,
  // an atom, converted
  output logic                     valid,
  input  logic                     ready,
  output logic [COLUMN_BITS-1:0]   column,
  output logic                     last_column,
  output logic                     first_surface,
  output logic                     last,
  output logic [VALUES_BITS-1:0]   values
);
  logic [COLUMN_BITS-1:0] at_column;
  logic at_last_column, at_first_surface, at_last_surface;
  logic all_taken;
  wire [CHANNEL_BITS-1:0] last_lane =
    CHANNEL_BITS'(cube.channel) & (int8 ? CHANNEL_BITS'(LANES - 1) : CHANNEL_BITS'(LANES / 2 - 1));
  wire take = rdma_atom_valid && rdma_atom_ready;
  wire [LINK_ATOM_BITS-1:0] atom = rdma_atom.atom;
  wire changing = take || (valid && ready) || (all_taken && !active);

  assign rdma_atom_ready = active && !all_taken && (!valid || ready);

  nvdla_cdp_walk walk (
    .step(take),
    .column(at_column),
    .last_column(at_last_column),
    .first_surface(at_first_surface),
    .last_surface(at_last_surface),
    .last(),
    .*
  );

  function automatic logic [VALUE_BITS-1:0] integer_value(
    input logic signed [15:0] code,
    input logic signed [15:0] less,
    input logic signed [15:0] times,
    input logic [4:0]         right,
    input logic [5:0]         bits
  );
    logic signed [WIDE_BITS-1:0] product;
    product = (WIDE_BITS'(code) - WIDE_BITS'(less)) * WIDE_BITS'(times);
    integer_value = VALUE_BITS'(saturated(rounded_shift(product, 6'(right)), bits));
  endfunction

  function automatic logic [VALUE_BITS-1:0] float_value(input logic [15:0] code, input logic flush_nan);
    float_value = flush_nan && is_nan_fp16(code[14:0]) ? '0 : fp16_to_fp17(code);
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      all_taken <= 1'b0;
      valid <= 1'b0;
      column <= '0;
      {last_column, first_surface, last} <= '0;
      values <= '0;
    end else if (changing) begin
      all_taken <= (all_taken || (take && rdma_atom.layer_end)) && active;
      valid <= take || (valid && !ready);
      if (take) begin
        column <= at_column;
        last_column <= at_last_column;
        first_surface <= at_first_surface;
        last <= rdma_atom.layer_end;
        // verilator unroll_disable
        for (int i = 0; i < LANES; i++)
          if (at_last_surface && i > 32'(last_lane)) values[VALUE_BITS*i +: VALUE_BITS] <= '0;
          else if (int8)
            values[VALUE_BITS*i +: VALUE_BITS] <= integer_value(
              16'($signed(atom[8*i +: 8])), 16'($signed(offset[7:0])), scale,
              shift, 6'd9);
          else if (i < LANES / 2)
            values[VALUE_BITS*i +: VALUE_BITS] <= floating
              ? float_value(atom[16*(i%(LANES/2)) +: 16], flush)
              : integer_value(
                  atom[16*(i%(LANES/2)) +: 16], offset, scale, shift,
                  6'(VALUE_BITS));
      end
    end
endmodule
