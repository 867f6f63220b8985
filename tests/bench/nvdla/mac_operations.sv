// Both halves' cells of the MAC array and nothing else: the same stripe again and again, as many operations as a plusarg
// says. What is measured lies between `begin` and `end`, as in plain_nvdla.sv.
module mac_operations
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
`ifdef VERILATOR
(input wire clk, input wire csb_clk);  // one clock drives both
`else
;
  reg clk = 1'b0;
  always #1 clk = ~clk;
`endif
  localparam [31:0] STDIN = 32'h8000_0000, STDOUT = 32'h8000_0001;
  localparam [31:0] STRIPE = 16;

  reg [31:0] operations, done = 0, dice = 32'd1;
  reg is_int8, is_float;
  reg measuring = 1'b0;
  integer answer;
  logic [ENTRY_BITS-1:0] data = '0;
  logic [ENTRY_BITS-1:0] kernels [0:CMAC_CELLS-1];
  wire  [ENTRY_BITS-1:0] weights [0:CMAC_CELLS-1];
  wire  first = done % STRIPE == 0;

  initial begin
    if (!$value$plusargs("operations=%d", operations)) operations = 1;
    is_int8 = $test$plusargs("int8") != 0;
    is_float = $test$plusargs("fp16") != 0;
  end

  wire  [63:0] seen [0:CMACS-1];  // something of all sums, that none is left out
  reg [63:0] mixed = '0;

  genvar number, half;
  for (number = 0; number < CMAC_CELLS; number++) begin : g_weights
    assign weights[number] = kernels[number];
  end
  for (half = 0; half < CMACS; half++) begin : g_half
    logic [CMAC_CELLS*CELL_SUM_BITS-1:0] integers, floats;
    assign seen[half] = is_float ? 64'(floats) ^ 64'(floats >> (CMAC_CELLS - 1) * CELL_SUM_BITS)
      : 64'(integers) ^ 64'(integers >> CELL_SUM_BITS);
    nvdla_cmac_integers integer_cells (
      .clk, .is_int8, .is_winograd(1'b0), .load(measuring && !is_float && first), .operate(measuring && !is_float),
      .cells({CMAC_CELLS{1'b1}}), .weights, .data, .sums(integers)
    );
    nvdla_cmac_floats float_cells (
      .clk, .is_winograd(1'b0), .load(measuring && is_float && first), .operate(measuring && is_float),
      .cells({CMAC_CELLS{1'b1}}), .weights, .data, .sums(floats)
    );
  end

  // finite numbers of all exponents
  function automatic logic [15:0] code_of(input logic [31:0] number);
    code_of = {number[15], 1'b0, number[13:10] + 4'd8, number[9:0]};
  endfunction

  task wait_for_answer;
    begin
      $fflush(STDOUT);
      answer = $fgetc(STDIN);
    end
  endtask

  always @(posedge clk) begin
    dice = dice ^ (dice << 13);
    dice = dice ^ (dice >> 17);
    dice = dice ^ (dice << 5);
    data <= {data[ENTRY_BITS-17:0], code_of(dice)};
    if (!measuring) begin
      done <= done + 1;
      kernels[done % CMAC_CELLS] <= data;
      if (done == 8 * MAC_CHANNELS) begin
        measuring <= 1'b1;
        done <= 0;
        $display("begin");
        wait_for_answer;
      end
    end else begin
      done <= done + 1;
      if (done > 1) mixed <= {mixed[62:0], mixed[63]} ^ seen[0] ^ {seen[1][31:0], seen[1][63:32]};
      if (done == operations) begin
        $display("sums %h", mixed);
        $display("end %0d", operations);
        wait_for_answer;
        $finish;
      end
    end
  end
endmodule
