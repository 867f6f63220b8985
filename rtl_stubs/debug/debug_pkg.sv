// What a build switches on for looking into the design. All off: a normal run pays for none of it.
package debug_pkg;
`ifdef WITH_TAPS
  localparam bit TAPS = 1'b1;
`else
  localparam bit TAPS = 1'b0;
`endif
`ifdef WITH_LINK_CHECKS
  localparam bit LINK_CHECKS = 1'b1;
`else
  localparam bit LINK_CHECKS = 1'b0;
`endif
endpackage
