// INT8 and INT16 sums of the cells of half a MAC array.
//
// The INT8 kernels of a cell are one number, so far apart that their sums do not touch: one product serves all of them.
// Elements are as wide as their sum, and that as a machine's word: extending a sign costs as much as a product.
module nvdla_cmac_integers
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
(
  input  logic                           clk,
  input  logic                           is_int8,
  input  logic                           load,     // take the weights
  input  logic                           operate,  // take the data
  input  logic [CMAC_CELLS-1:0]          cells,    // that have a kernel
  input  wire  [ENTRY_BITS-1:0]          weights [0:CMAC_CELLS-1],
  input  logic [ENTRY_BITS-1:0]          data,
  output logic [CMAC_CELLS*SUM_BITS-1:0] sums      // of the data last taken
);
  localparam int TERMS = 8;  // of one expression
  localparam int LANES = MAC_CHANNELS < TERMS ? TERMS : MAC_CHANNELS;
  localparam int INT8_SUMS_BITS = CELL_KERNELS * INT8_SUM_BITS;
  localparam int TOTAL_BITS = 64;

  logic signed [TOTAL_BITS-1:0] weight [0:CMAC_CELLS*LANES-1];
  logic signed [TOTAL_BITS-1:0] datum  [0:LANES-1];

  initial begin  // lanes that are there for the expression only
    for (int i = 0; i < CMAC_CELLS * LANES; i++) weight[i] = '0;
    for (int i = 0; i < LANES; i++) datum[i] = '0;
  end

  task automatic take_weights(input int number);
    logic [ENTRY_BITS-1:0] codes;
    logic [ELEMENT_BITS-1:0] code;
    logic signed [TOTAL_BITS-1:0] last;
    int lane;
    codes = weights[number];
    // verilator unroll_disable
    for (lane = 0; lane < MAC_CHANNELS; lane++) begin
      code = codes[ELEMENT_BITS * lane +: ELEMENT_BITS];
      last = TOTAL_BITS'($signed(code[ELEMENT_BITS-1 -: 8]));
      if (!is_int8) weight[number * LANES + lane] = TOTAL_BITS'($signed(code));
      else if (CELL_KERNELS == 1) weight[number * LANES + lane] = last;
      else weight[number * LANES + lane] = (last <<< INT8_SUM_BITS) + TOTAL_BITS'($signed(code[7:0]));
    end
  endtask

  task automatic take_data;
    int lane;
    // verilator unroll_disable
    for (lane = 0; lane < MAC_CHANNELS; lane++)
      if (is_int8) datum[lane] = TOTAL_BITS'($signed(data[ELEMENT_BITS * lane +: 8]));
      else datum[lane] = TOTAL_BITS'($signed(data[ELEMENT_BITS * lane +: ELEMENT_BITS]));
  endtask

  function automatic logic [SUM_BITS-1:0] cell_sum(input int number);
    logic signed [TOTAL_BITS-1:0] total;
    logic [INT8_SUM_BITS-1:0] last;
    int d, w;
    total = '0;
    w = number * LANES;
    // verilator unroll_disable
    for (d = 0; d < LANES; d = d + TERMS) begin
      total = total + weight[w] * datum[d] + weight[w+1] * datum[d+1] + weight[w+2] * datum[d+2]
        + weight[w+3] * datum[d+3] + weight[w+4] * datum[d+4] + weight[w+5] * datum[d+5]
        + weight[w+6] * datum[d+6] + weight[w+7] * datum[d+7];
      w = w + TERMS;
    end
    cell_sum = SUM_BITS'(total);
    // a negative sum of the first kernel took 1 from the second's
    last = total[INT8_SUMS_BITS-1 -: INT8_SUM_BITS] + INT8_SUM_BITS'(total[INT8_SUM_BITS-1]);
    if (is_int8 && CELL_KERNELS > 1)
      cell_sum = SUM_BITS'({last, total[INT8_SUM_BITS-1:0]});
  endfunction

  always @(posedge clk) begin
    if (load) begin
      // verilator unroll_disable
      for (int i = 0; i < CMAC_CELLS; i++) if (cells[i]) take_weights(i);
    end
    if (operate) begin
      take_data;
      // verilator unroll_disable
      for (int i = 0; i < CMAC_CELLS; i++) sums[SUM_BITS*i +: SUM_BITS] <= cells[i] ? cell_sum(i) : '0;
    end
  end
endmodule
