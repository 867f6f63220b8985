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
  logic [COLUMN_BITS-1:0] column;
  logic [COUNT_BITS-1:0]  line, surface;
  logic [OFFSET_BITS-1:0] slot;     // its place in its word
  logic last_column;
  wire last_slot = last_column || slot == OFFSET_BITS'(BEAT_ATOMS - 1);
  wire last_line = last_column && line == lines;
  wire last_surface = last_line && surface == surfaces;
  wire layer_end = last_surface && part == last_part;
  wire take = in_valid && (!rdma_atom_valid || rdma_atom_ready);
  wire changing = take || (rdma_atom_valid && rdma_atom_ready);

  assign in_ready = take && last_slot;

  always @* begin  // guarded, so that an idle unit costs a simulator little
    last_column = 1'b0;
    if (in_valid) last_column = column == input_columns_of(width, fields, part, last_part, overlap);
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      part <= '0;
      column <= '0;
      {line, surface} <= '0;
      slot <= '0;
      rdma_atom_valid <= 1'b0;
      rdma_atom <= '0;
    end else if (changing) begin
      rdma_atom_valid <= take || (rdma_atom_valid && !rdma_atom_ready);
      if (take) begin
        rdma_atom.layer_end <= layer_end;
        rdma_atom.atom <= ATOM_BITS'(in_data >> (32'(slot) * ATOM_BITS));
        slot <= last_slot ? '0 : slot + 1'b1;
        column <= last_column ? '0 : column + 1'b1;
        if (last_column) line <= last_line ? '0 : line + 1'b1;
        if (last_line) surface <= last_surface ? '0 : surface + 1'b1;
        if (last_surface) part <= layer_end ? '0 : part + 1'b1;
      end
    end
endmodule
