// How a window lies over an input: which element of it is under an element of the kernel.
package sophgo_window_pkg;
  import sophgo_layout_pkg::*;

  // Of one of the two directions, lines or columns
  typedef struct packed {
    logic [3:0]           inserted;  // zeros between two elements of the input
    logic [3:0]           in_front;  // elements around it there
    logic [3:0]           stride;
    logic [3:0]           gaps;      // between two elements of the kernel
    logic [SIZE_BITS-1:0] inputs;
    logic [SIZE_BITS-1:0] taps;      // of the kernel
    logic                 turned;    // the kernel runs the other way
  } direction_t;

  typedef struct packed {
    logic                 outside;
    logic                 between;   // it is an inserted zero
    logic [SIZE_BITS-1:0] index;
  } under_t;

  function automatic under_t under(
    input direction_t direction, input logic [SIZE_BITS-1:0] output_index, input logic [SIZE_BITS-1:0] tap
  );
    int every;
    int place;
    every = 32'(direction.inserted) + 1;
    place = 32'(output_index) * 32'(direction.stride) + 32'(tap) * (32'(direction.gaps) + 1) - 32'(direction.in_front);
    under.outside = place < 0 || place > (32'(direction.inputs) - 1) * every;
    under.between = !under.outside && place % every != 0;
    under.index = SIZE_BITS'(place / every);
  endfunction

  // The element of the kernel as memory has it
  function automatic logic [SIZE_BITS-1:0] stored(input direction_t direction, input logic [SIZE_BITS-1:0] tap);
    stored = direction.turned ? direction.taps - 1'b1 - tap : tap;
  endfunction
endpackage
