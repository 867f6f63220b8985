// Makes elements of what was gathered of the windows: an average gets the padding of whole lines and is multiplied with
// both reciprocals; a maximum or minimum is there already.
module nvdla_pdp_result
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_round_pkg::*;
  import nvdla_fp17_pkg::*;
  import nvdla_pdp_pool_pkg::*;
  import nvdla_pdp_job_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  pool_kind_t           kind,
  input  pool_job_t            job,
  input  logic                 in_valid,
  output logic                 in_ready,
  input  logic [2:0]           in_missing,
  input  logic [SUMS_BITS-1:0] in_sums,
  output logic                 valid,
  input  logic                 ready,
  output logic [ATOM_BITS-1:0] atom
);
  logic take;
  wire [3:0] columns = 4'(job.kernel_width) + 4'd1;
  wire [PAD_BITS-1:0] pad = in_missing == '0 ? '0 : pad_of(job.pads, in_missing);

  nvdla_stage stage (.in_last(1'b0), .last(), .*);

  function automatic logic [15:0] integer_result(
    input logic signed [WIDE_BITS-1:0] value, input logic signed [WIDE_BITS-1:0] lines, input logic int8
  );
    logic signed [WIDE_BITS-1:0] sum;
    logic signed [BYTE_LANE-1:0] byte_sum;
    logic signed [HALF_SUM_BITS-1:0] half_sum;
    sum = value + lines;
    byte_sum = sum[BYTE_LANE-1:0];
    half_sum = sum[HALF_SUM_BITS-1:0];
    if (!kind.average) sum = value;
    else sum = integer_average(
      int8 ? WIDE_BITS'(byte_sum) : WIDE_BITS'(half_sum), int8, job.by_width, job.by_height);
    integer_result = sum[15:0];
  endfunction

  function automatic logic [15:0] float_result(input fp17_t value, input fp17_t lines);
    fp17_t sum;
    sum = value;
    if (in_missing != '0) sum = fp17_add(sum, lines);
    sum = fp17_multiply(sum, job.by_width);
    float_result = fp17_to_fp16(fp17_multiply(sum, job.by_height));
  endfunction

  // All elements
  task automatic make;
    int i;
    logic signed [PAD_BITS-1:0] line_pad;
    logic signed [WIDE_BITS-1:0] lines, value;
    logic signed [BYTE_LANE-1:0] byte_value;
    logic signed [HALF_LANE-1:0] half_value;
    logic [15:0] result;
    fp17_t float_lines;
    line_pad = pad;
    lines = WIDE_BITS'(line_pad) * $signed(WIDE_BITS'(columns));
    float_lines = '0;
    if (kind.fp16) float_lines = fp17_multiply(pad[16:0], fp17_of_columns(columns));
    // verilator unroll_disable
    for (i = 0; i < ATOM_BYTES; i++)
      if (kind.int8) begin
        byte_value = in_sums[BYTE_LANE*i +: BYTE_LANE];
        value = WIDE_BITS'(byte_value);
        result = integer_result(value, lines, 1'b1);
        atom[8*i +: 8] <= result[7:0];
      end else if (i < HALVES) begin
        half_value = in_sums[HALF_LANE*i +: HALF_LANE];
        value = WIDE_BITS'(half_value);
        if (kind.fp16 && kind.average) result = float_result(in_sums[HALF_LANE*i +: 17], float_lines);
        else result = integer_result(value, lines, 1'b0);
        atom[16*i +: 16] <= result;
      end
  endtask

  always @(posedge clk or negedge reset_n)
    if (!reset_n) atom <= '0;
    else if (take) make;
endmodule
