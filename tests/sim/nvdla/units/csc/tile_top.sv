// Winograd's pre-addition alone: lines of a tile, one after the other, then what becomes of it.
module tile_top
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
(
  input  logic                  clk,
  input  logic                  reset_n,
  input  logic                  narrow,
  input  logic                  floats,
  input  logic [1:0]            truncate,
  input  logic [1:0]            row,
  input  logic                  load,
  input  logic                  prepare,
  input  logic [ENTRY_BITS-1:0] pixels,
  output logic [ENTRY_BITS-1:0] made
);
  cbuf_csc_t cbuf_csc;
  assign cbuf_csc.data = pixels;

  function automatic logic [JOB_BITS-1:0] job_of(input logic is_narrow, input logic is_float, input logic [1:0] places);
    job_t made_job;
    made_job = '0;
    made_job.narrow = is_narrow;
    made_job.floats = is_float;
    made_job.truncate = places;
    job_of = made_job;
  endfunction

  function automatic logic [STEP_BITS-1:0] step_of(input logic [ROW_BITS-1:0] of_row);
    step_t made_step;
    made_step = '0;
    made_step.row = of_row;
    step_of = made_step;
  endfunction

  job_t job;
  step_t step;
  assign job = job_of(narrow, floats, truncate);
  assign step = step_of(row);

  nvdla_csc_tile tile (.clk, .reset_n, .job, .step, .cbuf_csc, .load, .prepare, .made);
endmodule
