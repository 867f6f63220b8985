// What a build switches on for looking into the design. All off: a normal run pays for none of it.
package nvdla_debug_pkg;
`ifdef NVDLA_TAPS
  localparam bit TAPS = 1'b1;
`else
  localparam bit TAPS = 1'b0;
`endif
`ifdef NVDLA_LINK_CHECKS
  localparam bit LINK_CHECKS = 1'b1;
`else
  localparam bit LINK_CHECKS = 1'b0;
`endif
endpackage
