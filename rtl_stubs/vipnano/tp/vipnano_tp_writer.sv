// Where a TP job writes its elements: seven loops, of which the innermost gives runs if its increment is 1.
module vipnano_tp_writer
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
  import vipnano_structures_pkg::*;
(
  input  logic          clk,
  input  logic          reset_n,
  input  tp_structure_t structure,
  input  logic          begins,
  output logic          writer_idle,
  // the elements
  input  logic [16:0]   elements,
  input  logic          element_valid,
  output logic          element_ready,
  input  logic [7:0]    element,
  // MEMORY
  output run_t          tp_run,
  input  logic          run_ready,
  output out_byte_t     tp_byte,
  input  logic          out_byte_ready
);
  localparam int OUTERMOST_BITS = 32;

  logic [15:0]               n_0, n_1, n_2, n_3, n_4, n_5;  // turns of the loops
  logic [OUTERMOST_BITS-1:0] n_6;
  logic [16:0]               left;  // bytes of the run that have not been written

  wire [15:0] turns = structure.out_loop_0_count - n_0;
  wire [16:0] length = structure.out_loop_0_inc != 32'd1 ? 17'd1 : elements < 17'(turns) ? elements : 17'(turns);
  wire        takes = tp_run.valid && run_ready;

  // Which loops begin anew with the run
  wire ends_0 = takes && length == 17'(turns);
  wire ends_1 = ends_0 && n_1 == structure.out_loop_1_count - 1'b1;
  wire ends_2 = ends_1 && n_2 == structure.out_loop_2_count - 1'b1;
  wire ends_3 = ends_2 && n_3 == structure.out_loop_3_count - 1'b1;
  wire ends_4 = ends_3 && n_4 == structure.out_loop_4_count - 1'b1;
  wire ends_5 = ends_4 && n_5 == structure.out_loop_5_count - 1'b1;

  wire [ADDRESS_BITS-1:0] address = structure.out_address
    + 32'(n_0) * structure.out_loop_0_inc + 32'(n_1) * structure.out_loop_1_inc
    + 32'(n_2) * structure.out_loop_2_inc + 32'(n_3) * structure.out_loop_3_inc
    + 32'(n_4) * structure.out_loop_4_inc + 32'(n_5) * structure.out_loop_5_inc + n_6 * structure.out_loop_6_inc;

  assign tp_run = {left == '0 && elements != '0, TP_OUTPUT_ID, address, LENGTH_BITS'(length)};
  assign tp_byte = {left != '0 && element_valid, element};
  assign element_ready = left != '0 && out_byte_ready;
  assign writer_idle = left == '0 && elements == '0;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {n_0, n_1, n_2, n_3, n_4, n_5} <= '0;
      n_6 <= '0;
      left <= '0;
    end else begin
      if (begins) begin
        {n_0, n_1, n_2, n_3, n_4, n_5} <= '0;
        n_6 <= '0;
      end else if (takes) begin
        n_0 <= ends_0 ? '0 : n_0 + length[15:0];
        if (ends_0) n_1 <= ends_1 ? '0 : n_1 + 1'b1;
        if (ends_1) n_2 <= ends_2 ? '0 : n_2 + 1'b1;
        if (ends_2) n_3 <= ends_3 ? '0 : n_3 + 1'b1;
        if (ends_3) n_4 <= ends_4 ? '0 : n_4 + 1'b1;
        if (ends_4) n_5 <= ends_5 ? '0 : n_5 + 1'b1;
        if (ends_5) n_6 <= n_6 + 1'b1;
      end
      if (takes) left <= length;
      else if (element_valid && element_ready) left <= left - 1'b1;
    end
endmodule
