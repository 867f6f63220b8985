// What the real part loses on the CSB, and ours does only with a plusarg; in the CSB's clock domain.
//
// With +answers_lost an answer is lost that is behind two others, and two that meet become one. With +early_requests_lost a
// request is lost that comes in reset or in the first cycles behind it, although it is taken. +as_the_part is for both.
module nvdla_csb_losses (
  input  logic clk,
  input  logic reset_n,
  input  logic asks,       // a request is taken that wants an answer
  input  logic answers,    // an answer is given,
  input  logic both,       // which is two in one
  output logic merges,     // answers that meet become one
  output logic lost,       // what asks now gets no answer
  output logic deaf        // what is asked now is taken and lost
);
  localparam int MOST_OWED = 2;
  localparam int DEAF_CYCLES = 5;  // behind the 2 that a reset takes to end here
  localparam int DEAF_BITS = $clog2(DEAF_CYCLES + 1);

  logic                 loses_requests;
  logic [1:0]           owed;  // answers
  logic [DEAF_BITS-1:0] deaf_left;

  assign lost = merges && 32'(owed) == MOST_OWED && !answers;
  assign deaf = loses_requests && deaf_left != '0;

  initial begin
    merges = $test$plusargs("answers_lost") != 0 || $test$plusargs("as_the_part") != 0;
    loses_requests = $test$plusargs("early_requests_lost") != 0 || $test$plusargs("as_the_part") != 0;
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      owed <= '0;
      deaf_left <= DEAF_BITS'(DEAF_CYCLES);
    end else begin
      if (deaf) deaf_left <= deaf_left - 1'b1;
      if (merges && (asks || answers)) owed <= owed + 2'(asks && !deaf && !lost) - 2'(answers) - 2'(answers && both);
    end
endmodule
