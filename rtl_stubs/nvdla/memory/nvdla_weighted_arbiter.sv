// Weighted round robin: a requester is granted up to its weight in a row before the next one has its turn; weight 0
// counts as 1, unless such a requester's request is kept away.
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

  // Looked for only where it is not the one at turn, so that a single requester costs a simulator little.
  always @* begin
    winner = turn;
    if ((request & ~(REQUESTERS'(1) << turn)) != '0 && !(request[turn] && left != '0)) winner = next_after(request, turn);
  end

  // The next requester behind `from`, `from` itself last.
  function automatic logic [INDEX_BITS-1:0] next_after(
    input logic [REQUESTERS-1:0] requests, input logic [INDEX_BITS-1:0] from
  );
    logic [REQUESTERS-1:0] behind, candidates;
    behind = requests & (~REQUESTERS'(1) << from);
    candidates = behind != '0 ? behind : requests;
    next_after = INDEX_BITS'($clog2(candidates & -candidates));
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
