// The handshake rule on one link: what is valid stays valid and keeps its payload until it is taken,
// and both signals are known. It costs a clocked process: instantiate it where debug_pkg::LINK_CHECKS is on.
module link_check
  import check_pkg::*;
#(
  parameter int WIDTH = 1
) (
  input logic             clk,
  input logic             reset_n,
  input logic             valid,
  input logic             ready,
  input logic [WIDTH-1:0] payload
);
  logic             waiting;  // offered in the cycle before and not taken
  logic [WIDTH-1:0] offered;
  wire              known = (valid ^ valid) === 1'b0 && (ready ^ ready) === 1'b0;
  wire              active = valid || waiting || !known;

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      waiting <= 1'b0;
      offered <= '0;
    end else if (active !== 1'b0) begin
      assert (known) else assertion_failed("control-unknown", $sformatf("%m"), $time);
      if (known && waiting) begin
        assert (valid) else assertion_failed("valid-withdrawn", $sformatf("%m"), $time);
        assert (payload === offered) else assertion_failed("payload-changed", $sformatf("%m"), $time);
      end
      waiting <= known && valid && !ready;
      if (valid) offered <= payload;
    end
endmodule
