// Load: asks the source memories for the lines of launched slots. It runs ahead of store, into later slots too; only
// when the source memory changes it waits until all earlier slots are stored.
module nvdla_bdma_load
  import nvdla_memory_pkg::*;
  import nvdla_bdma_slot_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    slot_valid,
  input  slot_t                   slot,
  output logic                    slot_done,
  input  logic                    all_stored,
  // requests, by RAM type
  output logic [1:0]              req_valid,
  input  logic [1:0]              req_ready,
  output logic [ADDRESS_BITS-1:0] req_address,
  output logic [SIZE_BITS-1:0]    req_size
);
  logic last_ram;  // source of the slot before
  logic active, last;
  wire  step = active && req_ready[slot.source_ram];
  wire  start = slot_valid && !active && (slot.source_ram == last_ram || all_stored);

  assign req_valid = {active && slot.source_ram, active && !slot.source_ram};
  assign req_size = slot.size;
  assign slot_done = step && last;

  nvdla_bdma_walk walk (
    .clk,
    .reset_n,
    .start,
    .step,
    .base(slot.source_address),
    .line_stride(slot.source_line_stride),
    .surf_stride(slot.source_surf_stride),
    .line_repeat(slot.line_repeat),
    .surf_repeat(slot.surf_repeat),
    .active,
    .last,
    .address(req_address)
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) last_ram <= 1'b0;
    else if (start) last_ram <= slot.source_ram;
endmodule
