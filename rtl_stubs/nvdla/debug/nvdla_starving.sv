// Which bursts one side of a memory interface may grant, and how long they may be. Ours serves all units; as on the real part,
// with +weight_0_starves a unit of weight 0 is never granted; nor is, with +long_bursts_starve, a burst that is longer than
// what may be outstanding, and what asks behind it. +as_the_part is for both.
module nvdla_starving
  import nvdla_memory_pkg::*;
#(
  parameter int CLIENTS = 2
) (
  input  logic [CLIENTS-1:0]                  burst_valid,
  input  logic [CLIENTS-1:0][WEIGHT_BITS-1:0] weight,
  input  logic [LIMIT_BITS-1:0]               limit,        // beats outstanding at most, less one
  output logic [CLIENTS-1:0]                  request,      // bursts that may be granted,
  output logic                                must_fit,     // unless they are longer than that
  output logic [LIMIT_BITS-1:0]               burst_limit   // what bursts are cut for
);
  logic weight_0_starves;

  assign burst_limit = must_fit ? '1 : limit;

  initial begin
    weight_0_starves = $test$plusargs("weight_0_starves") != 0 || $test$plusargs("as_the_part") != 0;
    must_fit = $test$plusargs("long_bursts_starve") != 0 || $test$plusargs("as_the_part") != 0;
  end

  always @* begin
    request = burst_valid;
    if (weight_0_starves)
      for (int i = 0; i < CLIENTS; i++) if (weight[i] == '0) request[i] = 1'b0;
  end
endmodule
