// The levels of a walk that are at their last step. Looked at only while there is a line, so that an idle unit costs a
// simulator little; a module, as a package's function in an always_comb did not link on Icarus 11.
module nvdla_dma_ends
  import nvdla_dma_pkg::*;
(
  input  logic                              walking,
  input  logic [LEVELS-1:0][COUNT_BITS-1:0] steps,
  input  logic [LEVELS-1:0][COUNT_BITS-1:0] repeats,
  input  logic [COUNT_BITS-1:0]             last_repeat,  // of level 0, in the last step of the outermost level
  output logic [LEVELS-1:0]                 ends
);
  wire outermost_ends = steps[LEVELS-1] == repeats[LEVELS-1];
  wire [COUNT_BITS-1:0] innermost = outermost_ends ? last_repeat : repeats[0];

  always @* begin
    ends = '0;
    if (walking) begin
      ends[0] = steps[0] == innermost;
      for (int level = 1; level < LEVELS; level++) ends[level] = steps[level] == repeats[level];
    end
  end
endmodule
