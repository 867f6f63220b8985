// Writes elements to the places of runs, in order: to a memory of the chip one in each cycle, to DDR in beats.
module sophgo_gdma_writer
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
  input  size_t           size,
  input  logic            element_valid,
  output logic            element_ready,
  input  logic [31:0]     element,
  output logic            writer_idle,
  input  logic            gdma_word_done,  // for taps
  // the memories of the chip
  output chip_access_t    chip_write,
  // MEMORY
  output memory_request_t store,
  input  logic            store_ready,
  output write_beat_t     store_beat,
  input  logic            store_beat_ready
);
  typedef enum logic [1:0] {IDLE, ON_CHIP, ASK, PACK} state_t;
  state_t state;

  logic [ADDRESS_BITS-1:0] address, step;  // of the next element
  logic [COUNT_BITS-1:0]   left;           // elements of the run
  logic                    dense;          // they lie one behind the other
  logic                    full;           // the beat is whole
  logic [DATA_BITS-1:0]    data;
  logic [DATA_BYTES-1:0]   strobe;

  wire [OFFSET_BITS-1:0]  offset = address[OFFSET_BITS-1:0];
  wire [ADDRESS_BITS-1:0] bytes = ADDRESS_BITS'(1) << size;
  wire [ADDRESS_BITS-1:0] next = address + step;
  wire                    last = left == COUNT_BITS'(1);
  wire                    moves = element_valid && element_ready;
  wire                    beat_ends = last || !dense || next[OFFSET_BITS-1:0] < offset || DATA_BYTES == 32'(bytes);
  wire [31:0]             part = size == BITS_8 ? 32'hff : size == BITS_16 ? 32'hffff : 32'hffff_ffff;
  wire [DATA_BITS-1:0]    mask = DATA_BITS'(part) << {offset, 3'b0};
  wire [DATA_BYTES-1:0]   bytes_of_it = DATA_BYTES'({part[31], part[23], part[15], part[7]}) << offset;

  assign run_ready = state == IDLE;
  assign writer_idle = state == IDLE;
  assign element_ready = state == ON_CHIP || (state == PACK && !full && left != '0);
  assign chip_write = {state == ON_CHIP && element_valid, memory_of(address), place_of(address), size, element};
  assign store = {state == ASK, address, dense ? left << size : LENGTH_BITS'(bytes)};
  assign store_beat = {full, strobe, data};

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      {address, step} <= '0;
      left <= '0;
      {dense, full} <= '0;
      data <= '0;
      strobe <= '0;
    end else begin
      case (state)
        IDLE:
          if (run_valid) begin
            state <= memory_of(run.address) == DDR ? ASK : ON_CHIP;
            {address, step, left} <= run;
            dense <= run.step == bytes;
          end
        ASK: if (store_ready) state <= PACK;
        ON_CHIP: if (moves && last) state <= IDLE;
        default:
          if (full && store_beat_ready) begin
            full <= 1'b0;
            strobe <= '0;
            if (left == '0) state <= IDLE;
            else if (!dense) state <= ASK;
          end
      endcase
      if (moves) begin
        address <= next;
        left <= left - 1'b1;
        if (state == PACK) begin
          data <= (data & ~mask) | (DATA_BITS'(element) << {offset, 3'b0});
          strobe <= strobe | bytes_of_it;
          full <= beat_ends;
        end
      end
    end

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("gdma_written"), .WIDTH(ELEMENT_BITS)) written_tap (
      .valid(moves), .ready(1'b1), .payload({address, size, element}), .group(1'b0), .layer_done(gdma_word_done), .*
    );
  end
endmodule
