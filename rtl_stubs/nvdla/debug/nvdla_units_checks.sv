// The handshake rule on every link between SDP, PDP, CDP and what reads for them: a clocked process each, so only where
// debug_pkg::LINK_CHECKS is on.
module nvdla_units_checks
  import nvdla_link_pkg::*;
(
  input logic          clk,
  input logic          reset_n,
  input logic          rdma_sdp_valid,
  input logic          rdma_sdp_ready,
  input rdma_sdp_t     rdma_sdp,
  input logic          rdma_operand_x1_valid,
  input logic          rdma_operand_x1_ready,
  input rdma_operand_t rdma_operand_x1,
  input logic          rdma_operand_x2_valid,
  input logic          rdma_operand_x2_ready,
  input rdma_operand_t rdma_operand_x2,
  input logic          rdma_operand_y_valid,
  input logic          rdma_operand_y_ready,
  input rdma_operand_t rdma_operand_y,
  input logic          sdp_pdp_valid,
  input logic          sdp_pdp_ready,
  input sdp_pdp_t      sdp_pdp,
  input logic          rdma_atom_pdp_valid,
  input logic          rdma_atom_pdp_ready,
  input rdma_atom_t    rdma_atom_pdp,
  input logic          rdma_cube_cdp_valid,
  input logic          rdma_cube_cdp_ready,
  input rdma_cube_t    rdma_cube_cdp,
  input logic          rdma_atom_cdp_valid,
  input logic          rdma_atom_cdp_ready,
  input rdma_atom_t    rdma_atom_cdp
);
  link_check #(.WIDTH($bits(rdma_sdp_t))) rdma_sdp_rule (
    .valid(rdma_sdp_valid), .ready(rdma_sdp_ready), .payload(rdma_sdp), .*
  );
  link_check #(.WIDTH($bits(rdma_operand_t))) rdma_operand_x1_rule (
    .valid(rdma_operand_x1_valid), .ready(rdma_operand_x1_ready), .payload(rdma_operand_x1), .*
  );
  link_check #(.WIDTH($bits(rdma_operand_t))) rdma_operand_x2_rule (
    .valid(rdma_operand_x2_valid), .ready(rdma_operand_x2_ready), .payload(rdma_operand_x2), .*
  );
  link_check #(.WIDTH($bits(rdma_operand_t))) rdma_operand_y_rule (
    .valid(rdma_operand_y_valid), .ready(rdma_operand_y_ready), .payload(rdma_operand_y), .*
  );
  link_check #(.WIDTH($bits(sdp_pdp_t))) sdp_pdp_rule (
    .valid(sdp_pdp_valid), .ready(sdp_pdp_ready), .payload(sdp_pdp), .*
  );
  link_check #(.WIDTH($bits(rdma_atom_t))) rdma_atom_pdp_rule (
    .valid(rdma_atom_pdp_valid), .ready(rdma_atom_pdp_ready), .payload(rdma_atom_pdp), .*
  );
  link_check #(.WIDTH($bits(rdma_cube_t))) rdma_cube_cdp_rule (
    .valid(rdma_cube_cdp_valid), .ready(rdma_cube_cdp_ready), .payload(rdma_cube_cdp), .*
  );
  link_check #(.WIDTH($bits(rdma_atom_t))) rdma_atom_cdp_rule (
    .valid(rdma_atom_cdp_valid), .ready(rdma_atom_cdp_ready), .payload(rdma_atom_cdp), .*
  );
endmodule
