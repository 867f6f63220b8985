// What passes between the blocks, as packed types, with the sizes that follow from the configuration.
//
// Every link has `valid` (driver), `ready` (taker) and a payload: a transfer takes place at each rising clock edge at which
// both are 1, what is valid stays unchanged until it is taken, and `valid` does not wait for `ready`. A link without
// `ready` is always ready.
package mini_link_pkg;
  import mini_config_pkg::*;

  localparam int DATA_BITS = 8 * DATA_BYTES;
  localparam int OFFSET_BITS = $clog2(DATA_BYTES);  // of a byte within a beat
  localparam int WORD_BITS = REGISTER_ADDRESS_BITS - 2;
  localparam int PLACE_BITS = 16;   // of a byte in the scratch memory, as descriptors have it
  localparam int LENGTH_BITS = 16;
  localparam int COUNT_BITS = 13;   // of elements that were saturated, as SATURATED has them
  localparam int LEN_BITS = 8;      // of AXI bursts
  localparam logic [1:0] INCR = 2'b01;
  localparam int BOUNDARY_BITS = 12;  // of bytes between two addresses that no burst crosses
  localparam int BOUNDARY_BYTES = 1 << BOUNDARY_BITS;

  // Descriptors
  localparam int DESCRIPTOR_BYTES = 32;
  localparam int DESCRIPTOR_BITS = 8 * DESCRIPTOR_BYTES;
  localparam logic [1:0] LOAD = 2'd0;
  localparam logic [1:0] STORE = 2'd1;
  localparam logic [1:0] MULTIPLY_ADD = 2'd2;

  // As memory holds it: word 7 comes first here
  typedef struct packed {
    logic [15:0] unused_7;
    logic [15:0] tag;
    logic [10:0] unused_6;
    logic [4:0]  shift;
    logic [15:0] scale;
    logic [15:0] out;
    logic [15:0] c;
    logic [15:0] b;
    logic [15:0] a;
    logic [23:0] unused_3;
    logic [39:0] address;
    logic [15:0] unused_1;
    logic [15:0] length;
    logic [21:0] unused_0_31_10;
    logic        write_status;
    logic        raises_done;
    logic [5:0]  unused_0_7_2;
    logic [1:0]  opcode;
  } descriptor_t;

  // RING to MOVE or VECTOR, link `ring_command`. A transfer: a descriptor that is not faulty, its members as memory has
  // them. Order: that of the ring; the next one comes when the one before has retired.
  typedef struct packed {
    logic [1:0]              opcode;
    logic [LENGTH_BITS-1:0]  length;
    logic [ADDRESS_BITS-1:0] address;
    logic [PLACE_BITS-1:0]   a;
    logic [PLACE_BITS-1:0]   b;
    logic [PLACE_BITS-1:0]   c;
    logic [PLACE_BITS-1:0]   out;
    logic [15:0]             scale;
    logic [4:0]              shift;
  } ring_command_t;
  localparam int RING_COMMAND_BITS = $bits(ring_command_t);

  // MOVE and VECTOR to the scratch memory, links `move_scratch` and `vector_scratch`; the payload is without `valid`. A
  // transfer: a byte. Order: that of the places, from a descriptor's first one on. Always ready.
  typedef struct packed {
    logic                  valid;
    logic [PLACE_BITS-1:0] place;
    logic [7:0]            value;
  } scratch_write_t;
  localparam int SCRATCH_BYTE_BITS = $bits(scratch_write_t) - 1;

  // RING and MOVE to MEMORY, for reads and for writes. A transfer: bytes to be read or written by as many bursts as that
  // takes. The next one is taken when memory has answered all of the one before.
  typedef struct packed {
    logic                    valid;
    logic [ADDRESS_BITS-1:0] address;
    logic [LENGTH_BITS-1:0]  length;
  } memory_request_t;

  // MEMORY to RING and MOVE: the beats of a read, in the order of their addresses
  typedef struct packed {
    logic                 error;
    logic [DATA_BITS-1:0] data;
  } read_beat_t;

  // RING and MOVE to MEMORY: the beats of a write, in the order of their addresses
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
    int beats;
    int most;
    offset = 32'(address[OFFSET_BITS-1:0]);
    most = (BOUNDARY_BYTES - 32'(address) + offset) / DATA_BYTES;
    if (most > MAX_BURST_BEATS) most = MAX_BURST_BEATS;
    beats = (offset + 32'(left) + DATA_BYTES - 1) / DATA_BYTES;
    if (beats > most) burst_at = {LEN_BITS'(most - 1), LENGTH_BITS'(most * DATA_BYTES - offset)};
    else burst_at = {LEN_BITS'(beats - 1), left};
  endfunction
endpackage
