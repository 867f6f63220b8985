// Makes the elements of an atom, as words, of what the read DMA gives.
module nvdla_sdp_rdma_input
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_rdma_pkg::*;
  import nvdla_fp32_pkg::*;
(
  input  logic                       clk,
  input  logic                       reset_n,
  input  logic [1:0]                 precision,
  input  logic                       twin,
  input  logic [SIZE_BITS-1:0]       run,
  input  logic [COUNT_BITS-1:0]      lines,
  input  logic [COUNT_BITS-1:0]      surfaces,
  input  logic                       in_valid,
  output logic                       in_ready,
  input  logic [BEAT_BITS-1:0]       in_data,
  // what is taken of it
  output logic                       take,
  output logic [ATOM_BITS-1:0]       atom,
  output logic                       rdma_sdp_valid,
  input  logic                       rdma_sdp_ready,
  output rdma_sdp_t                  rdma_sdp
);
  localparam int HALF_BITS = RESULTS_BITS / 2;

  logic [BEAT_BITS-1:0] first;  // of twin surfaces the first one's word
  logic [ATOM_BITS-1:0] first_atom;
  logic at_second, emptied, last_column, last_surface;
  wire room = !rdma_sdp_valid || rdma_sdp_ready;
  wire keep = in_valid && twin && !at_second;  // the first of two words
  wire give = rdma_sdp_valid && rdma_sdp_ready;
  wire changing = keep || take || give;

  assign take = in_valid && room && at_second == twin;
  assign in_ready = keep || emptied;

  nvdla_walk walk (.step(take), .width(run), .*);

  nvdla_unpack #(.SURFACES(2)) unpack (
    .in_ready(emptied), .in_data({in_data, first}), .last(last_column), .atoms({atom, first_atom}), .*
  );

  function automatic logic [HALF_BITS-1:0] halves(input logic [ATOM_BITS-1:0] codes, input logic floating);
    int i;
    for (i = 0; i < ATOM_BYTES / 2; i++)
      halves[32*i +: 32] = floating ? fp16_to_fp32(codes[16*i +: 16]) : 32'($signed(codes[16*i +: 16]));
  endfunction

  function automatic logic [RESULTS_BITS-1:0] bytes(input logic [ATOM_BITS-1:0] codes);
    int i;
    for (i = 0; i < ATOM_BYTES; i++) bytes[32*i +: 32] = 32'($signed(codes[8*i +: 8]));
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      first <= '0;
      at_second <= 1'b0;
      rdma_sdp_valid <= 1'b0;
      rdma_sdp <= '0;
    end else if (changing) begin
      rdma_sdp_valid <= take || (rdma_sdp_valid && !rdma_sdp_ready);
      if (keep) begin
        first <= in_data;
        at_second <= 1'b1;
      end
      if (take) begin
        rdma_sdp.layer_end <= last_surface;
        if (precision == D_FEATURE_MODE_CFG_IN_PRECISION_INT8) rdma_sdp.results <= bytes(atom);
        else if (twin)
          rdma_sdp.results <= {halves(atom, 1'b0), halves(first_atom, 1'b0)};
        else
          rdma_sdp.results <= RESULTS_BITS'(halves(atom, precision == D_FEATURE_MODE_CFG_IN_PRECISION_FP16));
        if (emptied) at_second <= 1'b0;
      end
    end
endmodule
