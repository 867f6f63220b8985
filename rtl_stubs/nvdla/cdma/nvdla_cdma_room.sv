// How many entries of its banks a fetch has filled or is about to fill, and CSC still needs.
module nvdla_cdma_room
  import nvdla_link_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  input  logic                        restart,
  input  logic                        take,
  input  logic [ENTRY_COUNT_BITS-1:0] taken,
  input  logic                        give_back,
  input  logic [ENTRY_COUNT_BITS-1:0] given_back,
  output logic [ENTRY_COUNT_BITS-1:0] used
);
  wire active = restart || take || give_back;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) used <= '0;
    else if (active) used <= restart ? '0 : used + (take ? taken : '0) - (give_back ? given_back : '0);
endmodule
