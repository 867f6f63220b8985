// What passes between the blocks, as packed types, with the sizes that follow from the configuration.
//
// Every link has `valid` (driver), `ready` (taker) and a payload: a transfer takes place at each rising clock edge at which
// both are 1, what is valid stays unchanged until it is taken, and `valid` does not wait for `ready`. A link without
// `ready` is always ready.
package vipnano_link_pkg;
  import vipnano_config_pkg::*;

  localparam int DATA_BITS = 8 * DATA_BYTES;
  localparam int OFFSET_BITS = $clog2(DATA_BYTES);  // of a byte within a beat
  localparam int REGISTER_WORD_BITS = REGISTER_ADDRESS_BITS - 2;
  localparam int REGISTER_INDEX_BITS = 7;           // of a register in a block's window
  localparam int LENGTH_BITS = 32;    // of bytes that are read or written
  localparam int LEN_BITS = 8;        // of AXI bursts
  localparam logic [1:0] INCR = 2'b01;
  localparam int BOUNDARY_BITS = 12;  // of bytes between two addresses that no burst crosses
  localparam int BOUNDARY_BYTES = 1 << BOUNDARY_BITS;
  localparam int STRUCTURE_BITS = 8 * STRUCTURE_BYTES;

  // Ids of the memory port
  localparam logic [ID_BITS-1:0] STRUCTURE_ID = ID_BITS'(0);
  localparam logic [ID_BITS-1:0] COEFFICIENT_ID = ID_BITS'(1);
  localparam logic [ID_BITS-1:0] INPUT_ID = ID_BITS'(2);
  localparam logic [ID_BITS-1:0] OUTPUT_ID = ID_BITS'(3);
  localparam logic [ID_BITS-1:0] TP_INPUT_ID = ID_BITS'(4);
  localparam logic [ID_BITS-1:0] TP_OUTPUT_ID = ID_BITS'(5);

  // What the queue holds. A transfer: a job or the end of a sequence.
  typedef enum logic [1:0] {NN_JOB, TP_JOB, END_OF_SEQUENCE} kind_t;
  typedef struct packed {
    logic                    valid;
    logic [1:0]              kind;
    logic [ADDRESS_BITS-1:0] value;  // that was written
  } entry_t;
  localparam int ENTRY_BITS = $bits(entry_t) - 1;

  // Readers at MEMORY. A transfer: bytes to be read by as many bursts as that takes.
  typedef struct packed {
    logic                    valid;
    logic [ADDRESS_BITS-1:0] address;
    logic [LENGTH_BITS-1:0]  length;
  } memory_request_t;

  // NN and TP to MEMORY. A transfer: a run of bytes that are to be written one behind the other.
  typedef struct packed {
    logic                    valid;
    logic [ID_BITS-1:0]      id;
    logic [ADDRESS_BITS-1:0] address;
    logic [LENGTH_BITS-1:0]  length;
  } run_t;

  // NN and TP to MEMORY. A transfer: the next byte of the run.
  typedef struct packed {
    logic       valid;
    logic [7:0] value;
  } out_byte_t;

  // MEMORY to readers, for taps: a beat and its address
  typedef struct packed {
    logic [ADDRESS_BITS-1:0] address;
    logic [DATA_BITS-1:0]    data;
  } given_t;
  localparam int GIVEN_BITS = $bits(given_t);

  // NN and TP to MEMORY, for taps: a byte of a run and its address
  typedef struct packed {
    logic [ADDRESS_BITS-1:0] address;
    logic [7:0]              value;
  } written_byte_t;
  localparam int WRITTEN_BITS = $bits(written_byte_t);

  // Within MEMORY: the beats of a write, in the order of their addresses
  typedef struct packed {
    logic                  valid;
    logic [DATA_BYTES-1:0] strobe;
    logic [DATA_BITS-1:0]  data;
  } write_beat_t;

  typedef struct packed {
    logic [LEN_BITS-1:0]    len;    // beats less one
    logic [LENGTH_BITS-1:0] bytes;  // that are moved
  } burst_t;

  // The burst at an address, of which the low bits matter, where so many bytes are left: it ends at the longest burst's
  // length or where a 4 KB boundary begins.
  function automatic burst_t burst_at(input logic [BOUNDARY_BITS-1:0] address, input logic [LENGTH_BITS-1:0] left);
    int offset;
    int most;
    offset = 32'(address[OFFSET_BITS-1:0]);
    most = (BOUNDARY_BYTES - 32'(address) + offset) / DATA_BYTES;
    if (most > MAX_BURST_BEATS) most = MAX_BURST_BEATS;
    if (left > LENGTH_BITS'(most * DATA_BYTES - offset))
      burst_at = {LEN_BITS'(most - 1), LENGTH_BITS'(most * DATA_BYTES - offset)};
    else burst_at = {LEN_BITS'((offset + 32'(left) - 1) / DATA_BYTES), left};
  endfunction
endpackage
