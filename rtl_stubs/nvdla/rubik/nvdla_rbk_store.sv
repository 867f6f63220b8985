// Store: block by block, takes the words that load's requests brought, reorders them in the buffer, and writes them.
module nvdla_rbk_store
  import nvdla_memory_pkg::*;
  import nvdla_rbk_job_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    start,
  input  job_t                    job,
  input  side_t                   source,
  input  side_t                   destination,
  input  logic                    source_ram,
  input  logic                    destination_ram,
  input  logic                    group,
  output logic                    finished,        // the memory interface has all of the layer
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
  logic   active, last_of_block, last, buffer_ready, buffer_idle, in_ready, out_valid;
  logic   asking;  // for the pieces of the block that the buffer took
  block_t part;
  wire    open = active && !asking && buffer_ready;
  wire    ask = asking && !in_ready;  // not before the words are there, so that a request waits for the memory only
  wire    step = ask && req_ready[destination_ram];

  assign req_valid = {ask && destination_ram, ask && !destination_ram};
  assign req_notify = last ? 2'b01 << group : 2'b00;
  assign source_ready = {in_ready && source_ram, in_ready && !source_ram};
  assign data_valid = {out_valid && destination_ram, out_valid && !destination_ram};
  assign finished = !active && buffer_idle;

  nvdla_rbk_walk walk (
    .clk,
    .reset_n,
    .start,
    .step,
    .job,
    .side(destination),
    .active,
    .last_of_block,
    .last,
    .part,
    .address(req_address),
    .size(req_size)
  );

  nvdla_rbk_buffer buffer (
    .clk,
    .reset_n,
    .start(open),
    .job,
    .source,
    .destination,
    .part,
    .ready(buffer_ready),
    .idle(buffer_idle),
    .in_valid(source_valid[source_ram]),
    .in_ready,
    .in_data(source_data[source_ram]),
    .out_valid,
    .out_ready(data_ready[destination_ram]),
    .out_data(data)
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) asking <= 1'b0;
    else if (active) asking <= open || (asking && !(step && last_of_block));
endmodule
