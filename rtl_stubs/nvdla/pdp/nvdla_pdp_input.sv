// Where PDP's atoms come from, and what is done with NaN there: from SDP, which flushed them itself, or from memory. A
// part gets no more than its own atoms.
module nvdla_pdp_input
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::COUNT_BITS;
  import nvdla_link_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_pdp_part_pkg::*;
  import nvdla_pdp_job_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  logic                 running,
  input  logic                 part_done,
  input  logic                 flying,
  input  logic                 flush,
  input  pool_job_t            job,
  input  logic                 sdp_pdp_valid,
  output logic                 sdp_pdp_ready,
  input  sdp_pdp_t             sdp_pdp,
  input  logic                 rdma_atom_valid,
  output logic                 rdma_atom_ready,
  input  rdma_atom_t           rdma_atom,
  output logic                 closed,  // all atoms of the part are taken
  output logic                 valid,
  input  logic                 ready,
  output logic                 last_column,
  output logic [ATOM_BITS-1:0] atom
);
  logic last_surface;
  wire open = running && !closed;
  wire take = valid && ready;
  wire changing = take || part_done;

  assign valid = open && (flying ? sdp_pdp_valid : rdma_atom_valid);
  assign sdp_pdp_ready = open && flying && ready;
  assign rdma_atom_ready = open && !flying && ready;

  nvdla_walk walk (
    .step(take),
    .width(SIZE_BITS'(job.in_width)),
    .lines(COUNT_BITS'(job.in_height)),
    .surfaces(COUNT_BITS'(job.surfaces)),
    .*
  );

  function automatic logic [ATOM_BITS-1:0] without_nan(input logic [ATOM_BITS-1:0] codes);
    int i;
    without_nan = codes;
    for (i = 0; i < ATOM_BYTES / 2; i++) if (is_nan_fp16(codes[16*i +: 15])) without_nan[16*i +: 16] = '0;
  endfunction

  always @* begin  // guarded, so that an idle unit costs a simulator little
    atom = '0;
    if (valid && flying) atom = sdp_pdp.atom;
    else if (valid) atom = flush ? without_nan(rdma_atom.atom) : rdma_atom.atom;
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) closed <= 1'b0;
    else if (changing) closed <= !part_done && (closed || last_surface);
endmodule
