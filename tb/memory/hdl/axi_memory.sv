// The memory's side of one port in HDL, with the knobs of tb/memory/profile.py, beside a log of what the pins showed.
//
// Python talks to it by a file of commands, `NAME_commands.bin`, in 32-bit words with the highest byte first: it
// counts `commands` up, and everything up to the command END takes effect in the same time step.

`timescale 1ps / 1ps

module axi_memory #(
    parameter NAME = "memory",
    parameter integer DATA_BYTES = 64,
    parameter integer ADDRESS_BITS = 64,
    parameter integer ID_BITS = 8,
    parameter integer LEN_BITS = 4,
    parameter integer PAGES = 4096,  // a power of two
    parameter integer WAKE_RECORDS = 16384,  // so many data beats between two toggles of `wake`
    parameter bit LOGGED = 1'b1  // without a log nothing is checked
) (
    input  wire clk,
    input  wire reset_n,

    // The bench: commands given and carried out; `wake` toggles when the log has grown by a good piece.
    input  wire [31:0] commands,
    output reg  [31:0] commands_done,
    output wire wake,

    input  wire awvalid,
    output reg  awready,
    input  wire [ID_BITS-1:0] awid,
    input  wire [LEN_BITS-1:0] awlen,
    input  wire [ADDRESS_BITS-1:0] awaddr,
    input  wire wvalid,
    output reg  wready,
    input  wire [8*DATA_BYTES-1:0] wdata,
    input  wire [DATA_BYTES-1:0] wstrb,
    input  wire wlast,
    output reg  bvalid,
    input  wire bready,
    output reg  [ID_BITS-1:0] bid,
    input  wire arvalid,
    output reg  arready,
    input  wire [ID_BITS-1:0] arid,
    input  wire [LEN_BITS-1:0] arlen,
    input  wire [ADDRESS_BITS-1:0] araddr,
    output reg  rvalid,
    input  wire rready,
    output reg  [ID_BITS-1:0] rid,
    output reg  rlast,
    output reg  [8*DATA_BYTES-1:0] rdata
);
  localparam integer DEPTH = 512;  // of each queue; its channel is not ready while it is full
  localparam [ADDRESS_BITS-1:0] BEAT = DATA_BYTES;
  localparam [ADDRESS_BITS-1:0] ALIGN = ~(BEAT - 1'b1);

  // Commands and the words behind them: Python has the same in tb/memory/commands.py.
  localparam [31:0] END = 0, CONFIGURE = 1, SEED = 2, CLEAR = 3, HOLD = 4, LOAD = 5, LOAD_PART = 6;
  // Places of the knobs in CONFIGURE's words. A range is two words, a pause three: probability and range.
  localparam integer READ_LATENCY = 0, RESPONSE_LATENCY = 2, AW_STALL = 4, W_STALL = 7, AR_STALL = 10, B_GAP = 13,
      R_GAP = 16, READ_REORDER = 19, READ_INTERLEAVE = 20, RESPONSE_REORDER = 21, WRITE_ORDER = 22,
      ORDER_PATIENCE = 23, ORPHAN_LIMIT = 24, KNOBS = 25;
  localparam [31:0] ANY = 0, ADDRESS_FIRST = 1, DATA_FIRST = 2, MIXED = 3;

  wire full;
  wire [ADDRESS_BITS-1:0] full_address;

  axi_memory_dice dice ();
  axi_memory_pages #(
      .DATA_BYTES(DATA_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .PAGES(PAGES)
  ) pages (
      .full(full), .full_address(full_address)
  );
  axi_memory_reads #(
      .ADDRESS_BITS(ADDRESS_BITS), .ID_BITS(ID_BITS), .LEN_BITS(LEN_BITS), .DEPTH(DEPTH)
  ) reads ();
  axi_memory_responses #(.ID_BITS(ID_BITS), .DEPTH(DEPTH)) responses ();

  reg [31:0] knob [0:KNOBS-1];
  bit [31:0] seed;
  bit holding;

  generate
    if (LOGGED) begin : logged
      axi_memory_log #(
          .NAME(NAME), .DATA_BYTES(DATA_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .ID_BITS(ID_BITS), .LEN_BITS(LEN_BITS),
          .WAKE_RECORDS(WAKE_RECORDS)
      ) log (
          .orphan_limit(knob[ORPHAN_LIMIT]),
          .*
      );
    end else assign wake = 1'b0;
  endgenerate

  // ---- What Python wants

  integer command_file, command_got;
  reg [31:0] command, word;
  reg [8*DATA_BYTES-1:0] part;
  reg [63:0] load_address;
  bit [31:0] load_beats, mask_at;
  reg [DATA_BYTES-1:0] part_strobe;
  integer knob_index;
  initial begin
    command_file = 0;
    commands_done = 0;
  end

  task next_word;
    command_got = $fread(word, command_file);
  endtask

  task next_address;
    begin
      next_word;
      load_address[63:32] = word;
      next_word;
      load_address[31:0] = word;
    end
  endtask

  task carry_out;
    case (command)
      CONFIGURE:
      for (knob_index = 0; knob_index < KNOBS; knob_index = knob_index + 1) begin
        next_word;
        knob[knob_index] = word;
      end
      SEED: begin
        next_word;
        seed = word;
      end
      CLEAR: pages.clear;
      HOLD: begin
        next_word;
        holding = word != 0;
      end
      LOAD: begin
        next_address;
        next_word;
        pages.load(command_file, load_address[ADDRESS_BITS-1:0], word);
      end
      LOAD_PART: begin
        next_address;
        for (mask_at = 0; mask_at < DATA_BYTES; mask_at = mask_at + 32) begin
          next_word;
          part_strobe[mask_at+:32] = word;
        end
        command_got = $fread(part, command_file);
        pages.write(load_address[ADDRESS_BITS-1:0], part, part_strobe);
      end
      default: command = END;
    endcase
  endtask

  always @(commands) begin
    command_file = $fopen({NAME, "_commands.bin"}, "rb");
    next_word;
    command = word;
    while (command != END) begin
      carry_out;
      next_word;
      command = command == END ? END : word;
    end
    $fclose(command_file);
    commands_done = commands;
  end

  // ---- Pauses, and the order of write requests and data

  reg [31:0] pause_left [0:KNOBS-1];  // by the place of the channel's knob

  bit pausing;

  // Whether a channel pauses in the next cycle, given the place of its knob.
  task pause(input integer place);
    begin
      if (pause_left[place] == 0) begin
        dice.chance(knob[place]);
        if (dice.hit) begin
          dice.between(knob[place+1], knob[place+2]);
          pause_left[place] = dice.drawn;
        end
      end
      pausing = pause_left[place] != 0;
      if (pausing) pause_left[place] = pause_left[place] - 1;
    end
  endtask

  bit [31:0] order, waited;
  bit address_open, data_open, patient;

  task next_order;
    if (knob[WRITE_ORDER] == MIXED) begin
      dice.between(ANY, DATA_FIRST);
      order = dice.drawn;
    end else order = knob[WRITE_ORDER];
  endtask

  task open_write_channels;
    begin
      if (write_ended) next_order;
      waited = (awvalid && !awready && !address_open) || (wvalid && !wready && !data_open) ? waited + 1 : 0;
      patient = waited < knob[ORDER_PATIENCE];
      address_open = !(patient && order == DATA_FIRST && w_in == w_out);
      data_open = !(patient && order == ADDRESS_FIRST && aw_in == aw_out);
    end
  endtask

  // ---- Writes: a beat takes effect when both it and its request have been accepted

  reg [ADDRESS_BITS-1:0] aw_address [0:DEPTH-1];
  reg [ID_BITS-1:0] aw_id [0:DEPTH-1];
  reg [LEN_BITS-1:0] aw_left [0:DEPTH-1];
  reg [8*DATA_BYTES-1:0] w_data [0:DEPTH-1];
  reg [DATA_BYTES-1:0] w_strobe [0:DEPTH-1];
  reg w_last [0:DEPTH-1];
  bit [31:0] aw_in, aw_out, w_in, w_out;
  bit write_ended;
  // What comes from the pins goes through these: unknown bits become 0. Arrays of two-state values are slow on Icarus.
  bit [ADDRESS_BITS-1:0] known_address;
  bit [ID_BITS-1:0] known_id;
  bit [LEN_BITS-1:0] known_length;
  bit [8*DATA_BYTES-1:0] known_data;
  bit [DATA_BYTES-1:0] known_strobe;
  bit known_last;

  task accept_write_request;
    begin
      known_address = awaddr & ALIGN;
      known_id = awid;
      known_length = awlen;
      aw_address[aw_in%DEPTH] = known_address;
      aw_id[aw_in%DEPTH] = known_id;
      aw_left[aw_in%DEPTH] = known_length;
      aw_in = aw_in + 1;
    end
  endtask

  task accept_write_data;
    begin
      known_data = wdata;
      known_strobe = wstrb;
      known_last = wlast;
      w_data[w_in%DEPTH] = known_data;
      w_strobe[w_in%DEPTH] = known_strobe;
      w_last[w_in%DEPTH] = known_last;
      w_in = w_in + 1;
    end
  endtask

  task store_write;
    begin
      pages.write(aw_address[aw_out%DEPTH], w_data[w_out%DEPTH], w_strobe[w_out%DEPTH]);
      aw_address[aw_out%DEPTH] = aw_address[aw_out%DEPTH] + BEAT;
      if (w_last[w_out%DEPTH] || aw_left[aw_out%DEPTH] == 0) begin
        dice.between(knob[RESPONSE_LATENCY], knob[RESPONSE_LATENCY+1]);
        responses.add(aw_id[aw_out%DEPTH], cycle + dice.drawn);
        aw_out = aw_out + 1;
        write_ended = 1'b1;
      end else aw_left[aw_out%DEPTH] = aw_left[aw_out%DEPTH] - 1'b1;
      w_out = w_out + 1;
    end
  endtask

  // ---- Answers

  bit [31:0] cycle;
  bit give;

  // Whether one of several goes out of turn, and a number to choose it by.
  task turn(input [31:0] waiting, input [31:0] probability);
    begin
      dice.hit = 1'b0;
      if (waiting > 1) dice.chance(probability);
      if (dice.hit) dice.draw;
    end
  endtask

  task give_response;
    begin
      give = 1'b0;
      pausing = 1'b1;
      if (responses.head != responses.tail) pause(B_GAP);
      if (!pausing && !holding) begin
        turn(responses.tail - responses.head, knob[RESPONSE_REORDER]);
        responses.choose(cycle, dice.hit, dice.drawn);
        give = responses.can_give;
      end
      bvalid <= give;
      if (give) begin
        bid <= responses.id[responses.chosen%DEPTH];
        responses.done;
      end
    end
  endtask

  task give_read_data;
    begin
      give = 1'b0;
      pausing = 1'b1;
      if (reads.head != reads.tail) pause(R_GAP);
      if (!pausing) begin
        turn(reads.tail - reads.head, reads.in_burst ? knob[READ_INTERLEAVE] : knob[READ_REORDER]);
        reads.choose(cycle, dice.hit, dice.drawn);
        give = reads.can_give;
      end
      rvalid <= give;
      if (give) begin
        rid <= reads.id[reads.chosen%DEPTH];
        rlast <= reads.left[reads.chosen%DEPTH] == 0;
        pages.read(reads.address[reads.chosen%DEPTH]);
        rdata <= pages.data;
        reads.address[reads.chosen%DEPTH] = reads.address[reads.chosen%DEPTH] + BEAT;
        reads.done;
      end
    end
  endtask

  // ---- The clock

  integer pause_index;

  task forget;
    begin
      dice.restart(seed);
      reads.clear;
      responses.clear;
      {aw_in, aw_out, w_in, w_out, cycle, waited} = '0;
      {address_open, data_open, holding} = 3'b110;
      for (pause_index = 0; pause_index < KNOBS; pause_index = pause_index + 1) pause_left[pause_index] = 0;
      next_order;
      {awready, wready, arready, bvalid, rvalid} <= 5'b11100;
    end
  endtask

  initial {awready, wready, arready, bvalid, rvalid, rlast, bid, rid, rdata} = {5'b11100, {1 + 2*ID_BITS + 8*DATA_BYTES{1'b0}}};

  always @(posedge clk or negedge reset_n)
    if (reset_n !== 1'b1) forget;
    else begin
      cycle = cycle + 1;
      write_ended = 1'b0;
      if (awvalid || wvalid || arvalid || bvalid || rvalid || responses.head != responses.tail
          || reads.head != reads.tail) begin
        if (awvalid && awready) accept_write_request;
        if (wvalid && wready) accept_write_data;
        while (aw_in != aw_out && w_in != w_out) store_write;
        if (arvalid && arready) begin
          dice.between(knob[READ_LATENCY], knob[READ_LATENCY+1]);
          known_address = araddr & ALIGN;
          known_id = arid;
          known_length = arlen;
          reads.add(known_address, known_id, known_length, cycle + dice.drawn);
        end
        if (!bvalid || bready) give_response;
        if (!rvalid || rready) give_read_data;
        if (knob[WRITE_ORDER] != ANY) open_write_channels;
        pause(AW_STALL);
        awready <= !pausing && address_open && aw_in - aw_out < DEPTH - 1
            && responses.tail - responses.head < DEPTH / 2;
        pause(W_STALL);
        wready <= !pausing && data_open && w_in - w_out < DEPTH - 1;
        pause(AR_STALL);
        arready <= !pausing && reads.tail - reads.head < DEPTH - 1;
      end
    end
endmodule
