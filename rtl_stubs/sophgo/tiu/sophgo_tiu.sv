// TIU: gives each word to the part that knows how to walk it, and the steps of that part to the lanes.
module sophgo_tiu
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_words_pkg::*;
  import sophgo_step_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  // the queue
  input  logic [WORD_BITS-1:0] tiu_word,
  input  logic                 tiu_word_valid,
  output logic                 tiu_word_ready,
  output logic                 tiu_word_done,
  // the lanes
  output setup_t               setup,
  output step_t                step,
  output logic [LANES-1:0]     step_lanes
);
  localparam int PARTS = 4;

  tiu_head_t        head;
  logic             busy;
  logic [PARTS-1:0] begins, steps, last;
  setup_t           elements_setup, window_setup, product_setup, turn_setup;
  step_t            elements_step, window_step, product_step, turn_step;
  logic [LANES-1:0] elements_lanes, window_lanes, product_lanes, turn_lanes;

  assign head = tiu_word[$bits(tiu_head_t)-1:0];
  assign tiu_word_ready = !busy;
  assign tiu_word_done = last != '0;

  always @* begin
    begins = '0;
    if (tiu_word_valid && !busy)
      case (head.tsk_typ)
        SCONV_OPCODE, SPORD_OPCODE: begins[1] = 1'b1;
        SMM_OPCODE: begins[2] = 1'b1;
        STRANS_OPCODE: begins[3] = 1'b1;
        default: begins[0] = 1'b1;
      endcase
  end

  always @*
    case (steps)
      4'b0001: {setup, step_lanes, step} = {elements_setup, elements_lanes, elements_step};
      4'b0010: {setup, step_lanes, step} = {window_setup, window_lanes, window_step};
      4'b0100: {setup, step_lanes, step} = {product_setup, product_lanes, product_step};
      4'b1000: {setup, step_lanes, step} = {turn_setup, turn_lanes, turn_step};
      default: {setup, step_lanes, step} = '0;
    endcase

  sophgo_tiu_elements elements (
    .begins(begins[0]), .steps(steps[0]), .last(last[0]), .setup(elements_setup), .step(elements_step),
    .lanes(elements_lanes), .*
  );
  sophgo_tiu_window window (
    .begins(begins[1]), .steps(steps[1]), .last(last[1]), .setup(window_setup), .step(window_step), .lanes(window_lanes), .*
  );
  sophgo_tiu_product product (
    .begins(begins[2]), .steps(steps[2]), .last(last[2]), .setup(product_setup), .step(product_step),
    .lanes(product_lanes), .*
  );
  sophgo_tiu_turn turn (
    .begins(begins[3]), .steps(steps[3]), .last(last[3]), .setup(turn_setup), .step(turn_step), .lanes(turn_lanes), .*
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) busy <= 1'b0;
    else if (begins != '0) busy <= 1'b1;
    else if (tiu_word_done) busy <= 1'b0;

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("tiu_word"), .WIDTH(WORD_BITS)) word_tap (
      .valid(tiu_word_valid), .ready(tiu_word_ready), .payload(tiu_word), .group(1'b0), .layer_done(tiu_word_done), .*
    );
  end
endmodule
