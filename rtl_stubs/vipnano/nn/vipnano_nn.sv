// NN: the course of a job that convolves. Its streams are gone through twice: first to see whether they are whole, and only
// then for sums, so that nothing is written of a job that hangs.
module vipnano_nn
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
  import vipnano_structures_pkg::*;
  import vipnano_job_pkg::*;
(
  input  logic                      clk,
  input  logic                      reset_n,
  // FRONT
  input  logic [STRUCTURE_BITS-1:0] structure,
  input  logic                      nn_begins,
  output logic                      nn_ends,
  // FETCH
  output logic                      header_wanted,
  output logic [ADDRESS_BITS-1:0]   header_address,
  output logic [NN_CORES-1:0]       working,
  output logic                      cached,
  input  logic                      header_there,
  input  logic                      header_broken,
  output logic                      streams_wanted,
  output logic                      restart,
  output logic                      mark,
  output logic                      rewind,
  output logic [NN_CORES*6-1:0]     takes,
  input  logic [NN_CORES*32-1:0]    bits,
  input  logic [NN_CORES*6-1:0]     there,
  input  logic [NN_CORES-1:0]       ends,
  input  logic                      streams_idle,
  // MEMORY
  output memory_request_t           input_read,
  input  logic                      input_ready,
  input  logic                      input_beat_valid,
  input  logic [DATA_BITS-1:0]      read_data,
  output run_t                      nn_run,
  input  logic                      run_ready,
  output out_byte_t                 nn_byte,
  input  logic                      out_byte_ready,
  input  logic                      writes_idle
);
  typedef enum logic [2:0] {IDLE, HEADER, CHECK_STREAMS, CHECK, SUM_STREAMS, SUM, ENDING, HUNG} state_t;
  state_t state;

  nn_structure_t         layout;
  nn_job_t               job;
  logic                  walk_begins, checks, done, wants, first, last, taken, load, loaded, write, written;
  logic [NN_CORES-1:0]   ready, valid, zero, broken;
  tile_t                 tile;
  logic [19:0]           load_plane;
  logic [2:0]            load_planes;
  logic [INPUT_BITS-1:0] input_place;
  logic [8*PIXELS-1:0]   pixels;
  step_t                 step;
  logic [6:0]            kernel, kernels, out_kernel;
  logic [14:0]           channel;
  logic [SUM_BITS-1:0]   out_place;
  logic [NN_CORES*32-1:0] out_sums, out_offsets;

  assign layout = structure;
  assign job = job_of(layout);
  assign working = job.working;
  assign cached = layout.kernel_caching_mode == 2'd1;
  assign header_address = {layout.kernel_address, 6'b000000};
  assign header_wanted = state == HEADER;
  assign streams_wanted = state == CHECK_STREAMS || state == CHECK || state == SUM_STREAMS || state == SUM;
  assign restart = state == CHECK_STREAMS || state == SUM_STREAMS;
  assign walk_begins = restart;
  assign checks = state == CHECK;
  assign nn_ends = state == ENDING && streams_idle && writes_idle;

  vipnano_walk walk (
    .structure(layout), .begins(walk_begins), .weights_ready(&ready), .weights_valid(&valid), .weights_zero(&zero), .*
  );
  vipnano_input in (.structure(layout), .*);
  vipnano_writer writer (.structure(layout), .*);

  for (genvar c = 0; c < NN_CORES; c++) begin : g_cores
    logic signed [8:0] weight;
    logic [31:0]       bias, offset;
    wire               works = job.working[c];
    assign zero[c] = !works || weight == '0;
    vipnano_decoder decoder (
      .count(job.count), .zero_point(layout.coef_zero_point), .bits(bits[32*c +: 32]), .there(there[6*c +: 6]),
      .ends(ends[c]), .takes(takes[6*c +: 6]), .ready(ready[c]), .valid(valid[c]), .broken(broken[c]), .*
    );
    vipnano_core core (.out_sum(out_sums[32*c +: 32]), .out_offset(out_offsets[32*c +: 32]), .*);
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) state <= IDLE;
    else
      case (state)
        IDLE: if (nn_begins) state <= is_empty(layout) ? HUNG : HEADER;
        HEADER: if (header_there) state <= header_broken ? HUNG : CHECK_STREAMS;
        CHECK_STREAMS: state <= CHECK;
        CHECK:
          if ((broken & working) != '0) state <= HUNG;
          else if (done) state <= SUM_STREAMS;
        SUM_STREAMS: state <= SUM;
        SUM: if (done) state <= ENDING;
        ENDING: if (nn_ends) state <= IDLE;
        default: ;
      endcase
endmodule
