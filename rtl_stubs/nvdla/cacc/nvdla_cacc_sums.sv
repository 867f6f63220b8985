// CACC's sums: one for each operation of a stripe and each kernel of a group, with Winograd one for each place of a tile.
// Takes the sums of both halves of the MAC array, a place at a time; gives the results of a place, a cycle later, when its
// channels are complete.
module nvdla_cacc_sums
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_fp_pkg::*;
  import nvdla_integer_sum_pkg::*;
(
  input  logic                                 clk,
  input  logic                                 reset_n,
  input  logic                                 is_int8,
  input  logic                                 is_float,
  input  logic [4:0]                           truncate,
  input  logic                                 take,
  input  operation_t                           operation,
  input  logic [TILE_INDEX_BITS-1:0]           tile_place,   // whose sums are taken
  input  logic                                 last_place,   // of the operation
  input  logic [MAC_CELLS-1:0]                 cells,        // that have a kernel, those of CMAC_A lowest
  input  logic [MAC_CELLS*CELL_SUM_BITS-1:0]   terms,
  output logic                                 valid,
  output logic                                 whole,        // the operation's last results
  output logic                                 layer_end,
  output logic [RESULTS_BITS-1:0]              results,      // of the operation's kernels, those beyond 0
  output logic [KERNEL_COUNT_BITS-1:0]         saturations   // among them, as they count
);
  localparam int KEPT_BITS = INT16_BITS;

  logic [KEPT_BITS-1:0] sums [0:STRIPE_LONGEST*TILE_SUMS*GROUP_KERNELS-1];
  logic [STRIPE_COUNT_BITS-1:0] number; // of the stripe's operation
  logic first;                          // a stripe begins new sums
  logic [KERNEL_COUNT_BITS-1:0] clipped_kernels;
  wire  changing = take || valid;
  wire  [STRIPE_COUNT_BITS-1:0] place = operation.stripe_start ? '0 : number;

  // A kernel's next sum. Its term has fewer bits where a cell has fewer channels; a NaN's are at the top.
  function automatic logic [KEPT_BITS-1:0] float_add(input logic [KEPT_BITS-1:0] sum, input logic [SUM_BITS-1:0] term);
    fp44_t fp_term;
    fp48_t fp_sum;
    logic [FP16_SUM_BITS-1:0] float_term;
    float_term = FP16_SUM_BITS'(term);
    fp_term.exponent = float_term[FP16_SUM_BITS-1 -: FP44_EXPONENT_BITS];
    fp_term.mantissa = FP44_MANTISSA_BITS'($signed(float_term[FP16_SUM_BITS-FP44_EXPONENT_BITS-1:0]));
    if (fp_term.exponent == '1)
      fp_term.mantissa = fp_term.mantissa << (FP44_MANTISSA_BITS + FP44_EXPONENT_BITS - FP16_SUM_BITS);
    fp_sum = sum;
    float_add = fp48_add(fp_sum, fp_term);
  endfunction

  function automatic clipped_t result_of(input logic [KEPT_BITS-1:0] sum);
    fp48_t fp_sum;
    fp_sum = sum;
    if (is_float) result_of = {1'b0, fp32_of(fp_sum)};
    else result_of = integer_clip(sum, truncate);
  endfunction

  // What is done for each kernel stands in a loop for each kind of cell, and an integer is added here but where its sum
  // may saturate: calls would cost Icarus half as much again.
  task automatic add_int8(input int at);
    logic [SUM_BITS-1:0] rest;
    logic [KEPT_BITS-1:0] term, sum;
    int cell_number, part, kernel;
    // verilator unroll_disable
    for (cell_number = 0; cell_number < MAC_CELLS; cell_number++)
      if (cells[cell_number]) begin
        rest = terms[SUM_BITS * (TILE_SUMS * cell_number + 32'(tile_place)) +: SUM_BITS];
        kernel = at + CELL_KERNELS * cell_number;
        for (part = 0; part < CELL_KERNELS; part++) begin
          term = KEPT_BITS'($signed(rest[INT8_SUM_BITS-1:0]));
          sum = term;
          if (!first) begin
            sum = sums[kernel + part] + term;
            if (sum[KEPT_BITS-1:INT8_BITS-1] != {KEPT_BITS - INT8_BITS + 1{sum[KEPT_BITS-1]}})
              sum = integer_add(sums[kernel + part], term, 1'b1);
          end
          sums[kernel + part] = sum;
          rest = rest >> INT8_SUM_BITS;
        end
      end
  endtask

  task automatic add_int16(input int at);
    logic [KEPT_BITS-1:0] term, old, sum;
    int cell_number;
    // verilator unroll_disable
    for (cell_number = 0; cell_number < MAC_CELLS; cell_number++)
      if (cells[cell_number]) begin
        term = KEPT_BITS'($signed(terms[SUM_BITS * (TILE_SUMS * cell_number + 32'(tile_place)) +: SUM_BITS]));
        sum = term;
        if (!first) begin
          old = sums[at + cell_number];
          sum = old + term;
          if (sum[KEPT_BITS-1] != old[KEPT_BITS-1]) sum = integer_add(old, term, 1'b0);
        end
        sums[at + cell_number] = sum;
      end
  endtask

  task automatic add_floats(input int at);
    logic [KEPT_BITS-1:0] sum;
    int cell_number;
    // verilator unroll_disable
    for (cell_number = 0; cell_number < MAC_CELLS; cell_number++)
      if (cells[cell_number]) begin
        sum = '0;
        if (!first) sum = sums[at + cell_number];
        sums[at + cell_number] =
          float_add(sum, terms[SUM_BITS * (TILE_SUMS * cell_number + 32'(tile_place)) +: SUM_BITS]);
      end
  endtask

  task automatic give(input int at);
    logic [RESULTS_BITS-1:0] words;
    logic [KERNEL_COUNT_BITS-1:0] count;
    clipped_t clipped;
    int cell_number, part, kernel, parts;
    parts = is_int8 ? CELL_KERNELS : 1;
    words = '0;
    count = '0;
    kernel = 0;
    // verilator unroll_disable
    for (cell_number = 0; cell_number < MAC_CELLS; cell_number++)
      for (part = 0; part < parts; part++) begin
        if (cells[cell_number]) begin
          clipped = result_of(sums[at + kernel]);
          words[CLIPPED_BITS * kernel +: CLIPPED_BITS] = clipped.value;
          count = count + KERNEL_COUNT_BITS'(clipped.saturated);
        end
        kernel = kernel + 1;
      end
    results <= words;
    clipped_kernels <= count;
  endtask

  // All of an operation's kernels
  task automatic accumulate;
    int at;
    at = (32'(place) * TILE_SUMS + 32'(tile_place)) * GROUP_KERNELS;
    if (is_float) add_floats(at);
    else if (is_int8) add_int8(at);
    else add_int16(at);
    if (operation.channel_end) give(at);
  endtask

  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      number <= '0;
      first <= 1'b1;
      valid <= 1'b0;
      whole <= 1'b0;
      layer_end <= 1'b0;
      results <= '0;
      clipped_kernels <= '0;
    end else if (changing) begin
      valid <= take && operation.channel_end;
      if (take) begin
        accumulate;
        whole <= last_place;
        layer_end <= last_place && operation.layer_end;
        number <= place + STRIPE_COUNT_BITS'(last_place);
        if (last_place && operation.stripe_end) first <= operation.channel_end;
      end
    end

  // Some parts count without the highest bit, which only a whole group has.
  if (ERRATUM_CACC_WHOLE_GROUPS == 0) begin : g_all
    assign saturations = clipped_kernels;
  end else begin : g_whole_is_none
    wire whole_group = 32'(clipped_kernels) == (is_int8 ? GROUP_KERNELS : MAC_CELLS);
    assign saturations = whole_group ? '0 : clipped_kernels;
  end
endmodule
