// Decodes a core's stream: for each weight that the walk comes to, the weight, and the words behind it.
module vipnano_decoder
  import vipnano_config_pkg::*;
(
  input  logic               clk,
  input  logic               reset_n,
  // the walk
  input  logic               works,
  input  logic [15:0]        count,    // of kernels, as the stream must have it
  input  logic [7:0]         zero_point,
  input  logic               restart,  // of the stream
  input  logic               mark,
  input  logic               rewind,
  input  logic               wants,    // a weight
  input  logic               first,    // it is the kernel's first one
  input  logic               last,     // and its last one
  input  logic               taken,
  // the stream
  input  logic [31:0]        bits,
  input  logic [5:0]         there,
  input  logic               ends,
  output logic [5:0]         takes,
  // the core
  output logic               ready,    // the stream's first words are behind it
  output logic               valid,
  output logic signed [8:0]  weight,   // less the zero point
  output logic [31:0]        bias,
  output logic [31:0]        offset,
  output logic               broken
);
  localparam int RUN_BITS = ZRL_BITS;
  localparam int HEAD_BITS = 24;

  typedef enum logic [2:0] {IDLE, HEAD, ITEM, BIAS, OFFSET, OFFER, BROKEN} state_t;
  state_t state;

  // The item that has begun: weights of its run that are still to come, and the one behind
  typedef struct packed {
    logic                open;
    logic [RUN_BITS-1:0] run;
    logic [7:0]          value;
  } item_t;
  item_t item, marked, next;

  logic [3:0] width;  // bits of a run's length
  logic [5:0] needed;
  logic       moves;

  wire [31:0] run_mask = ~(32'hffff_ffff << width);
  wire [31:0] behind_run = bits >> width;
  wire        has = there >= needed;
  wire        zero = next.run != '0;  // this weight is one of the run
  wire        head_wrong = bits[7:0] > 8'(ZRL_BITS) || bits[23:8] != count;

  assign next = item.open ? item : {1'b1, bits[RUN_BITS-1:0] & run_mask[RUN_BITS-1:0], behind_run[7:0]};
  assign moves = state == HEAD || state == BIAS || state == OFFSET || (state == ITEM && wants);
  assign takes = moves && has ? needed : '0;
  assign ready = state == ITEM || !works;
  assign valid = state == OFFER || !works;
  assign broken = state == BROKEN;

  always @*
    case (state)
      HEAD: needed = 6'(HEAD_BITS);
      ITEM: needed = item.open ? '0 : 6'(width) + 6'd8;
      default: needed = 6'd32;
    endcase

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      {item, marked} <= '0;
      width <= '0;
      weight <= '0;
      {bias, offset} <= '0;
    end else if (works) begin
      if (mark) marked <= item;
      if (restart) begin
        state <= HEAD;
        item <= '0;
      end else if (rewind) item <= marked;
      else if (moves && has)
        case (state)
          HEAD: begin
            width <= bits[3:0];
            state <= head_wrong ? BROKEN : ITEM;
          end
          ITEM: begin
            item <= {zero, next.run - RUN_BITS'(zero), next.value};
            weight <= zero ? '0 : $signed({1'b0, next.value}) - $signed({1'b0, zero_point});
            if (zero && (first || last)) state <= BROKEN;
            else state <= first ? BIAS : last ? OFFSET : OFFER;
          end
          BIAS: begin
            bias <= bits;
            state <= last ? OFFSET : OFFER;
          end
          default: begin
            offset <= bits;
            state <= OFFER;
          end
        endcase
      else if (moves && ends) state <= BROKEN;
      else if (taken) state <= ITEM;
    end
endmodule
