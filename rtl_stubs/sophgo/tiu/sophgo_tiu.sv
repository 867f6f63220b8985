// TIU, not yet with data paths.
module sophgo_tiu
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_step_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  logic [WORD_BITS-1:0] tiu_word,
  input  logic                 tiu_word_valid,
  output logic                 tiu_word_ready,
  output logic                 tiu_word_done,
  output setup_t               setup,
  output step_t                step,
  output logic [LANES-1:0]     step_lanes
);
  assign setup = '0;
  assign step = '0;
  assign step_lanes = '0;
  assign tiu_word_ready = 1'b1;
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) tiu_word_done <= 1'b0;
    else tiu_word_done <= tiu_word_valid;
endmodule
