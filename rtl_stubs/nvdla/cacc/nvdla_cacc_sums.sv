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
  input  logic [MAC_KERNELS-1:0]               cells,        // that have a kernel, those of CMAC_A lowest
  input  logic [MAC_KERNELS*CELL_SUM_BITS-1:0] terms,
  output logic                                 valid,
  output logic                                 whole,        // the operation's last results
  output logic                                 layer_end,
  output logic [RESULTS_BITS-1:0]              results,      // of the operation's kernels, those beyond 0
  output logic [KERNEL_COUNT_BITS-1:0]         saturations   // among them
);
  localparam int KEPT_BITS = INT16_BITS;

  logic [KEPT_BITS-1:0] sums [0:STRIPE_LONGEST*TILE_SUMS*GROUP_KERNELS-1];
  logic [STRIPE_COUNT_BITS-1:0] number; // of the stripe's operation
  logic first;                          // a stripe begins new sums
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

  // All of an operation's kernels
  task automatic accumulate;
    logic [SUM_BITS-1:0] term;
    logic [KEPT_BITS-1:0] sum;
    logic [RESULTS_BITS-1:0] words;
    logic [KERNEL_COUNT_BITS-1:0] count;
    clipped_t clipped;
    int cell_number, part, kernel, parts, at;
    parts = is_int8 ? CELL_KERNELS : 1;
    words = '0;
    count = '0;
    kernel = 0;
    at = (32'(place) * TILE_SUMS + 32'(tile_place)) * GROUP_KERNELS;
    // verilator unroll_disable
    for (cell_number = 0; cell_number < MAC_KERNELS; cell_number++) begin
      term = terms[SUM_BITS * (TILE_SUMS * cell_number + 32'(tile_place)) +: SUM_BITS];
      for (part = 0; part < parts; part++) begin
        if (cells[cell_number]) begin
          sum = '0;
          if (!first) sum = sums[at];
          if (is_float) sum = float_add(sum, term);
          else if (is_int8) sum = integer_add(sum, KEPT_BITS'($signed(term[INT8_SUM_BITS-1:0])), 1'b1);
          else sum = integer_add(sum, KEPT_BITS'($signed(term)), 1'b0);
          if (operation.channel_end) begin
            clipped = result_of(sum);
            words[CLIPPED_BITS * kernel +: CLIPPED_BITS] = clipped.value;
            count = count + KERNEL_COUNT_BITS'(clipped.saturated);
          end else sums[at] = sum;
          term = term >> INT8_SUM_BITS;
        end
        kernel = kernel + 1;
        at = at + 1;
      end
    end
    if (operation.channel_end) begin
      results <= words;
      saturations <= count;
    end
  endtask

  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      number <= '0;
      first <= 1'b1;
      valid <= 1'b0;
      whole <= 1'b0;
      layer_end <= 1'b0;
      results <= '0;
      saturations <= '0;
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
endmodule
