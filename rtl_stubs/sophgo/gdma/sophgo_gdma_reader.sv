// Reads the elements of runs, in order: from a memory of the chip one in each cycle, from DDR as beats come.
module sophgo_gdma_reader
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_gdma_pkg::*;
  import sophgo_number_pkg::*;
(
  input  logic            clk,
  input  logic            reset_n,
  input  logic            run_valid,
  output logic            run_ready,
  input  run_t            run,
  input  size_t           size,  // of the elements of the run, until the last one is taken
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
  typedef enum logic [1:0] {IDLE, ON_CHIP, ASK, BEATS} state_t;
  state_t state;

  logic [ADDRESS_BITS-1:0] address, step;  // of the next element
  logic [COUNT_BITS-1:0]   left;           // elements of the run
  logic                    dense;          // they lie one behind the other

  wire [OFFSET_BITS-1:0]  offset = address[OFFSET_BITS-1:0];
  wire [ADDRESS_BITS-1:0] bytes = ADDRESS_BITS'(1) << size;
  wire [ADDRESS_BITS-1:0] next = address + step;
  wire                    last = left == COUNT_BITS'(1);
  wire                    moves = element_valid && element_ready;
  wire                    beat_ends = last || !dense || next[OFFSET_BITS-1:0] < offset || DATA_BYTES == 32'(bytes);
  wire [31:0]             beat_part = 32'(read_beat.data >> {offset, 3'b0});

  assign run_ready = state == IDLE;
  assign element_valid = state == ON_CHIP || (state == BEATS && load_beat_valid);
  assign element = state == ON_CHIP ? chip_value : element_in(beat_part, 2'd0, size);
  assign chip_read = {state == ON_CHIP, memory_of(address), place_of(address), size, 32'd0};
  assign load = {state == ASK, address, dense ? left << size : LENGTH_BITS'(bytes)};
  assign load_beat_ready = state == BEATS && element_ready && beat_ends;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      {address, step} <= '0;
      left <= '0;
      dense <= 1'b0;
    end else
      case (state)
        IDLE:
          if (run_valid) begin
            state <= memory_of(run.address) == DDR ? ASK : ON_CHIP;
            {address, step, left} <= run;
            dense <= run.step == bytes;
          end
        ASK: if (load_ready) state <= BEATS;
        default:
          if (moves) begin
            address <= next;
            left <= left - 1'b1;
            if (last) state <= IDLE;
            else if (state == BEATS && !dense) state <= ASK;
          end
      endcase

  if (debug_pkg::TAPS) begin : g_taps
    wire on_chip = state == ON_CHIP;

    link_tap #(.NAME("gdma_asked"), .WIDTH(ELEMENT_BITS)) asked_tap (
      .valid(moves), .ready(1'b1), .payload({address, size, element}), .group(1'b0), .layer_done(gdma_word_done), .*
    );
    link_tap #(.NAME("chip_given"), .WIDTH(ELEMENT_BITS)) chip_tap (
      .valid(moves && on_chip), .ready(1'b1), .payload({address, size, element}), .group(1'b0), .layer_done(gdma_word_done), .*
    );
    link_tap #(.NAME("ddr_given"), .WIDTH(ELEMENT_BITS)) ddr_tap (
      .valid(moves && !on_chip), .ready(1'b1), .payload({address, size, element}), .group(1'b0), .layer_done(gdma_word_done), .*
    );
  end
endmodule
