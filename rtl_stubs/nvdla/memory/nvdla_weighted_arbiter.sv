// Weighted round robin: a requester is granted up to its weight in a row before the next one has its turn; weight 0
// counts as 1.
module nvdla_weighted_arbiter #(
  parameter int REQUESTERS = 2,
  parameter int WEIGHT_BITS = 8,
  parameter int INDEX_BITS = $clog2(REQUESTERS)
) (
  input  logic                                   clk,
  input  logic                                   reset_n,
  input  logic [REQUESTERS-1:0]                  request,
  input  logic [REQUESTERS-1:0][WEIGHT_BITS-1:0] weight,
  input  logic                                   taken,   // the winner is served in this cycle
  output logic [INDEX_BITS-1:0]                  winner
);
  logic [INDEX_BITS-1:0]  turn;
  logic [WEIGHT_BITS-1:0] left;  // grants that the requester at turn still has

  assign winner = request[turn] && left != '0 ? turn : next_after(request, turn);

  // The next requester behind `from`, `from` itself last.
  function automatic logic [INDEX_BITS-1:0] next_after(
    input logic [REQUESTERS-1:0] requests, input logic [INDEX_BITS-1:0] from
  );
    int step;
    next_after = from;
    for (step = REQUESTERS - 1; step > 0; step--)
      if (requests[INDEX_BITS'((32'(from) + step) % REQUESTERS)])
        next_after = INDEX_BITS'((32'(from) + step) % REQUESTERS);
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      turn <= '0;
      left <= '0;
    end else if (taken) begin
      turn <= winner;
      if (winner == turn && left != '0) left <= left - 1'b1;
      else left <= weight[winner] == '0 ? '0 : weight[winner] - 1'b1;
    end
endmodule
