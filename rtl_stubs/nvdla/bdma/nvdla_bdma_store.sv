// Store: writes the lines of launched slots, each from the words that load's request for it brought.
module nvdla_bdma_store
  import nvdla_memory_pkg::*;
  import nvdla_bdma_slot_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    slot_valid,
  input  slot_t                     slot,
  input  logic                    slot_group,
  input  logic                    slot_last,       // of its launch
  output logic                    slot_done,
  // words from the source, by RAM type
  input  logic [1:0]              source_valid,
  output logic [1:0]              source_ready,
  input  wire  [BEAT_BITS-1:0]    source_data [0:1],
  // requests and words to the destination, by RAM type
  output logic [1:0]              req_valid,
  input  logic [1:0]              req_ready,
  output logic [ADDRESS_BITS-1:0] req_address,
  output logic [SIZE_BITS-1:0]    req_size,
  output logic [1:0]              req_notify,
  output logic [1:0]              data_valid,
  input  logic [1:0]              data_ready,
  output logic [BEAT_BITS-1:0]    data
);
  logic                  started, active, last;
  logic [BEATS_BITS-1:0] words_left;  // of the line whose request was taken
  wire                   start = slot_valid && !started;
  wire                   ask = active && words_left == '0;
  wire                   step = ask && req_ready[slot.destination_ram];
  wire                   flow = words_left != '0 && source_valid[slot.source_ram];
  wire                   move = flow && data_ready[slot.destination_ram];

  assign req_valid = {ask && slot.destination_ram, ask && !slot.destination_ram};
  assign req_size = slot.size;
  assign req_notify = slot_last && last ? 2'b01 << slot_group : 2'b00;
  assign data_valid = {flow && slot.destination_ram, flow && !slot.destination_ram};
  assign data = source_data[slot.source_ram];
  assign source_ready = {move && slot.source_ram, move && !slot.source_ram};
  assign slot_done = started && !active && words_left == '0;

  nvdla_bdma_walk walk (
    .clk,
    .reset_n,
    .start,
    .step,
    .base(slot.destination_address),
    .line_stride(slot.destination_line_stride),
    .surf_stride(slot.destination_surf_stride),
    .line_repeat(slot.line_repeat),
    .surf_repeat(slot.surf_repeat),
    .active,
    .last,
    .address(req_address)
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      started <= 1'b0;
      words_left <= '0;
    end else if (slot_valid) begin
      started <= !slot_done;
      if (step) words_left <= beats_of_line('0, slot.size);
      else if (move) words_left <= words_left - 1'b1;
    end
endmodule
