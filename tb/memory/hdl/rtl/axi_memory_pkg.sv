// What Python and an HDL memory say to each other: tb/memory/hdl/commands.py has the same.

`timescale 1ps / 1ps

package axi_memory_pkg;
  // Commands: each is a 32-bit word with its highest byte first, and the words that it needs follow.
  localparam [31:0] END = 0, CONFIGURE = 1, SEED = 2, CLEAR = 3, HOLD = 4, LOAD = 5, LOAD_PART = 6, ERRORS = 7;

  // Indices of the knobs in CONFIGURE's words. A range is two words, a pause three: probability and range.
  localparam integer READ_LATENCY = 0, RESPONSE_LATENCY = 2, AW_STALL = 4, W_STALL = 7, AR_STALL = 10, B_GAP = 13,
      R_GAP = 16, READ_REORDER = 19, READ_INTERLEAVE = 20, RESPONSE_REORDER = 21, WRITE_ORDER = 22,
      ORDER_PATIENCE = 23, LATE_IDS = 24, LATE_CYCLES = 25, ORPHAN_LIMIT = 26, KNOBS = 27;

  // Ranges of addresses in ERRORS at most; each is five words: the first address, the last one, the response.
  localparam integer ERROR_RANGES = 8;

  // Values of awburst and arburst, and of bresp and rresp.
  localparam [1:0] FIXED = 0, INCR = 1;
  localparam [1:0] OKAY = 0, SLVERR = 2;

  // Values of WRITE_ORDER.
  localparam [31:0] ANY = 0, ADDRESS_FIRST = 1, DATA_FIRST = 2, MIXED = 3;
endpackage
