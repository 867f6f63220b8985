// Where PDP's atoms come from, and what is done with NaN there: from SDP, which flushed them itself, or from memory. A
// part gets no more than its own atoms.
module nvdla_pdp_input
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
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
  logic [COLUMN_BITS-1:0]     column;  // of the next atom
  logic [CUBE_SIZE_BITS-1:0] line, surface;
  wire open = running && !closed;
  wire last_line = last_column && line == job.in_height;
  wire last_surface = last_line && surface == job.surfaces;
  wire take = valid && ready;
  wire changing = take || part_done;

  assign last_column = column == job.in_width;
  assign valid = open && (flying ? sdp_pdp_valid : rdma_atom_valid);
  assign sdp_pdp_ready = open && flying && ready;
  assign rdma_atom_ready = open && !flying && ready;

  function automatic logic [ATOM_BITS-1:0] without_nan(input logic [ATOM_BITS-1:0] codes);
    int i;
    without_nan = codes;
    for (i = 0; i < ATOM_BYTES / 2; i++) if (is_nan_fp16(codes[16*i +: 15])) without_nan[16*i +: 16] = '0;
  endfunction

  always_comb begin  // guarded, so that an idle unit costs a simulator little
    atom = '0;
    if (valid && flying) atom = sdp_pdp.atom;
    else if (valid) atom = flush ? without_nan(rdma_atom.atom) : rdma_atom.atom;
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      closed <= 1'b0;
      column <= '0;
      {line, surface} <= '0;
    end else if (changing) begin
      closed <= !part_done && (closed || last_surface);
      if (take) begin
        column <= last_column ? '0 : column + 1'b1;
        if (last_column) line <= last_line ? '0 : line + 1'b1;
        if (last_line) surface <= last_surface ? '0 : surface + 1'b1;
      end
    end
endmodule
