// The accumulator's sums alone: each operation is a stripe of one pixel for all kernels of a group, with the same term.
module sums_top
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
(
  input  logic                         clk,
  input  logic                         reset_n,
  input  logic                         take,
  input  logic                         channel_end,
  input  logic [MAC_CELLS-1:0]         cells,
  input  logic [INT8_SUM_BITS-1:0]     term,
  output logic [RESULT_BITS-1:0]       result,  // of the first kernel
  output logic [KERNEL_COUNT_BITS-1:0] saturations
);
  operation_t operation;
  logic [RESULTS_BITS-1:0] results;
  assign operation = {1'b1, 1'b1, channel_end, 1'b0};
  assign result = results[RESULT_BITS-1:0];
  wire [SUM_BITS-1:0] sum = SUM_BITS'({CELL_KERNELS{term}});

  nvdla_cacc_sums sums (
    .clk, .reset_n, .is_int8(1'b1), .is_float(1'b0), .truncate('0), .take, .operation, .tile_place('0),
    .last_place(1'b1), .cells, .terms({MAC_CELLS{CELL_SUM_BITS'(sum)}}), .valid(), .whole(), .layer_end(), .results,
    .saturations
  );
endmodule
