// What passes inside the GDMA, and between it and the memories of the chip.
package sophgo_gdma_pkg;
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_number_pkg::*;

  localparam int STRIDE_BITS = 32;
  localparam int COUNT_BITS = 32;
  localparam int LOCAL_BITS = LANE_BITS + PLACE_BITS;   // of a byte in local memory
  localparam int CHIP_BITS = LOCAL_BITS > $clog2(L2_BYTES) ? LOCAL_BITS : $clog2(L2_BYTES);

  typedef logic [1:0] memory_t;
  localparam memory_t LOCAL = 2'd0;
  localparam memory_t STATIC = 2'd1;
  localparam memory_t L2 = 2'd2;
  localparam memory_t DDR = 2'd3;

  // The GDMA at the memories of the chip. A transfer: an element, which is read in the same cycle, or written with it.
  typedef struct packed {
    logic                 valid;
    memory_t              memory;
    logic [CHIP_BITS-1:0] place;  // of a byte
    size_t                size;
    logic [31:0]          value;
  } chip_access_t;

  // Four nested loops, the outermost one first: how often each goes round
  typedef struct packed {
    logic [COUNT_BITS-1:0] n;
    logic [COUNT_BITS-1:0] c;
    logic [COUNT_BITS-1:0] h;
    logic [COUNT_BITS-1:0] w;
    logic [COUNT_BITS-1:0] w_last;  // the innermost one, in the last round of `c`: the last columns of a matrix
  } loops_t;

  // A tensor that is walked by them: the strides, in elements, by which each loop goes on. In local memory one of them
  // counts channels, and goes on to the next lane.
  typedef struct packed {
    logic [ADDRESS_BITS-1:0] address;
    logic [1:0]              channels;  // which loop: 0 for n, 1 for c, 2 for none, 3 for w
    logic [STRIDE_BITS-1:0]  n;
    logic [STRIDE_BITS-1:0]  c;
    logic [STRIDE_BITS-1:0]  h;
    logic [STRIDE_BITS-1:0]  w;
  } tensor_t;

  // Elements that follow one another in a memory, from an address on, each so many bytes behind the one before
  typedef struct packed {
    logic [ADDRESS_BITS-1:0] address;
    logic [ADDRESS_BITS-1:0] step;
    logic [COUNT_BITS-1:0]   count;
  } run_t;

  // An element with its address and its size, as taps have it
  localparam int ELEMENT_BITS = ADDRESS_BITS + 2 + 32;

  function automatic memory_t memory_of(input logic [ADDRESS_BITS-1:0] address);
    if (address >= DDR_BASE) memory_of = DDR;
    else if (address >= L2_BASE) memory_of = L2;
    else if (address >= STATIC_BASE) memory_of = STATIC;
    else memory_of = LOCAL;
  endfunction

  // The byte of a memory of the chip: each begins at a multiple of its size
  function automatic logic [CHIP_BITS-1:0] place_of(input logic [ADDRESS_BITS-1:0] address);
    case (memory_of(address))
      STATIC: place_of = CHIP_BITS'(address - STATIC_BASE);
      L2: place_of = CHIP_BITS'(address - L2_BASE);
      default: place_of = CHIP_BITS'(address - LOCAL_BASE);
    endcase
  endfunction

  // What a word makes of its unit
  typedef enum logic [2:0] {COPY, FILL, GATHER, SELECT, NONZERO} task_t;

  typedef struct packed {
    task_t       kind;
    size_t       size;         // of the elements that are written
    size_t       read_size;    // of those that are read
    size_t       key_size;     // of those of a mask
    logic [31:0] constant;
    loops_t      read_loops;
    tensor_t     read;
    loops_t      write_loops;  // unused where it shows only later how much is written
    tensor_t     write;
    tensor_t     key;          // the index or the mask, walked by `read_loops`
    logic [31:0] lines;        // of the tensor from which an index chooses
  } plan_t;

  // The address of an element
  function automatic logic [ADDRESS_BITS-1:0] address_of(
    input tensor_t tensor, input logic [COUNT_BITS-1:0] n, input logic [COUNT_BITS-1:0] c,
    input logic [COUNT_BITS-1:0] h, input logic [COUNT_BITS-1:0] w, input size_t size
  );
    logic [LOCAL_BITS-1:0]   start;
    logic [COUNT_BITS-1:0]   index;    // of the loop that counts channels
    logic [COUNT_BITS-1:0]   channel;  // counted from the first lane
    logic [ADDRESS_BITS-1:0] offset;
    start = LOCAL_BITS'(tensor.address - LOCAL_BASE);
    case (tensor.channels)
      2'd0: index = n;
      2'd1: index = c;
      2'd2: index = '0;
      default: index = w;
    endcase
    channel = COUNT_BITS'(start[LOCAL_BITS-1:PLACE_BITS]) + index;
    if (memory_of(tensor.address) == LOCAL) begin
      offset = product(tensor.channels == 2'd0 ? channel >> LANE_BITS : n, tensor.n)
        + product(tensor.channels == 2'd1 ? channel >> LANE_BITS : c, tensor.c)
        + product(h, tensor.h) + product(tensor.channels == 2'd3 ? channel >> LANE_BITS : w, tensor.w);
      start = {channel[LANE_BITS-1:0], start[PLACE_BITS-1:0] + PLACE_BITS'(offset << size)};
      address_of = LOCAL_BASE + ADDRESS_BITS'(start);
    end else begin
      offset = product(n, tensor.n) + product(c, tensor.c) + product(h, tensor.h) + product(w, tensor.w);
      address_of = tensor.address + (offset << size);
    end
  endfunction

  function automatic logic [ADDRESS_BITS-1:0] product(
    input logic [COUNT_BITS-1:0] index, input logic [STRIDE_BITS-1:0] stride
  );
    product = ADDRESS_BITS'(index) * ADDRESS_BITS'(stride);
  endfunction
endpackage
