// Watches one link, as far as a build wants that: a tap that writes down what passes, and the rule of links. A unit's
// layers take turns in its groups, from group 0 on, so a layer's group follows from its number.
module nvdla_link_watch #(
  parameter     NAME = "link",
  parameter int WIDTH = 1
) (
  input logic             clk,
  input logic             reset_n,
  input logic             valid,
  input logic             ready,
  input logic [WIDTH-1:0] payload,
  input logic             layer_end  // this is the layer's last transfer; always 0 on a link that does not know
);
  if (nvdla_debug_pkg::TAPS) begin : g_tap
    logic group;
    wire  layer_done = valid && ready && layer_end;

    always_ff @(posedge clk or negedge reset_n)
      if (!reset_n) group <= 1'b0;
      else if (layer_done) group <= !group;

    nvdla_tap #(.NAME(NAME), .WIDTH(WIDTH)) tap (.clk, .reset_n, .valid, .ready, .payload, .group, .layer_done);
  end

  if (nvdla_debug_pkg::LINK_CHECKS) begin : g_check
    nvdla_link_check #(.WIDTH(WIDTH)) rule (.clk, .reset_n, .valid, .ready, .payload);
  end
endmodule
