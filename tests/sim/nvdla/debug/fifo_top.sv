// A queue that a test may push when full and pop when empty.
module fifo_top (
  input  logic        clk,
  input  logic        reset_n,
  input  logic        push,
  input  logic        pop,
  output logic        full,
  output logic        valid,
  output logic        last,
  output logic [31:0] assertions_fired,
  output logic [check_pkg::NAME_BITS-1:0] assertion_name,
  output logic [63:0] assertion_time
);
  assign assertions_fired = check_pkg::fired;
  assign assertion_name = check_pkg::last_name;
  assign assertion_time = check_pkg::last_time;



  nvdla_fifo #(.WIDTH(1), .DEPTH(4)) fifo (
    .clk,
    .reset_n,
    .push,
    .full,
    .push_data(1'b1),
    .pop,
    .valid,
    .data(last)
  );
endmodule
