// Writes down what passes a link, for a reader that knows nothing of the design, with +taps=<folder>: one file a tap,
// <folder>/<NAME>.tap, or of several taps of one name <folder>/<NAME>_<NUMBER>.tap. Instantiate it where
// debug_pkg::TAPS is on: a normal build has none.
//
// A file begins with the word "TAP1" and the width of the payload in bits; then, for each transfer in order, time (two
// words), layer number, group, and the payload. Words have 32 bits, the lowest of several comes first. What is offered for
// WAITS cycles and not taken is written too, once, with 2 added to the group. All is on disk as soon as it happened.
module link_tap #(
  parameter     NAME = "link",
  parameter int WIDTH = 1,
  parameter int NUMBER = -1  // the only one of its name
) (
  input logic             clk,
  input logic             reset_n,
  input logic             valid,
  input logic             ready,
  input logic [WIDTH-1:0] payload,
  input logic             group,  // of registers that have the layer; 0 where there is but one
  input logic             layer_done  // the layer ends with this cycle: its transfers, one in this cycle too, came before
);
  localparam int PAYLOAD_BITS = 32 * ((WIDTH + 31) / 32);
  localparam logic [31:0] MARK = 32'h3150_4154;  // "TAP1"

  localparam int LINK_CHARACTERS = 32;
  wire [8*LINK_CHARACTERS-1:0] link = (8 * LINK_CHARACTERS)'(NAME);  // waves show which link this is

  localparam int WAITS = 1024;
  wire           taken = ready === 1'b1;  // an unknown ready takes nothing

  integer      file = 0;
  integer      waited;
  string       folder, path;
  logic [31:0] layer;

  initial
    if ($value$plusargs("taps=%s", folder)) begin
      if (NUMBER < 0) path = $sformatf("%s/%s.tap", folder, NAME);
      else path = $sformatf("%s/%s_%0d.tap", folder, NAME, NUMBER);
      file = $fopen(path, "wb");
      if (file == 0) $fatal(1, "%s cannot be written; +taps= names a folder that exists", path);
      $fwrite(file, "%u", {32'(WIDTH), MARK});
      $fflush(file);
    end

  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      layer <= '0;
      waited <= 0;
    end else begin
      if (file != 0 && valid && (taken || waited == WAITS)) begin
        $fwrite(file, "%u", {PAYLOAD_BITS'(payload), 30'b0, !taken, group, layer, 64'($time)});
        $fflush(file);
      end
      if (file != 0) waited <= !valid || taken ? 0 : waited <= WAITS ? waited + 1 : waited;
      if (layer_done) layer <= layer + 1'b1;
    end
endmodule
