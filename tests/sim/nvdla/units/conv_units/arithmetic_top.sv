// The arithmetic of the MAC array and the accumulator alone: half an array's cells, FP16 ones with lanes side by side and
// one by one, and a step of the accumulator.
module arithmetic_top
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_fp_pkg::*;
  import nvdla_integer_sum_pkg::*;
#(
  parameter int LANES = 1
) (
  input  logic                                clk,
  input  logic                                is_int8,
  input  logic                                is_winograd,
  input  logic                                load,
  input  logic                                operate,
  input  logic [CMAC_CELLS-1:0]               cells,
  input  logic [CMAC_CELLS*ENTRY_BITS-1:0]    kernels,
  input  logic [ENTRY_BITS-1:0]               data,
  output logic [CMAC_CELLS*CELL_SUM_BITS-1:0] integers,
  output logic [CMAC_CELLS*CELL_SUM_BITS-1:0] floats,
  output logic [CMAC_CELLS*CELL_SUM_BITS-1:0] other_floats,
  input  logic                                is_float,
  input  logic [4:0]                          truncate,
  input  logic [47:0]                         sum,
  input  logic [47:0]                         term,
  output logic [47:0]                         stepped,
  output logic [32:0]                         final_result  // saturated, and the word
);
  wire [ENTRY_BITS-1:0] weights [0:CMAC_CELLS-1];
  genvar number;
  for (number = 0; number < CMAC_CELLS; number++) begin : g_weights
    assign weights[number] = kernels[ENTRY_BITS*number +: ENTRY_BITS];
  end

  nvdla_cmac_integers integer_cells (
    .clk, .is_int8, .is_winograd, .load, .operate, .cells, .weights, .data, .sums(integers)
  );
  nvdla_cmac_floats float_cells (.clk, .is_winograd, .load, .operate, .cells, .weights, .data, .sums(floats));
  nvdla_cmac_floats #(.LANES(LANES)) other_cells (
    .clk, .is_winograd, .load, .operate, .cells, .weights, .data, .sums(other_floats)
  );

  function automatic logic [47:0] step_of(input logic [47:0] before_it, input logic [47:0] added);
    fp44_t fp_term;
    fp48_t fp_sum;
    fp_term = added[43:0];
    fp_sum = before_it;
    step_of = is_float ? fp48_add(fp_sum, fp_term) : integer_add(before_it, added, is_int8);
  endfunction

  function automatic logic [32:0] final_of(input logic [47:0] complete);
    fp48_t fp_sum;
    fp_sum = complete;
    final_of = is_float ? {1'b0, fp32_of(fp_sum)} : integer_clip(complete, truncate);
  endfunction

  always_ff @(posedge clk) begin
    stepped <= step_of(sum, term);
    final_result <= final_of(step_of(sum, term));
  end
endmodule
