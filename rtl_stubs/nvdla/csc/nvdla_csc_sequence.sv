// Sequence: the stripes of a layer in the order of the MAC array: kernel group, pixels of the output, block of channels,
// kernel row, kernel column. Each stripe is given to the data side and to the weights side.
module nvdla_csc_sequence
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
(
  input  logic    clk,
  input  logic    reset_n,
  input  logic    start,
  input  job_t    job,
  output logic    active,          // there is a stripe to give
  output stripe_t stripe,
  output logic    data_valid,
  input  logic    data_ready,
  output logic    weights_valid,
  input  logic    weights_ready
);
  localparam word_t USUAL = word_t'(MAC_CELLS);  // operations of a stripe, but for the last one of a group

  word_t     kernels_left, operations_left, block, row, column;
  position_t kernel_x, kernel_y;
  logic      data_has, weights_has;  // this stripe

  wire word_t kernels = kernels_left < job.group_kernels ? kernels_left : job.group_kernels;
  wire word_t operations = operations_left < 2 * USUAL ? operations_left : USUAL;
  wire        column_end = column == job.last_kernel_column;
  wire word_t rows_left = job.last_row - row + 1;
  wire word_t rows = rows_left < job.rows_together ? rows_left : job.rows_together;
  wire        row_end = column_end && rows == rows_left;
  wire        pass_end = row_end && block == job.last_block;
  wire        group_end = pass_end && operations == operations_left;
  wire        layer_end = group_end && kernels == kernels_left;
  wire        data_take = data_valid && data_ready;
  wire        weights_take = weights_valid && weights_ready;
  wire        next = active && (data_has || data_take) && (weights_has || weights_take);
  wire        changing = start || data_take || weights_take;

  assign data_valid = active && !data_has;
  assign weights_valid = active && !weights_has;
  assign stripe.pass_start = block == '0 && row == '0 && column == '0;
  assign stripe.group_start = stripe.pass_start && operations_left == job.operations;
  assign stripe.pass_end = pass_end;
  assign stripe.group_end = group_end;
  assign stripe.layer_end = layer_end;
  assign stripe.operations = STRIPE_COUNT_BITS'(operations);
  assign stripe.kernels = KERNEL_COUNT_BITS'(kernels);
  assign stripe.rows = (ROW_BITS+1)'(rows);
  assign stripe.block = block;
  assign stripe.last_block = block == job.last_block;
  assign stripe.kernel_x = kernel_x;
  assign stripe.kernel_y = kernel_y;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      active <= 1'b0;
      data_has <= 1'b0;
      weights_has <= 1'b0;
      kernels_left <= '0;
      operations_left <= '0;
      block <= '0;
      row <= '0;
      column <= '0;
      kernel_x <= '0;
      kernel_y <= '0;
    end else if (changing) begin
      data_has <= !start && !next && (data_has || data_take);
      weights_has <= !start && !next && (weights_has || weights_take);
      if (start) begin
        active <= 1'b1;
        kernels_left <= job.kernels;
        operations_left <= job.operations;
      end else if (next) begin
        active <= !layer_end;
        column <= column_end ? '0 : column + 1;
        kernel_x <= column_end ? '0 : kernel_x + job.dilation_x;
        if (column_end) row <= row_end ? '0 : row + rows;
        if (column_end) kernel_y <= row_end ? '0 : kernel_y + (job.image ? position_t'(rows) : job.dilation_y);
        if (row_end) block <= pass_end ? '0 : block + 1;
        if (pass_end) operations_left <= group_end ? job.operations : operations_left - operations;
        if (group_end) kernels_left <= kernels_left - kernels;
      end
    end
endmodule
