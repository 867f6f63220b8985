// What CDP counts of each layer, elements that fill up an atom too: look-ups by kind, outputs that saturated, and NaN that
// were written. Of the last, a layer shows what the layer before had, without those of its last word, as the part does. Some
// parts do not count saturated outputs.
module nvdla_cdp_counts
  import nvdla_config_pkg::*;
  import nvdla_cdp_path_pkg::*;
  import nvdla_atom_pkg::*;
(
  input  logic                               clk,
  input  logic                               reset_n,
  input  logic                               layer_done,
  input  logic                               looked_up,   // elements leave the tables
  input  logic [LOOK_UP_KINDS-1:0][LANES-1:0] kinds,
  input  logic                               converted,   // elements leave the convertor
  input  logic                               word_end,
  input  logic [LANES-1:0]                   flags,
  input  logic [LANES-1:0]                   nan,
  output logic [LOOK_UP_KINDS-1:0][31:0]     look_ups,
  output logic [31:0]                        saturations,
  output logic [31:0]                        nan_before
);
  logic [31:0] all_nan, nan_in_words, now;  // `nan_in_words` without those of the last word
  logic        in_word;                     // it has begun
  wire changing = looked_up || converted || layer_done;

  assign now = converted ? all_nan + ones_in(nan) : all_nan;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      look_ups <= '0;
      {saturations, nan_before, all_nan, nan_in_words} <= '0;
      in_word <= 1'b0;
    end else if (changing) begin
      if (looked_up)
        for (int kind = 0; kind < LOOK_UP_KINDS; kind++) look_ups[kind] <= look_ups[kind] + ones_in(kinds[kind]);
      if (ERRATUM_CDP_SATURATION_ZERO == 0 && converted) saturations <= saturations + ones_in(flags);
      all_nan <= now;
      if (converted) in_word <= !word_end;
      if (converted && !in_word) nan_in_words <= all_nan;
      if (layer_done) begin
        look_ups <= '0;
        {saturations, all_nan, nan_in_words} <= '0;
        nan_before <= nan_in_words;
      end
    end
endmodule
