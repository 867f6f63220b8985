// INT8 and INT16 sums of the cells of half a MAC array.
//
// The INT8 kernels of a cell are one number, so far apart that their sums do not touch: one product serves all of them.
// Elements are as wide as their sum, and that as a machine's word: extending a sign costs as much as a product.
// A cell is one expression of as many terms as there are channels, up to 64: a loop costs Icarus twice that.
`define TERM(N) weight[w + N] * datum[N % LANES]
`define TERMS_8(N) \
  `TERM((N)) + `TERM((N + 1)) + `TERM((N + 2)) + `TERM((N + 3)) \
  + `TERM((N + 4)) + `TERM((N + 5)) + `TERM((N + 6)) + `TERM((N + 7))

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
  localparam int FEWEST = 8;  // terms of an expression
  localparam int MOST = 64;
  localparam int LANES = MAC_CHANNELS < FEWEST ? FEWEST : MAC_CHANNELS;
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
    int w, lane;
    total = '0;
    w = number * LANES;
    if (LANES <= MOST)
      total = `TERMS_8(0) + (LANES > 8 ? `TERMS_8(8) : 0) + (LANES > 16 ? `TERMS_8(16) + `TERMS_8(24) : 0)
        + (LANES > 32 ? `TERMS_8(32) + `TERMS_8(40) + `TERMS_8(48) + `TERMS_8(56) : 0);
    else begin
      // verilator unroll_disable
      for (lane = 0; lane < LANES; lane++) total = total + weight[w + lane] * datum[lane];
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
