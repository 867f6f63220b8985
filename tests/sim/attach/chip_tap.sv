// Writes down what passes a link, in the form that tb/taps.py reads.
module chip_tap #(
  parameter     NAME = "link",
  parameter int WIDTH = 1
) (
  input logic             clk,
  input logic             reset_n,
  input logic             valid,
  input logic             ready,
  input logic [WIDTH-1:0] payload,
  input logic             layer_done
);
  localparam int PAYLOAD_BITS = 32 * ((WIDTH + 31) / 32);

  integer      file = 0;
  string       folder;
  logic [31:0] layer;

  initial
    if ($value$plusargs("taps=%s", folder)) begin
      file = $fopen($sformatf("%s/%s.tap", folder, NAME), "wb");
      $fwrite(file, "%u", {32'(WIDTH), 32'h3150_4154});
      $fflush(file);
    end

  always @(posedge clk or negedge reset_n)
    if (!reset_n) layer <= '0;
    else begin
      if (file != 0 && valid && ready) begin
        $fwrite(file, "%u", {PAYLOAD_BITS'(payload), 32'b0, layer, 64'($time)});
        $fflush(file);
      end
      if (layer_done) layer <= layer + 1'b1;
    end
endmodule
