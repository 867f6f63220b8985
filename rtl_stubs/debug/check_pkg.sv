// What the assertions of the whole design found: counted for Python, which looks at the end of a test, and told in the
// simulation's log.
package check_pkg;
  localparam int NAME_BITS = 8 * 32;
  localparam int MOST_TOLD = 20;  // in the log; all are counted

  logic [31:0]          fired = '0;      // how often an assertion did not hold
  logic [NAME_BITS-1:0] last_name = '0;  // the rule that was last broken
  logic [63:0]          last_time = '0;  // when, in the design's time unit

  // Call it from the `else` of an immediate assertion, with the name of the rule, $sformatf("%m") and $time.
  task automatic assertion_failed(input logic [NAME_BITS-1:0] name, input string place, input logic [63:0] now);
    if (fired < MOST_TOLD) $display("assertion %0s failed in %s at %0d", name, place, now);
    fired = fired + 1'b1;
    last_name = name;
    last_time = now;
  endtask
endpackage
