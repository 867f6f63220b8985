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
  import nvdla_tile_pkg::*;
(
  input  logic                                clk,
  input  logic                                is_int8,
  input  logic                                is_winograd,
  input  logic                                load,     // take the weights
  input  logic                                operate,  // take the data
  input  logic [CMAC_CELLS-1:0]               cells,    // that have a kernel
  input  wire  [ENTRY_BITS-1:0]               weights [0:CMAC_CELLS-1],
  input  logic [ENTRY_BITS-1:0]               data,
  output logic [CMAC_CELLS*CELL_SUM_BITS-1:0] sums      // of the data last taken
);
  // both halves share the code
  // verilator no_inline_module
  localparam int FEWEST = 8;  // terms of an expression
  localparam int MOST = 64;
  localparam int LANES = MAC_CHANNELS < FEWEST ? FEWEST : MAC_CHANNELS;
  localparam int INT8_SUMS_BITS = CELL_KERNELS * INT8_SUM_BITS;

  total_t weight   [0:CMAC_CELLS*LANES-1];
  total_t datum    [0:LANES-1];
  total_t position [0:POSITIONS-1];                 // of Winograd, for the cell that is worked on
  total_t half     [0:TILE_WIDE*POSITIONS_WIDE-1];  // its columns are done
  logic [TILE*SUM_BITS-1:0] tile;

  initial begin  // lanes that are there for the expression only
    for (int i = 0; i < CMAC_CELLS * LANES; i++) weight[i] = '0;
    for (int i = 0; i < LANES; i++) datum[i] = '0;
  end

  task automatic take_weights(input int number);
    logic [ENTRY_BITS-1:0] codes;
    logic [ELEMENT_BITS-1:0] code;
    total_t last;
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

  // A total as it goes to the accumulator
  function automatic logic [SUM_BITS-1:0] given(input total_t total);
    logic [INT8_SUM_BITS-1:0] last;
    given = SUM_BITS'(total);
    // a negative sum of the first kernel took 1 from the second's
    last = total[INT8_SUMS_BITS-1 -: INT8_SUM_BITS] + INT8_SUM_BITS'(total[INT8_SUM_BITS-1]);
    if (is_int8 && CELL_KERNELS > 1)
      given = SUM_BITS'({last, total[INT8_SUM_BITS-1:0]});
  endfunction

  function automatic logic [SUM_BITS-1:0] cell_sum(input int number);
    total_t total;
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
    cell_sum = given(total);
  endfunction

  // Winograd: a sum for each position, and of these a tile
  task automatic take_tile(input int number);
    logic [2*TOTAL_BITS-1:0] two;
    int i, channel, w;
    w = number * LANES;
    // verilator unroll_disable
    for (i = 0; i < POSITIONS; i++) begin
      position[i] = weight[w] * datum[POSITION_CHANNELS * i];
      for (channel = 1; channel < POSITION_CHANNELS; channel++)
        position[i] = position[i] + weight[w + channel] * datum[POSITION_CHANNELS * i + channel];
      w = w + POSITION_CHANNELS;
    end
    for (i = 0; i < POSITIONS_WIDE; i++) begin
      two = post_added(
        position[i], position[POSITIONS_WIDE + i], position[2 * POSITIONS_WIDE + i], position[3 * POSITIONS_WIDE + i]);
      half[i] = two[TOTAL_BITS-1:0];
      half[POSITIONS_WIDE + i] = two[2*TOTAL_BITS-1:TOTAL_BITS];
    end
    for (i = 0; i < TILE_WIDE; i++) begin
      two = post_added(
        half[POSITIONS_WIDE * i], half[POSITIONS_WIDE * i + 1], half[POSITIONS_WIDE * i + 2], half[POSITIONS_WIDE * i + 3]);
      tile[TILE_WIDE * SUM_BITS * i +: SUM_BITS] = given(two[TOTAL_BITS-1:0]);
      tile[TILE_WIDE * SUM_BITS * i + SUM_BITS +: SUM_BITS] = given(two[2*TOTAL_BITS-1:TOTAL_BITS]);
    end
  endtask

  task automatic operate_cells;
    logic [CMAC_CELLS*CELL_SUM_BITS-1:0] next;
    int i;
    next = '0;
    // verilator unroll_disable
    for (i = 0; i < CMAC_CELLS; i++)
      if (cells[i]) begin
        if (TILE_SUMS > 1 && is_winograd) begin
          take_tile(i);
          next[CELL_SUM_BITS*i +: CELL_SUM_BITS] = CELL_SUM_BITS'(tile);
        end else next[CELL_SUM_BITS*i +: SUM_BITS] = cell_sum(i);
      end
    sums <= next;
  endtask

  always @(posedge clk) begin
    if (load) begin
      // verilator unroll_disable
      for (int i = 0; i < CMAC_CELLS; i++) if (cells[i]) take_weights(i);
    end
    if (operate) begin
      take_data;
      operate_cells;
    end
  end
endmodule
