// The handshake rule on every link of the convolution: a clocked process each, so only where
// debug_pkg::LINK_CHECKS is on.

`define LINK_PORTS(TYPE, NAME) input logic NAME``_valid, input logic NAME``_ready, input TYPE NAME

`define LINK_RULE(TYPE, NAME) \
  link_check #(.WIDTH($bits(TYPE))) NAME``_rule ( \
    .clk, .reset_n, .valid(NAME``_valid), .ready(NAME``_ready), .payload(NAME));

module nvdla_convolution_checks
  import nvdla_link_pkg::*;
(
  input logic clk,
  input logic reset_n,
  `LINK_PORTS(cdma_cbuf_t, cdma_cbuf_data),
  `LINK_PORTS(cdma_cbuf_t, cdma_cbuf_weights),
  `LINK_PORTS(cdma_csc_data_t, cdma_csc_data),
  `LINK_PORTS(cdma_csc_weights_t, cdma_csc_weights),
  `LINK_PORTS(cdma_csc_drain_t, cdma_csc_drain_data),
  `LINK_PORTS(cdma_csc_drain_t, cdma_csc_drain_weights),
  `LINK_PORTS(csc_cdma_data_t, csc_cdma_data),
  `LINK_PORTS(csc_cdma_weights_t, csc_cdma_weights),
  `LINK_PORTS(csc_cbuf_t, csc_cbuf_data),
  `LINK_PORTS(csc_cbuf_t, csc_cbuf_weights),
  `LINK_PORTS(csc_cbuf_t, csc_cbuf_masks),
  `LINK_PORTS(cbuf_csc_t, cbuf_csc_data),
  `LINK_PORTS(cbuf_csc_t, cbuf_csc_weights),
  `LINK_PORTS(cbuf_csc_t, cbuf_csc_masks),
  `LINK_PORTS(csc_cmac_data_t, csc_cmac_data_a),
  `LINK_PORTS(csc_cmac_data_t, csc_cmac_data_b),
  `LINK_PORTS(csc_cmac_weights_t, csc_cmac_weights_a),
  `LINK_PORTS(csc_cmac_weights_t, csc_cmac_weights_b),
  `LINK_PORTS(cmac_cacc_t, cmac_cacc_a),
  `LINK_PORTS(cmac_cacc_t, cmac_cacc_b),
  `LINK_PORTS(cacc_csc_t, cacc_csc),
  `LINK_PORTS(cacc_sdp_t, cacc_sdp)
);
  `LINK_RULE(cdma_cbuf_t, cdma_cbuf_data)
  `LINK_RULE(cdma_cbuf_t, cdma_cbuf_weights)
  `LINK_RULE(cdma_csc_data_t, cdma_csc_data)
  `LINK_RULE(cdma_csc_weights_t, cdma_csc_weights)
  `LINK_RULE(cdma_csc_drain_t, cdma_csc_drain_data)
  `LINK_RULE(cdma_csc_drain_t, cdma_csc_drain_weights)
  `LINK_RULE(csc_cdma_data_t, csc_cdma_data)
  `LINK_RULE(csc_cdma_weights_t, csc_cdma_weights)
  `LINK_RULE(csc_cbuf_t, csc_cbuf_data)
  `LINK_RULE(csc_cbuf_t, csc_cbuf_weights)
  `LINK_RULE(csc_cbuf_t, csc_cbuf_masks)
  `LINK_RULE(cbuf_csc_t, cbuf_csc_data)
  `LINK_RULE(cbuf_csc_t, cbuf_csc_weights)
  `LINK_RULE(cbuf_csc_t, cbuf_csc_masks)
  `LINK_RULE(csc_cmac_data_t, csc_cmac_data_a)
  `LINK_RULE(csc_cmac_data_t, csc_cmac_data_b)
  `LINK_RULE(csc_cmac_weights_t, csc_cmac_weights_a)
  `LINK_RULE(csc_cmac_weights_t, csc_cmac_weights_b)
  `LINK_RULE(cmac_cacc_t, cmac_cacc_a)
  `LINK_RULE(cmac_cacc_t, cmac_cacc_b)
  `LINK_RULE(cacc_csc_t, cacc_csc)
  `LINK_RULE(cacc_sdp_t, cacc_sdp)
endmodule

`undef LINK_PORTS
`undef LINK_RULE
