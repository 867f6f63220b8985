// The DMA front ends alone: a unit that takes and gives words with random pauses on one side, memories on the other.
// Taps between write down lines and words for the pytest beside.
module dma_top
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import dice_pkg::*;
  import dma_pattern_pkg::*;
(
  input  logic                            clk,
  input  logic                            reset_n,
  input  logic [31:0]                     seed,
  input  logic [7:0]                      pauses,         // of everybody, in 256 cycles
  input  logic                            stray,          // each memory gives words that nobody asked for
  input  logic                            stall_enable,
  input  logic [1:0]                      stall_clear,
  input  logic                            read_request_valid,
  output logic                            read_request_ready,
  input  logic [$bits(dma_request_t)-1:0] read_request,
  output logic [2*STALL_BITS-1:0]         read_stalls,    // by group
  input  logic                            write_request_valid,
  output logic                            write_request_ready,
  input  logic [$bits(dma_request_t)-1:0] write_request,
  output logic [2*STALL_BITS-1:0]         write_stalls,
  output logic [31:0]                     words_read,
  output logic [2*STALL_BITS-1:0]         read_waits,     // cycles in which a memory let a front end wait, by group
  output logic [2*STALL_BITS-1:0]         write_waits,
  output logic [2*32-1:0]                 answers,        // pulses of `done`, by group
  output logic [31:0]                     fired,
  output logic [check_pkg::NAME_BITS-1:0] last_name
);
  assign fired = check_pkg::fired;
  assign last_name = check_pkg::last_name;

  wire  dma_request_t read_asked = read_request;
  wire  dma_request_t write_asked = write_request;
  logic [MEMORIES-1:0]      r_line_valid, r_line_ready, r_data_valid, r_data_ready;
  logic [MEMORIES-1:0]      w_line_valid, w_line_ready, w_data_valid, w_data_ready;
  logic [ADDRESS_BITS-1:0]  r_address, w_address;
  logic [SIZE_BITS-1:0]     r_size, w_size;
  logic [1:0]               w_notify, done;
  logic [MEMORIES-1:0][1:0] w_done;
  wire  [BEAT_BITS-1:0]     r_data [0:DATA_PORTS-1];
  logic [BEAT_BITS-1:0]     read_word, write_word;
  logic                     read_valid, read_ready, write_valid, write_ready;
  logic [31:0]              dice, words_given;

  genvar ram;
  for (ram = MEMORIES; ram < DATA_PORTS; ram++) begin : g_no_ram
    assign r_data[ram] = '0;
  end
  for (ram = 0; ram < MEMORIES; ram++) begin : g_ram
    dma_read_memory #(.NUMBER(ram)) read_memory (
      .clk, .reset_n, .seed, .pauses, .stray,
      .line_valid(r_line_valid[ram]), .line_ready(r_line_ready[ram]), .line_address(r_address), .line_size(r_size),
      .data_valid(r_data_valid[ram]), .data_ready(r_data_ready[ram]), .data(r_data[ram])
    );
    dma_write_memory #(.NUMBER(ram)) write_memory (
      .clk, .reset_n, .seed, .pauses,
      .line_valid(w_line_valid[ram]), .line_ready(w_line_ready[ram]), .line_size(w_size), .line_notify(w_notify),
      .data_valid(w_data_valid[ram]), .data_ready(w_data_ready[ram]), .line_done(w_done[ram])
    );
    link_check #(.WIDTH(ADDRESS_BITS + SIZE_BITS)) read_lines (
      .clk, .reset_n, .valid(r_line_valid[ram]), .ready(r_line_ready[ram]), .payload({r_address, r_size})
    );
    link_check #(.WIDTH(2 + ADDRESS_BITS + SIZE_BITS)) write_lines (
      .clk, .reset_n, .valid(w_line_valid[ram]), .ready(w_line_ready[ram]), .payload({w_notify, w_address, w_size})
    );
    link_check #(.WIDTH(BEAT_BITS)) write_words (
      .clk, .reset_n, .valid(w_data_valid[ram]), .ready(w_data_ready[ram]), .payload(write_word)
    );
  end

  nvdla_dma_read reader (
    .clk, .reset_n,
    .request_valid(read_request_valid), .request_ready(read_request_ready), .request(read_asked),
    .valid(read_valid), .ready(read_ready), .data(read_word),
    .stall_enable, .stall_clear, .stalls(read_stalls),
    .line_valid(r_line_valid), .line_ready(r_line_ready), .line_address(r_address), .line_size(r_size),
    .data_valid(r_data_valid), .data_ready(r_data_ready), .line_data(r_data)
  );
  nvdla_dma_write writer (
    .clk, .reset_n,
    .request_valid(write_request_valid), .request_ready(write_request_ready), .request(write_asked),
    .active(), .ends(), .valid(write_valid), .ready(write_ready), .done, .owes(),
    .stall_enable, .stall_clear, .stalls(write_stalls),
    .line_valid(w_line_valid), .line_ready(w_line_ready), .line_address(w_address), .line_size(w_size),
    .line_notify(w_notify), .data_valid(w_data_valid), .data_ready(w_data_ready), .line_done(w_done)
  );

  link_tap #(.NAME("read_lines"), .WIDTH(MEMORIES + ADDRESS_BITS + SIZE_BITS)) read_lines_tap (
    .clk, .reset_n, .valid(|r_line_valid), .ready(|(r_line_valid & r_line_ready)),
    .payload({r_line_valid, r_address, r_size}),
    .group(read_asked.group), .layer_done(read_request_valid && read_request_ready)
  );
  link_tap #(.NAME("read_words"), .WIDTH(BEAT_BITS)) read_words_tap (
    .clk, .reset_n, .valid(read_valid), .ready(read_ready), .payload(read_word), .group(1'b0), .layer_done(1'b0)
  );
  link_tap #(.NAME("write_lines"), .WIDTH(MEMORIES + 2 + ADDRESS_BITS + SIZE_BITS)) write_lines_tap (
    .clk, .reset_n, .valid(|w_line_valid), .ready(|(w_line_valid & w_line_ready)),
    .payload({w_line_valid, w_notify, w_address, w_size}),
    .group(write_asked.group), .layer_done(write_request_valid && write_request_ready)
  );
  link_tap #(.NAME("write_words"), .WIDTH(MEMORIES + BEAT_BITS)) write_words_tap (
    .clk, .reset_n, .valid(|w_data_valid), .ready(|(w_data_valid & w_data_ready)),
    .payload({w_data_valid, write_word}), .group(1'b0), .layer_done(1'b0)
  );

  // The unit, and what is counted
  assign read_ready = dice[7:0] >= pauses;
  assign write_word = content(SOURCE, 64'(words_given) * 64'(BEAT_BYTES));

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      dice <= seed + 32'd200;
      write_valid <= 1'b0;
      {words_given, words_read, answers} <= '0;
      {read_waits, write_waits} <= '0;
    end else begin
      dice <= next_dice(dice);
      if (!write_valid || write_ready) write_valid <= dice[15:8] >= pauses;
      words_given <= words_given + 32'(write_valid && write_ready);
      words_read <= words_read + 32'(read_valid && read_ready);
      for (int i = 0; i < 2; i++) begin
        answers[32*i +: 32] <= answers[32*i +: 32] + 32'(done[i]);
        if (32'(read_asked.group) == i && (r_line_valid & ~r_line_ready) != '0)
          read_waits[STALL_BITS*i +: STALL_BITS] <= read_waits[STALL_BITS*i +: STALL_BITS] + 1'b1;
        if (32'(write_asked.group) == i && ((w_line_valid & ~w_line_ready) | (w_data_valid & ~w_data_ready)) != '0)
          write_waits[STALL_BITS*i +: STALL_BITS] <= write_waits[STALL_BITS*i +: STALL_BITS] + 1'b1;
      end
    end
endmodule
