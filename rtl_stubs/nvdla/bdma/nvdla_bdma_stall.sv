// Counts, for each group, the cycles in which a DMA request or its data waited for a memory interface. A launch clears
// its group's counter, which stands still when the launch is done, as nothing of the group is moving then.
module nvdla_bdma_stall (
  input  logic             clk,
  input  logic             reset_n,
  input  logic             count_enable,
  input  logic [1:0]       launch,
  input  logic             waiting,
  input  logic             group,        // whose request waits
  output logic [1:0][31:0] count
);
  wire active = launch != '0 || (waiting && count_enable);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) count <= '0;
    else if (active) begin
      for (int i = 0; i < 2; i++)
        if (launch[i]) count[i] <= '0;
        else if (waiting && count_enable && 32'(group) == i) count[i] <= count[i] + 1'b1;
    end
endmodule
