// Makes atoms of what the read DMA gives: the lines of each part of the split width, surface by surface.
module nvdla_pdp_rdma_atoms
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_pdp_part_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  input  logic [COLUMN_BITS-1:0] width,
  input  logic [FIELDS_BITS-1:0] fields,
  input  logic [PART_BITS-1:0]   last_part,
  input  logic [COLUMN_BITS-1:0] overlap,
  input  logic [COUNT_BITS-1:0]  lines,
  input  logic [COUNT_BITS-1:0]  surfaces,
  input  logic                   in_valid,
  output logic                   in_ready,
  input  logic [BEAT_BITS-1:0]   in_data,
  output logic                   rdma_atom_valid,
  input  logic                   rdma_atom_ready,
  output rdma_atom_t             rdma_atom
);
  logic [PART_BITS-1:0]   part;     // of the next atom
  logic [COLUMN_BITS-1:0] columns;  // of that, less one
  logic [ATOM_BITS-1:0]   atom;
  logic last_column, last_surface;
  wire layer_end = last_surface && part == last_part;
  wire take = in_valid && (!rdma_atom_valid || rdma_atom_ready);
  wire changing = take || (rdma_atom_valid && rdma_atom_ready);

  always @* begin  // guarded, so that an idle unit costs a simulator little
    columns = '0;
    if (in_valid) columns = input_columns_of(width, fields, part, last_part, overlap);
  end

  nvdla_walk walk (.step(take), .width(SIZE_BITS'(columns)), .*);

  nvdla_unpack unpack (.last(last_column), .atoms(atom), .*);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      part <= '0;
      rdma_atom_valid <= 1'b0;
      rdma_atom <= '0;
    end else if (changing) begin
      rdma_atom_valid <= take || (rdma_atom_valid && !rdma_atom_ready);
      if (take) begin
        rdma_atom.layer_end <= layer_end;
        rdma_atom.atom <= atom;
        if (last_surface) part <= layer_end ? '0 : part + 1'b1;
      end
    end
endmodule
