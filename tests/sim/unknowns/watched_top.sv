// Something unknown may decide in each of these: a condition, one behind another one, a selector, an element's index and
// what is written to it. A reset makes all of it known, unless `forgets` keeps it from that.
module watched_top (
  input  logic        clk,
  input  logic        reset_n,
  input  logic        forgets,
  output logic [31:0] assertions_fired,
  output logic [3:0]  counts
);
  logic [3:0] words [0:3];
  logic       enable, other;
  logic [1:0] state, place;
  logic       write;

  assign assertions_fired = check_pkg::fired;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n && !forgets) begin
      {enable, other, write} <= '0;
      {state, place} <= '0;
    end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) counts <= '0;
    else if (enable) counts <= counts + 1'b1;
    else if (other) counts <= counts - 1'b1;
    else
      case (state)
        2'd1: counts <= '0;
        default: counts <= counts;
      endcase

  always_ff @(posedge clk) begin
    if (write) words[0] <= '0;
    words[place] <= counts;
  end
endmodule
