// sTRANS: transposes between channels and columns, an element in a step, from lane to lane; and a broadcast, an element to all
// lanes in a step.
module sophgo_tiu_turn
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_words_pkg::*;
  import sophgo_number_pkg::*;
  import sophgo_step_pkg::*;
  import sophgo_layout_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  logic [WORD_BITS-1:0] tiu_word,  // stays until the last step
  input  logic                 begins,
  output logic                 steps,
  output logic                 last,
  output setup_t               setup,
  output step_t                step,
  output logic [LANES-1:0]     lanes
);
  strans_t              word;
  shape_t               shape, source_shape;
  strides_t             strides, source_strides;
  size_t                size;
  logic [SIZE_BITS-1:0] n, c, h, w;  // of the result; c: of a broadcast rows
  logic [SIZE_BITS-1:0] rounds;      // of c

  assign word = tiu_word[STRANS_BITS-1:0];

  wire                 spreads = word.tsk_eu_typ == STRANS_LOCAL_BROADCAST;
  wire [LANE_BITS-1:0] first = lane_of(word.res0_addr);
  wire                 last_w = w == word.res0_w - 1'b1;
  wire                 last_h = h == word.res0_h - 1'b1;
  wire                 last_c = c == rounds - 1'b1;
  wire [SIZE_BITS-1:0] source_channel = SIZE_BITS'(first) + (spreads ? '0 : w);
  wire [SIZE_BITS-1:0] channel = SIZE_BITS'(first) + c;

  assign last = steps && last_w && last_h && last_c && n == word.res0_n - 1'b1;

  // Guarded, so that it costs a simulator nothing while other words execute
  always @* begin
    setup = '0;
    size = BITS_8;
    rounds = '0;
    {shape, source_shape} = '0;
    {strides, source_strides} = '0;
    if (steps) begin
      size = size_of(word.res0_prec);
      setup.a.size = size;
      setup.out.size = size;
      rounds = spreads ? rows_of(first, word.res0_c) : word.res0_c;
      shape = {word.res0_n, word.res0_c, word.res0_h, word.res0_w};
      source_shape = spreads ? {word.res0_n, 16'd1, word.res0_h, word.res0_w}
        : {word.res0_n, word.res0_w, word.res0_h, word.res0_c};
      source_strides = aligned_strides(source_shape, first, size);
      strides = word.tsk_eu_typ == STRANS_CHANNEL_TO_WIDTH ? line_aligned_strides(shape, first, size)
        : aligned_strides(shape, first, size);
    end
  end

  always @* begin
    step = '0;
    lanes = '0;
    if (steps) begin
      lanes = spreads ? lanes_of(first, word.res0_c, c) : LANES'(1) << channel[LANE_BITS-1:0];
      step.valid = 1'b1;
      step.kind = MOVE;
      step.from = source_channel[LANE_BITS-1:0];
      step.a = place_of(
        word.opd0_addr, source_strides, size, n, spreads ? '0 : source_channel >> LANE_BITS, h, spreads ? w : c);
      step.out = place_of(word.res0_addr, strides, size, n, spreads ? c : channel >> LANE_BITS, h, w);
    end
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      steps <= 1'b0;
      {n, c, h, w} <= '0;
    end else if (begins || steps) begin
      steps <= !last;
      if (begins) {n, c, h, w} <= '0;
      else begin
        w <= last_w ? '0 : w + 1'b1;
        if (last_w) h <= last_h ? '0 : h + 1'b1;
        if (last_w && last_h) c <= last_c ? '0 : c + 1'b1;
        if (last_w && last_h && last_c) n <= n + 1'b1;
      end
    end
endmodule
