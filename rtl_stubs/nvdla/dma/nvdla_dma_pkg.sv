// What a unit asks of a DMA front end: a nest of lines. A line is a run of consecutive atoms; LEVELS loops around it,
// level 0 the innermost, say where each line begins. All numbers of steps and atoms are less one, as registers have
// them; a loop that is not needed has 0.
//
// Two edges may be ragged: the last step of level 1 has lines of `last_size`, and the last step of the outermost
// level has `last_repeat` steps of level 0. Where an edge is not ragged both numbers are the same.
package nvdla_dma_pkg;
  import nvdla_memory_pkg::*;

  localparam int LEVELS = 5;
  localparam int COUNT_BITS = 24;
  localparam int STALL_BITS = 32;

  typedef struct packed {
    logic [RAM_BITS-1:0]                  ram;
    logic                                 group;        // whose stall counter counts
    logic                                 notify;       // a pulse of `done` when the memory has answered all of it
    logic [ADDRESS_BITS-1:0]              base;
    logic [SIZE_BITS-1:0]                 size;         // atoms of a line
    logic [SIZE_BITS-1:0]                 last_size;
    logic [COUNT_BITS-1:0]                last_repeat;
    logic [LEVELS-1:0][COUNT_BITS-1:0]    repeats;      // steps of each level
    logic [LEVELS-1:0][ADDRESS_BITS-1:0]  strides;      // from a step to the next
  } dma_request_t;

  // Where a walk is: the step of each level, and the address at which it began.
  typedef struct packed {
    logic [LEVELS-1:0][COUNT_BITS-1:0]    steps;
    logic [LEVELS-1:0][ADDRESS_BITS-1:0]  addresses;
  } dma_position_t;

  localparam int POSITION_BITS = LEVELS * (COUNT_BITS + ADDRESS_BITS);

  function automatic dma_position_t first_position(input logic [ADDRESS_BITS-1:0] base);
    first_position.steps = '0;
    first_position.addresses = {LEVELS{base}};
  endfunction

  // The next line's position: the innermost level that is not at its end goes on, all levels in it begin anew there.
  function automatic dma_position_t next_position(
    input dma_request_t request, input dma_position_t position, input logic [LEVELS-1:0] ends
  );
    int level;
    logic inner;  // this level is inside the one that goes on, or is that one
    logic [ADDRESS_BITS-1:0] address;
    logic [LEVELS-1:0][COUNT_BITS-1:0] steps;
    logic [LEVELS-1:0][ADDRESS_BITS-1:0] addresses, strides;
    steps = position.steps;
    addresses = position.addresses;
    strides = request.strides;
    inner = 1'b1;
    address = '0;
    for (level = 0; level < LEVELS; level++)
      if (inner && ends[level]) steps[level] = '0;
      else if (inner) begin
        inner = 1'b0;
        steps[level] = steps[level] + 1'b1;
        address = addresses[level] + strides[level];
      end
    inner = 1'b1;
    for (level = 0; level < LEVELS; level++) begin
      if (inner) addresses[level] = address;
      inner = inner && ends[level];
    end
    next_position.steps = steps;
    next_position.addresses = addresses;
  endfunction
endpackage
