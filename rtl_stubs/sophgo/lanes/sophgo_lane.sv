// A lane: its memory, which the GDMA and the TIU reach, and an execution unit, which works on that alone and on what is
// given to all lanes. A step takes a cycle: it reads, computes and writes.
module sophgo_lane
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_number_pkg::*;
  import sophgo_step_pkg::*;
  import sophgo_arithmetic_pkg::*;
  import sophgo_sum_pkg::*;
(
  input  logic                  clk,
  // the TIU
  input  setup_t                setup,
  input  step_t                 step,
  input  logic                  active,   // this lane executes the step
  input  logic                  further,  // a is in the next row
  output logic [31:0]           a,        // what the step reads first
  input  logic [31:0]           given,    // an element of another lane
  input  logic [SLICE_BITS-1:0] slice,    // a byte of each lane
  // the GDMA
  input  logic [PLACE_BITS-1:0] read_place,
  output logic [31:0]           read_word,
  input  logic                  writes,
  input  logic [PLACE_BITS-1:0] write_place,
  input  size_t                 write_size,
  input  logic [31:0]           write_value
);
  localparam int INDEX_BITS = PLACE_BITS - 2;

  logic [31:0] words [0:LANE_BYTES/4-1];
  sum_t        sum;
  logic [31:0] multiplier, amount, zero;  // of QUANTISE

  wire [PLACE_BITS-1:0] a_place = further ? step.a + step.next_row : step.a;
  wire [INDEX_BITS-1:0] a_index = a_place[PLACE_BITS-1:2];
  wire [INDEX_BITS-1:0] read_index = read_place[PLACE_BITS-1:2];
  wire [31:0]           a_word = words[a_index];

  assign a = element_in(a_word, a_place[1:0], setup.a.size);
  assign read_word = words[read_index];

  function automatic logic [31:0] at(input logic [PLACE_BITS-1:0] place, input operand_t operand);
    at = operand.constant ? operand.value : element_in(words[place[PLACE_BITS-1:2]], place[1:0], operand.size);
  endfunction

  // A byte for each lane from a place on: those of a kernel that are multiplied in one step
  function automatic logic [SLICE_BITS-1:0] kernel_at(input logic [PLACE_BITS-1:0] place);
    for (int i = 0; i < LANES / 4; i++) kernel_at[32*i +: 32] = words[place[PLACE_BITS-1:2] + INDEX_BITS'(i)];
  endfunction

  // The a of a step, which may be none, another lane's, or constant
  function automatic logic [31:0] first_operand();
    if (step.inserted) first_operand = '0;
    else if (step.padded) first_operand = setup.pad;
    else if (setup.from_lane) first_operand = given;
    else first_operand = setup.a.constant ? setup.a.value : a;
  endfunction

  task automatic put(input logic [PLACE_BITS-1:0] place, input size_t size, input logic [31:0] value);
    case (size)
      BITS_8: words[place[PLACE_BITS-1:2]][{place[1:0], 3'b0} +: 8] <= value[7:0];
      BITS_16: words[place[PLACE_BITS-1:2]][{place[1], 4'b0} +: 16] <= value[15:0];
      default: words[place[PLACE_BITS-1:2]] <= value;
    endcase
  endtask

  task automatic add(input sum_t more);
    sum <= step.first ? more : sum + more;
  endtask

  function automatic sum_t element_value(input logic [31:0] element, input operand_t operand);
    element_value = sum_t'(value_of(element, operand.size, operand.is_signed));
  endfunction

  always_ff @(posedge clk) begin
    if (writes) put(write_place, write_size, write_value);
    if (active)
      case (step.kind)
        ELEMENT:
          put(step.out, setup.out.size,
            arithmetic(setup, first_operand(), at(step.b, setup.b), at(step.c, setup.c), at(step.out, setup.out)));
        TABLE:
          case (step.entry)
            2'd0: multiplier <= at(step.c, setup.c);
            2'd1: amount <= at(step.c, setup.c);
            default: zero <= at(step.c, setup.c);
          endcase
        QUANTISE:
          put(step.out, setup.out.size,
            setup.b.constant ? quantised(setup, first_operand(), setup.b.value, setup.c.value[7:0], setup.c.value[31:16])
              : quantised(setup, first_operand(), multiplier, amount[7:0], zero[15:0]));
        DOT: add(dot(setup, slice, kernel_at(step.b)));
        PRODUCT:
          add(element_value(first_operand(), setup.a) * element_value(at(step.b, setup.b), setup.b));
        LARGEST:
          if (step.first || element_value(first_operand(), setup.a) > sum) sum <= element_value(first_operand(), setup.a);
        FINISH: put(step.out, setup.out.size, finished(setup, sum, at(step.c, setup.c), at(step.out, setup.out)));
        default: put(step.out, setup.out.size, given);
      endcase
  end
endmodule
