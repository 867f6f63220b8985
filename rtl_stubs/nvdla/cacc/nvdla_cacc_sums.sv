// CACC's sums: one for each operation of a stripe and each kernel of a group. Takes the sums of both halves of the MAC
// array; gives the results of an operation, a cycle later, when its channels are complete.
module nvdla_cacc_sums
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_fp_pkg::*;
  import nvdla_integer_sum_pkg::*;
(
  input  logic                             clk,
  input  logic                             reset_n,
  input  logic                             is_int8,
  input  logic                             is_float,
  input  logic [4:0]                       truncate,
  input  logic                             take,
  input  operation_t                       operation,
  input  logic [MAC_KERNELS-1:0]           cells,       // that have a kernel, those of CMAC_A lowest
  input  logic [MAC_KERNELS*SUM_BITS-1:0]  terms,
  output logic                             valid,
  output logic                             layer_end,
  output logic [RESULTS_BITS-1:0]          results,     // of the operation's kernels, those beyond 0
  output logic [KERNEL_COUNT_BITS-1:0]     saturations  // among them
);
  localparam int KEPT_BITS = INT16_BITS;

  logic [KEPT_BITS-1:0] sums [0:STRIPE_LONGEST*GROUP_KERNELS-1];
  logic [STRIPE_COUNT_BITS-1:0] pixel;  // of the stripe
  logic first;                          // a stripe begins new sums
  wire  changing = take || valid;
  wire  [STRIPE_COUNT_BITS-1:0] place = operation.stripe_start ? '0 : pixel;
  wire  fresh = first;

  // One kernel's next sum
  function automatic logic [KEPT_BITS-1:0] stepped(input logic [KEPT_BITS-1:0] sum, input logic [SUM_BITS-1:0] term);
    fp44_t fp_term;
    fp48_t fp_sum;
    logic [FP16_SUM_BITS-1:0] float_term;
    if (is_float) begin
      // a term has fewer bits where a cell has fewer channels; a NaN's are at the top
      float_term = FP16_SUM_BITS'(term);
      fp_term.exponent = float_term[FP16_SUM_BITS-1 -: FP44_EXPONENT_BITS];
      fp_term.mantissa = FP44_MANTISSA_BITS'($signed(float_term[FP16_SUM_BITS-FP44_EXPONENT_BITS-1:0]));
      if (fp_term.exponent == '1)
        fp_term.mantissa = fp_term.mantissa << (FP44_MANTISSA_BITS + FP44_EXPONENT_BITS - FP16_SUM_BITS);
      fp_sum = sum;
      stepped = fp48_add(fp_sum, fp_term);
    end else if (is_int8) stepped = integer_add(sum, KEPT_BITS'($signed(term[INT8_SUM_BITS-1:0])), 1'b1);
    else stepped = integer_add(sum, KEPT_BITS'($signed(term)), 1'b0);
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
    int cell_number, part, kernel, parts;
    parts = is_int8 ? CELL_KERNELS : 1;
    words = '0;
    count = '0;
    kernel = 0;
    // verilator unroll_disable
    for (cell_number = 0; cell_number < MAC_KERNELS; cell_number++) begin
      term = terms[SUM_BITS * cell_number +: SUM_BITS];
      for (part = 0; part < parts; part++) begin
        if (cells[cell_number]) begin
          sum = fresh ? '0 : sums[32'(place) * GROUP_KERNELS + kernel];
          sum = stepped(sum, term);
          if (operation.channel_end) begin
            clipped = result_of(sum);
            words[CLIPPED_BITS * kernel +: CLIPPED_BITS] = clipped.value;
            count = count + KERNEL_COUNT_BITS'(clipped.saturated);
          end else sums[32'(place) * GROUP_KERNELS + kernel] = sum;
          term = term >> INT8_SUM_BITS;
        end
        kernel = kernel + 1;
      end
    end
    if (operation.channel_end) begin
      results <= words;
      saturations <= count;
    end
  endtask

  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      pixel <= '0;
      first <= 1'b1;
      valid <= 1'b0;
      layer_end <= 1'b0;
      results <= '0;
      saturations <= '0;
    end else if (changing) begin
      valid <= take && operation.channel_end;
      if (take) begin
        accumulate;
        layer_end <= operation.layer_end;
        pixel <= place + 1'b1;
        if (operation.stripe_end) first <= operation.channel_end;
      end
    end
endmodule
