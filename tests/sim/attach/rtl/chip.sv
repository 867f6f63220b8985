// Two stages behind each other, of which one has a stage inside; pins are named unlike the bench's.
module chip (
    input  wire       u_clock,
    input  wire       u_rst_n,
    input  wire       u_scan_enable,  // the bench does not know it
    input  wire [7:0] u_a,
    output wire [7:0] u_sum,
    output wire [7:0] u_inverse
);
  wire [7:0] first;
  add_stage first_stage (
      .clk(u_clock),
      .a(u_a),
      .q(first)
  );
  outer_stage second_stage (
      .clk(u_clock),
      .rst_n(u_rst_n),
      .a(first ^ {8{u_scan_enable}}),
      .q(u_sum)
  );
  inverter third_stage (
      .a(u_sum),
      .q(u_inverse)
  );
endmodule
