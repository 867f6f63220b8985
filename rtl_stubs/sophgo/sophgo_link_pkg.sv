// What passes between the blocks, as packed types, with the sizes that follow from the configuration.
//
// Every link has `valid` (driver), `ready` (taker) and a payload: a transfer takes place at each rising clock edge at which
// both are 1, what is valid stays unchanged until it is taken, and `valid` does not wait for `ready`. A link without
// `ready` is always ready.
package sophgo_link_pkg;
  import sophgo_config_pkg::*;

  localparam int DATA_BITS = 8 * DATA_BYTES;
  localparam int OFFSET_BITS = $clog2(DATA_BYTES);  // of a byte within a beat
  localparam int REGISTER_WORD_BITS = REGISTER_ADDRESS_BITS - 2;
  localparam int LENGTH_BITS = 32;    // of bytes that are read or written
  localparam int LEN_BITS = 8;        // of AXI bursts
  localparam logic [1:0] INCR = 2'b01;
  localparam int BOUNDARY_BITS = 12;  // of bytes between two addresses that no burst crosses
  localparam int BOUNDARY_BYTES = 1 << BOUNDARY_BITS;

  localparam int LANE_BITS = $clog2(LANES);
  localparam int PLACE_BITS = $clog2(LANE_BYTES);  // of a byte in a lane

  // Words and their streams
  localparam int UNIT_BYTES = 16;     // all words and streams are multiples of it
  localparam int WORD_BITS = 768;     // of the longest word
  localparam int ENTRY_BYTES = 64;    // of the table of kernels
  localparam int CMD_ID_BITS = 20;
  localparam int KERNEL_ID_BITS = 16;
  localparam int QUEUE_STATUS_BITS = sophgo_tiu_pkg::STATUS_BITS;  // of what registers show of a queue

  // Mailbox to a queue: where its stream is
  typedef struct packed {
    logic [ADDRESS_BITS-1:0] address;
    logic [LENGTH_BITS-1:0]  bytes;
  } stream_t;

  // An entry of the table of kernels as memory holds it: the last byte comes first here
  typedef struct packed {
    logic [31:0]  gdma_bytes;
    logic [31:0]  tiu_bytes;
    logic [63:0]  gdma_address;
    logic [63:0]  tiu_address;
    logic [31:0]  zero;
    logic [31:0]  id;
    logic [255:0] name;
  } entry_t;

  // A decoder to its queue: what is to be said of a word. All but `bits` and `is_long` is of words of which all is there.
  typedef struct packed {
    logic                   is_end;
    logic                   is_long;
    logic [9:0]             bits;     // how long it is; 0: it is none that is executed
    logic                   refused;  // a member has a value that is not allowed
    logic [CMD_ID_BITS-1:0] id;
    logic [CMD_ID_BITS-1:0] after;    // of the other queue, this word must have ended
  } verdict_t;

  // A queue to the other one and to the mailbox
  typedef struct packed {
    logic                   busy;      // a word executes or may still do so; else:
    logic                   through;   // and all of its stream has been read
    logic                   waits;     // its word waits for the other queue
    logic [CMD_ID_BITS-1:0] word;      // that it stopped at; 0: it did not stop
    logic [2:0]             reason;    // why it stopped
    logic                   failed;    // memory answered a read of the stream with an error
  } queue_state_t;

  // Readers and writers at MEMORY. A transfer: bytes to be read or written by as many bursts as that takes. A reader's
  // next one is taken when all beats of the one before have been.
  typedef struct packed {
    logic                    valid;
    logic [ADDRESS_BITS-1:0] address;
    logic [LENGTH_BITS-1:0]  length;
  } memory_request_t;

  // MEMORY to readers: the beats of a read, in the order of their addresses
  typedef struct packed {
    logic                 error;
    logic [DATA_BITS-1:0] data;
  } read_beat_t;

  // A writer to MEMORY: the beats of a write, in the order of their addresses
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
