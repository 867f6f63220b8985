// What the TIU tells its lanes: a setup, which stays while a word executes, and steps, of which each lane that takes part
// executes one in each cycle.
package sophgo_step_pkg;
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_number_pkg::*;

  localparam int SLICE_BITS = 8 * LANES;           // a byte of each lane

  // What a step does. Places of elements: a, b, c are read, `out` is written.
  //   ELEMENT   out = an arithmetic function of a, b, c
  //   TABLE     one of three numbers by which QUANTISE goes is read at c
  //   QUANTISE  out = a, multiplied, shifted and moved
  //   DOT       a byte of each lane, times as many bytes of a kernel at b, is added to the lane's sum
  //   PRODUCT   a times b is added to the sum
  //   LARGEST   the sum becomes a where that is larger
  //   FINISH    out = the sum, scaled, with a bias at c, shifted and cut off
  //   MOVE      out = an element of another lane
  typedef enum logic [2:0] {ELEMENT, TABLE, QUANTISE, DOT, PRODUCT, LARGEST, FINISH, MOVE} kind_t;

  typedef struct packed {
    size_t       size;
    logic        is_signed;
    logic        constant;  // the value is that one, and no place is read
    logic [31:0] value;
  } operand_t;

  typedef struct packed {
    logic [4:0]  operation;   // of ELEMENT, as words have it
    operand_t    a;
    operand_t    b;
    operand_t    c;
    operand_t    out;         // its value is not used
    logic        third;       // c counts
    logic        from_lane;   // a is an element of another lane
    logic [2:0]  rounding;
    logic [7:0]  left;        // by how much the old result is shifted before something is added to it
    logic [6:0]  right;       // by how much a sum is shifted in the end
    logic        adds;        // to the old result
    logic        old_signed;  // which has a sign
    logic        scales;      // a sum is multiplied
    logic [7:0]  scale;       // by that
    logic        narrow;      // a sum with its bias wraps to 32 bits
    logic        sum_signed;  // which then have a sign
    logic        relu;
    logic        wraps;       // instead of being cut off
    logic [31:0] pad;         // stands for a around a tensor
    logic [31:0] zero;        // zero point of a kernel
  } setup_t;

  typedef struct packed {
    logic                  valid;
    kind_t                 kind;
    logic                  first;     // of a sum
    logic                  padded;    // a is around the tensor
    logic                  inserted;  // a is one of the zeros between elements
    logic [1:0]            entry;     // of TABLE
    logic [PLACE_BITS-1:0] a;
    logic [PLACE_BITS-1:0] b;
    logic [PLACE_BITS-1:0] c;
    logic [PLACE_BITS-1:0] out;
    logic [LANE_BITS-1:0]  from;      // the lane whose a the others are given
    logic [PLACE_BITS-1:0] next_row;  // by so much a is further on in lanes below `from`, of DOT
    logic [LANE_BITS:0]    channels;  // that count, of DOT
  } step_t;
endpackage
