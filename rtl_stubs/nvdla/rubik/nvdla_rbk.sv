// RBK: Rubik: reorders data in memory without arithmetic. CONTRACT gathers the results of a deconvolution, SPLIT makes
// a plane of each channel, MERGE makes a feature cube of planes.
module nvdla_rbk
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_rbk_pkg::*;
  import nvdla_rbk_job_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  output logic                                awake,  // a register may change at the next edge
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // memory interfaces, by port
  output logic [MEMORIES-1:0]                 read_req_valid,
  input  logic [MEMORIES-1:0]                 read_req_ready,
  output logic [ADDRESS_BITS-1:0]             read_req_address,
  output logic [SIZE_BITS-1:0]                read_req_size,
  input  logic [MEMORIES-1:0]                 read_data_valid,
  output logic [MEMORIES-1:0]                 read_data_ready,
  input  wire  [BEAT_BITS-1:0]                read_data [0:DATA_PORTS-1],
  output logic [MEMORIES-1:0]                 write_req_valid,
  input  logic [MEMORIES-1:0]                 write_req_ready,
  output logic [ADDRESS_BITS-1:0]             write_req_address,
  output logic [SIZE_BITS-1:0]                write_req_size,
  output logic [1:0]                          write_req_notify,
  output logic [MEMORIES-1:0]                 write_data_valid,
  input  logic [MEMORIES-1:0]                 write_data_ready,
  output logic [BEAT_BITS-1:0]                write_data,
  input  logic [MEMORIES-1:0][1:0]            write_done,
  // interrupts, by group
  output logic [1:0]                          done
);
  layer_t  layer;
  result_t result;
  job_t    job;
  block_t  part;
  dma_request_t source, destination;
  logic owes;  // the end of a layer is still to be told
  logic [1:0][STALL_BITS-1:0] read_stalls, write_stalls;
  logic [LEVELS-1:0] ends;
  logic running, consumer, layer_done;
  logic load_done, loaded;  // all of the layer is asked for
  logic in_valid, in_ready, out_valid, out_ready, writing, buffer_idle;
  logic [BEAT_BITS-1:0] in_data;
  wire [1:0] stall_clear = layer_done ? 2'b01 << consumer : 2'b00;
  wire changing = load_done || layer_done;
  wire [LEVELS-1:0][COUNT_BITS-1:0] repeats = source.repeats;

  assign awake = req_valid || running || owes;
  assign part = block_of(
    job,
    ends,
    PIECE_BITS'(ends[SURFACE] ? source.last_repeat : repeats[PIECE]),
    ends[BLOCK] ? source.last_size : source.size,
    ends[BLOCK] ? destination.last_size : destination.size
  );
  assign result.d_perf_read_stall = read_stalls[consumer];
  assign result.d_perf_write_stall = write_stalls[consumer];

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) loaded <= 1'b0;
    else if (changing) loaded <= !layer_done;

  nvdla_rbk_regs regs (.*);

  nvdla_rbk_plan plan (.group(consumer), .*);

  // Load asks for the pieces of a layer as far ahead of store as the memory interface takes them.
  nvdla_dma_read load (
    .request_valid(running && !loaded),
    .request_ready(load_done),
    .request(source),
    .valid(in_valid),
    .ready(in_ready),
    .data(in_data),
    .stall_enable(layer.d_perf_enable.perf_en),
    .stalls(read_stalls),
    .line_valid(read_req_valid),
    .line_ready(read_req_ready),
    .line_address(read_req_address),
    .line_size(read_req_size),
    .data_valid(read_data_valid),
    .data_ready(read_data_ready),
    .line_data(read_data),
    .*
  );

  nvdla_rbk_buffer buffer (.start(writing && buffer_idle), .idle(buffer_idle), .out_data(write_data), .*);

  nvdla_dma_write store (
    .request_valid(running),
    .request_ready(layer_done),
    .request(destination),
    .active(writing),
    .valid(out_valid),
    .ready(out_ready),
    .stall_enable(layer.d_perf_enable.perf_en),
    .stalls(write_stalls),
    .line_valid(write_req_valid),
    .line_ready(write_req_ready),
    .line_address(write_req_address),
    .line_size(write_req_size),
    .line_notify(write_req_notify),
    .data_valid(write_data_valid),
    .data_ready(write_data_ready),
    .line_done(write_done),
    .*
  );

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("rbk_read"), .WIDTH(BEAT_BITS)) read_tap (
      .valid(in_valid), .ready(in_ready), .payload(in_data), .group(consumer), .*
    );

    link_tap #(.NAME("rbk_write"), .WIDTH(BEAT_BITS)) write_tap (
      .valid(out_valid), .ready(out_ready), .payload(write_data), .group(consumer), .*
    );
  end
endmodule
