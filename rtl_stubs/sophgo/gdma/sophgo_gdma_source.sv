// Brings the elements of a word in the order in which they are written: as a tensor is walked, a constant, those that an
// index or a mask chooses, or the numbers of those that are not 0.
module sophgo_gdma_source
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_gdma_pkg::*;
  import sophgo_number_pkg::*;
(
  input  logic            clk,
  input  logic            reset_n,
  input  logic            begins,
  input  plan_t           plan,  // stays until `source_idle`
  output logic            source_idle,
  output logic            element_valid,
  input  logic            element_ready,
  output logic [31:0]     element,
  input  logic            gdma_word_done,  // for taps
  // the memories of the chip
  output chip_access_t    chip_read,
  input  logic [31:0]     chip_value,
  // MEMORY
  output memory_request_t load,
  input  logic            load_ready,
  input  logic            load_beat_valid,
  output logic            load_beat_ready,
  input  read_beat_t      read_beat
);
  typedef enum logic [2:0] {IDLE, WALK, REPEAT, ASK_KEY, KEY, ASK_LINE, LINE, NEXT} state_t;
  state_t state;

  localparam int PIECE = 64;  // so much of a mask is read at once
  localparam int PIECE_BITS = $clog2(PIECE);

  logic [COUNT_BITS-1:0] n, c, h, w;   // of the piece of a line that has its turn
  logic [COUNT_BITS-1:0] left;         // elements of what is read or repeated
  logic [COUNT_BITS-1:0] number;       // of the element
  logic [PIECE-1:0]      mask;
  logic [31:0]           chosen;       // line
  logic                  walk_valid, walk_ready, reader_valid, reader_ready, read_valid, read_ready;
  run_t                  walk_run, run;
  size_t                 size;
  tensor_t               key, read;
  logic [31:0]           value;
  logic                  passes;       // the element goes on to who writes

  wire                   selects = plan.kind == SELECT;
  wire [COUNT_BITS-1:0]  line_left = plan.read_loops.w - w;
  wire [COUNT_BITS-1:0]  piece = selects && line_left > COUNT_BITS'(PIECE) ? COUNT_BITS'(PIECE) : line_left;
  wire                   last_w = w + piece == plan.read_loops.w;
  wire                   last_h = h == plan.read_loops.h - 1'b1;
  wire                   last_c = c == plan.read_loops.c - 1'b1;
  wire                   last_n = n == plan.read_loops.n - 1'b1;
  wire                   walks = begins && (plan.kind == COPY || plan.kind == NONZERO);
  wire                   taken = read_valid && read_ready;
  wire [PIECE_BITS-1:0]  piece_index = PIECE_BITS'(number);

  assign {key, read} = {plan.key, plan.read};
  assign source_idle = state == IDLE;
  assign size = state == KEY ? plan.key_size : plan.read_size;

  sophgo_gdma_walk walk (
    .begins(walks), .loops(plan.read_loops), .tensor(read), .size(plan.read_size), .run_valid(walk_valid),
    .run_ready(walk_ready), .run(walk_run), .*
  );
  sophgo_gdma_reader reader (
    .run_valid(reader_valid), .run_ready(reader_ready), .element_valid(read_valid), .element_ready(read_ready),
    .element(value), .*
  );

  // The runs that are read
  assign walk_ready = state == WALK && reader_ready;
  assign reader_valid = (state == WALK && walk_valid) || state == ASK_KEY || state == ASK_LINE;
  always @*
    case (state)
      ASK_KEY:
        run = {
          address_of(key, n, c, h, w, plan.key_size), ADDRESS_BITS'(key.w) << plan.key_size,
          selects ? piece : COUNT_BITS'(1)};
      ASK_LINE:
        run = {
          address_of(read, n, c, selects ? h : chosen, w, plan.read_size),
          ADDRESS_BITS'(read.w) << plan.read_size, piece};
      default: run = walk_run;
    endcase

  // What becomes of an element that was read
  always @*
    case (plan.kind)
      NONZERO: passes = value != '0;
      SELECT: passes = mask[piece_index];
      default: passes = 1'b1;
    endcase

  assign read_ready = state == KEY || ((state == WALK || state == LINE) && (!passes || element_ready));
  assign element_valid = state == REPEAT || ((state == WALK || state == LINE) && read_valid && passes);
  assign element = state == REPEAT ? plan.constant : plan.kind == NONZERO ? plan.constant + number : value;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      {n, c, h, w} <= '0;
      {left, number} <= '0;
      mask <= '0;
      chosen <= '0;
    end else
      case (state)
        IDLE:
          if (begins) begin
            {n, c, h, w} <= '0;
            number <= '0;
            left <= plan.write_loops.n * plan.write_loops.c * plan.write_loops.h * plan.write_loops.w;
            case (plan.kind)
              FILL: state <= REPEAT;
              GATHER, SELECT: state <= ASK_KEY;
              default: state <= WALK;
            endcase
          end
        WALK: begin
          if (taken) number <= number + 1'b1;
          if (!walk_valid && reader_ready) state <= IDLE;
        end
        REPEAT:
          if (element_ready) begin
            left <= left - 1'b1;
            if (left == COUNT_BITS'(1)) state <= plan.kind == FILL ? IDLE : NEXT;
          end
        ASK_KEY: if (reader_ready) state <= KEY;
        KEY: begin
          if (taken) begin
            number <= number + 1'b1;
            mask[piece_index] <= value != '0;
            chosen <= value;
          end
          if (reader_ready) begin
            number <= '0;
            left <= piece;
            state <= selects || chosen < plan.lines ? ASK_LINE : REPEAT;
          end
        end
        ASK_LINE: if (reader_ready) state <= LINE;
        LINE: begin
          if (taken) number <= number + 1'b1;
          if (reader_ready) state <= NEXT;
        end
        default: begin
          number <= '0;
          w <= last_w ? '0 : w + piece;
          if (last_w) h <= last_h ? '0 : h + 1'b1;
          if (last_w && last_h) c <= last_c ? '0 : c + 1'b1;
          if (last_w && last_h && last_c) n <= n + 1'b1;
          state <= last_w && last_h && last_c && last_n ? IDLE : ASK_KEY;
        end
      endcase
endmodule
