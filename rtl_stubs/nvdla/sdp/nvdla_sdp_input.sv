// Where SDP's data come from, and what is done with NaN there: words of 32 bits, one for each element of an atom of
// INT8, from the convolution or from memory. A layer gets no more after it was said that it ends.
module nvdla_sdp_input
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_pkg::*;
  import nvdla_convert_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    running,
  input  logic                    layer_done,
  input  d_feature_mode_cfg_reg_t mode,
  input  d_data_format_reg_t      format,
  input  logic                    cacc_sdp_valid,
  output logic                    cacc_sdp_ready,
  input  cacc_sdp_t               cacc_sdp,
  input  logic                    rdma_sdp_valid,
  output logic                    rdma_sdp_ready,
  input  rdma_sdp_t               rdma_sdp,
  output logic                    valid,
  input  logic                    ready,
  output logic                    last,
  output logic [RESULTS_BITS-1:0] data
);
  logic closed;  // the last data of the layer are in
  wire  flush = PRECISION_FP16 != 0 && mode.nan_to_zero == D_FEATURE_MODE_CFG_NAN_TO_ZERO_ENABLE
    && format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_FP16;
  wire  flying = mode.flying_mode == D_FEATURE_MODE_CFG_FLYING_MODE_ON;
  wire  room = running && !closed && (!valid || ready);
  wire  take = flying ? cacc_sdp_valid && cacc_sdp_ready : rdma_sdp_valid && rdma_sdp_ready;
  wire  layer_end = flying ? cacc_sdp.layer_end : rdma_sdp.layer_end;
  wire  give = valid && ready;
  wire  changing = take || give || layer_done;

  assign cacc_sdp_ready = room && flying;
  assign rdma_sdp_ready = room && !flying;

  function automatic logic [RESULTS_BITS-1:0] without_nan(input logic [RESULTS_BITS-1:0] words);
    int i;
    without_nan = words;
    for (i = 0; i < ATOM_BYTES; i++) if (is_nan_fp32(words[32*i +: 31])) without_nan[32*i +: 32] = '0;
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      closed <= 1'b0;
      valid <= 1'b0;
      last <= 1'b0;
      data <= '0;
    end else if (changing) begin
      if (take) last <= layer_end;
      if (take && flush) data <= without_nan(flying ? cacc_sdp.results : rdma_sdp.results);
      else if (take) data <= flying ? cacc_sdp.results : rdma_sdp.results;
      valid <= take || (valid && !ready);
      closed <= !layer_done && (closed || (take && layer_end));
    end
endmodule
