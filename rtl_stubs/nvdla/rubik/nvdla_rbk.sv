// RBK: Rubik: reorders data in memory without arithmetic. CONTRACT gathers the results of a deconvolution, SPLIT makes
// a plane of each channel, MERGE makes a feature cube of planes.
module nvdla_rbk
  import nvdla_memory_pkg::*;
  import nvdla_rbk_pkg::*;
  import nvdla_rbk_job_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // memory interfaces, by RAM type
  output logic [1:0]                          read_req_valid,
  input  logic [1:0]                          read_req_ready,
  output logic [ADDRESS_BITS-1:0]             read_req_address,
  output logic [SIZE_BITS-1:0]                read_req_size,
  input  logic [1:0]                          read_data_valid,
  output logic [1:0]                          read_data_ready,
  input  wire  [BEAT_BITS-1:0]                read_data [0:1],
  output logic [1:0]                          write_req_valid,
  input  logic [1:0]                          write_req_ready,
  output logic [ADDRESS_BITS-1:0]             write_req_address,
  output logic [SIZE_BITS-1:0]                write_req_size,
  output logic [1:0]                          write_req_notify,
  output logic [1:0]                          write_data_valid,
  input  logic [1:0]                          write_data_ready,
  output logic [BEAT_BITS-1:0]                write_data,
  input  logic [1:0][1:0]                     write_done,
  // interrupts, by group
  output logic [1:0]                          done
);
  layer_t  layer;
  result_t result;
  job_t    job;
  side_t   source, destination;
  logic    running, consumer, finished;
  logic    busy;  // the running layer's data path has started
  logic    loading;
  wire     start = running && !busy;
  wire     layer_done = busy && finished;
  wire     source_ram = layer.d_dain_ram_type.datain_ram_type;

  // Load is a walk alone: it asks the source memory for the pieces of a layer, as far ahead of store as the memory
  // interface takes them.
  assign read_req_valid = {loading && source_ram, loading && !source_ram};

  assign done = write_done[0] | write_done[1];

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) busy <= 1'b0;
    else if (running) busy <= !layer_done;

  nvdla_rbk_regs regs (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .layer,
    .result,
    .running,
    .consumer,
    .layer_done,
    .rsp_data
  );

  nvdla_rbk_plan plan (
    .layer,
    .job,
    .source,
    .destination
  );

  nvdla_rbk_walk load (
    .clk,
    .reset_n,
    .start,
    .step(loading && read_req_ready[source_ram]),
    .job,
    .side(source),
    .active(loading),
    .last_of_block(),
    .last(),
    .part(),
    .address(read_req_address),
    .size(read_req_size)
  );

  nvdla_rbk_store store (
    .clk,
    .reset_n,
    .start,
    .job,
    .source,
    .destination,
    .source_ram,
    .destination_ram(layer.d_daout_ram_type.dataout_ram_type),
    .group(consumer),
    .finished,
    .source_valid(read_data_valid),
    .source_ready(read_data_ready),
    .source_data(read_data),
    .req_valid(write_req_valid),
    .req_ready(write_req_ready),
    .req_address(write_req_address),
    .req_size(write_req_size),
    .req_notify(write_req_notify),
    .data_valid(write_data_valid),
    .data_ready(write_data_ready),
    .data(write_data)
  );

  nvdla_rbk_stall stall (
    .clk,
    .reset_n,
    .start,
    .count_enable(layer.d_perf_enable.perf_en),
    .read_waiting((read_req_valid & ~read_req_ready) != '0),
    .write_waiting((write_req_valid & ~write_req_ready) != '0 || (write_data_valid & ~write_data_ready) != '0),
    .count(result)
  );
endmodule
