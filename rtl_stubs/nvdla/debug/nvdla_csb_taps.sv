// Taps on what the register blocks are asked and answer, for debug_pkg::TAPS: held against the CSB's pins, they tell
// a fault of the CSB from one of a block's registers.
module nvdla_csb_taps
  import nvdla_csb_pkg::*;
(
  input logic                    clk,
  input logic                    reset_n,
  input logic [BLOCKS-1:0]       req_valid,
  input logic                    req_write,
  input logic [WORD_BITS-1:0]    req_word,
  input logic [31:0]             req_data,
  input logic [BLOCKS-1:0][31:0] rsp_data
);
  logic [BLOCKS-1:0] asked;  // for a read, in the cycle before
  logic [31:0]       answer;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) asked <= '0;
    else asked <= req_write ? '0 : req_valid;

  always @* begin
    answer = '0;
    if (asked != '0)
      for (int i = 0; i < BLOCKS; i++)
        if (asked[i]) answer = answer | rsp_data[i];
  end

  link_tap #(.NAME("csb_requests"), .WIDTH(BLOCKS + 1 + WORD_BITS + 32)) requests (
    .valid(req_valid != '0), .ready(1'b1), .payload({req_valid, req_write, req_word, req_data}),
    .group(1'b0), .layer_done(1'b0), .*
  );
  link_tap #(.NAME("csb_answers"), .WIDTH(BLOCKS + 32)) answers (
    .valid(asked != '0), .ready(1'b1), .payload({asked, answer}), .group(1'b0), .layer_done(1'b0), .*
  );
endmodule
