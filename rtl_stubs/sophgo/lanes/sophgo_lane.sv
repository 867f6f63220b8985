// A lane: its memory, which the GDMA and the TIU reach, and an execution unit, which works on that alone and on what is
// given to all lanes. A step takes a cycle: it reads, computes and writes.
module sophgo_lane
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_number_pkg::*;
  import sophgo_step_pkg::*;
  import sophgo_arithmetic_pkg::*;
  import sophgo_sum_pkg::*;
#(
  parameter int NUMBER = 0  // which lane
) (
  input  logic                  clk,
  input  logic                  reset_n,        // these two for taps
  input  logic                  tiu_word_done,
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

  // What a step reads
  wire [PLACE_BITS-1:0] a_place = further ? step.a + step.next_row : step.a;
  wire [INDEX_BITS-1:0] a_index = a_place[PLACE_BITS-1:2];
  wire [INDEX_BITS-1:0] b_index = step.b[PLACE_BITS-1:2];
  wire [INDEX_BITS-1:0] c_index = step.c[PLACE_BITS-1:2];
  wire [INDEX_BITS-1:0] out_index = step.out[PLACE_BITS-1:2];
  wire [INDEX_BITS-1:0] read_index = read_place[PLACE_BITS-1:2];
  wire [31:0]           a_word = words[a_index];
  wire [31:0]           b_word = words[b_index];
  wire [31:0]           c_word = words[c_index];
  wire [31:0]           out_word = words[out_index];
  wire [31:0]           x = operand_of(setup.from_lane ? given : a, 2'd0, setup.a);
  wire [31:0]           y = operand_of(b_word, step.b[1:0], setup.b);
  wire [31:0]           z = operand_of(c_word, step.c[1:0], setup.c);
  wire [31:0]           old = operand_of(out_word, step.out[1:0], setup.out);
  wire [31:0]           first = step.inserted ? '0 : step.padded ? setup.pad : x;

  assign a = element_in(a_word, a_place[1:0], setup.a.size);
  assign read_word = words[read_index];

  function automatic logic [31:0] operand_of(input logic [31:0] word, input logic [1:0] offset, input operand_t operand);
    operand_of = operand.constant ? operand.value : element_in(word, offset, operand.size);
  endfunction

  // A byte for each lane from a place on: those of a kernel that are multiplied in one step
  function automatic logic [SLICE_BITS-1:0] kernel_at(input logic [INDEX_BITS-1:0] index);
    if (setup.b.constant) kernel_at = {LANES{setup.b.value[7:0]}};
    else for (int i = 0; i < LANES / 4; i++) kernel_at[32*i +: 32] = words[index + INDEX_BITS'(i)];
  endfunction

  task automatic put(input logic [PLACE_BITS-1:0] place, input size_t size, input logic [31:0] value);
    case (size)
      BITS_8: words[place[PLACE_BITS-1:2]][{place[1:0], 3'b0} +: 8] <= value[7:0];
      BITS_16: words[place[PLACE_BITS-1:2]][{place[1], 4'b0} +: 16] <= value[15:0];
      default: words[place[PLACE_BITS-1:2]] <= value;
    endcase
  endtask

  function automatic sum_t accumulated(input sum_t more);
    accumulated = step.first ? more : sum + more;
  endfunction

  // What the step writes
  function automatic logic [31:0] result();
    case (step.kind)
      ELEMENT: result = arithmetic(setup, first, y, z, old);
      QUANTISE:
        if (setup.b.constant) result = quantised(setup, first, setup.b.value, setup.c.value[7:0], setup.c.value[31:16]);
        else result = quantised(setup, first, multiplier, amount[7:0], zero[15:0]);
      FINISH: result = finished(setup, sum, z, old);
      default: result = given;  // MOVE
    endcase
  endfunction

  always_ff @(posedge clk) begin
    if (writes) put(write_place, write_size, write_value);
    if (active)
      case (step.kind)
        TABLE:
          case (step.entry)
            2'd0: multiplier <= z;
            2'd1: amount <= z;
            default: zero <= z;
          endcase
        DOT: sum <= accumulated(dot(setup, slice, kernel_at(b_index)));
        PRODUCT: sum <= accumulated(product(setup, first, y));
        LARGEST: if (step.first || larger(setup, first, sum)) sum <= sum_t'(value_of(first, setup.a.size, setup.a.is_signed));
        default: put(step.out, setup.out.size, result());
      endcase
  end

  if (debug_pkg::TAPS) begin : g_taps
    wire         gathers = step.kind == TABLE || step.kind == DOT || step.kind == PRODUCT || step.kind == LARGEST;
    wire         writes_step = active && !gathers;
    logic [31:0] written;

    // once a cycle, when all has settled
    always @(negedge clk) if (writes_step) written = result();

    link_tap #(.NAME("lane_result"), .WIDTH(PLACE_BITS + 2 + 32), .NUMBER(NUMBER)) result_tap (
      .valid(writes_step), .ready(1'b1), .payload({step.out, setup.out.size, written}), .group(1'b0),
      .layer_done(tiu_word_done), .*
    );
  end
endmodule
