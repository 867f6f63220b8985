// The memory's side of one port in HDL, with the knobs of tb/memory/profile.py, beside a log of what the pins showed.
//
// Its parts call each other's tasks by the names that they have here.

`timescale 1ps / 1ps

module axi_memory
  import axi_memory_pkg::*;
#(
    parameter NAME = "memory",
    parameter integer DATA_BYTES = 64,
    parameter integer ADDRESS_BITS = 64,
    parameter integer ID_BITS = 8,
    parameter integer LEN_BITS = 4,
    parameter bit REDUCED = 1'b1,  // the port has neither size nor burst, lock, resp: runs of whole beats, no errors
    parameter bit WHOLE_WRITES = 1'b1, WHOLE_READS = 1'b1,  // no size: all lanes move, whatever the address's lowest bits
    parameter integer PAGES = 4096,  // a power of two
    parameter integer WAKE_RECORDS = 1,  // so many data beats between two toggles of `wake`
    parameter bit LOGGED = 1'b1  // without a log nothing is checked
) (
    input  wire clk,
    input  wire reset_n,

    // The bench: commands given and carried out; `wake` toggles when the log has grown by a good piece.
    input  wire [31:0] commands,
    output wire [31:0] commands_done,
    output wire wake,

    input  wire awvalid,
    output reg  awready,
    input  wire [ID_BITS-1:0] awid,
    input  wire [LEN_BITS-1:0] awlen,
    input  wire [ADDRESS_BITS-1:0] awaddr,
    input  wire [2:0] awsize,
    input  wire [1:0] awburst,
    input  wire awlock,
    input  wire wvalid,
    output reg  wready,
    input  wire [8*DATA_BYTES-1:0] wdata,
    input  wire [DATA_BYTES-1:0] wstrb,
    input  wire wlast,
    output reg  bvalid,
    input  wire bready,
    output reg  [ID_BITS-1:0] bid,
    output reg  [1:0] bresp,
    input  wire arvalid,
    output reg  arready,
    input  wire [ID_BITS-1:0] arid,
    input  wire [LEN_BITS-1:0] arlen,
    input  wire [ADDRESS_BITS-1:0] araddr,
    input  wire [2:0] arsize,
    input  wire [1:0] arburst,
    input  wire arlock,
    output reg  rvalid,
    input  wire rready,
    output reg  [ID_BITS-1:0] rid,
    output reg  rlast,
    output reg  [1:0] rresp,
    output reg  [8*DATA_BYTES-1:0] rdata
);
  localparam integer DEPTH = 512;  // of each queue; its channel is not ready while it is full
  localparam [ADDRESS_BITS-1:0] BEAT = DATA_BYTES;
  localparam [ADDRESS_BITS-1:0] ALIGN = ~(BEAT - 1'b1);

  wire full;
  wire [ADDRESS_BITS-1:0] full_address;
  wire [31:0] orphan_limit;

  axi_memory_dice dice ();
  axi_memory_errors #(.ADDRESS_BITS(ADDRESS_BITS), .DATA_BYTES(DATA_BYTES)) errors ();
  axi_memory_pages #(
      .DATA_BYTES(DATA_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .PAGES(PAGES)
  ) pages (
      .full(full), .full_address(full_address)
  );
  axi_memory_commands #(
      .NAME(NAME), .DATA_BYTES(DATA_BYTES), .ADDRESS_BITS(ADDRESS_BITS)
  ) control (
      .commands(commands), .commands_done(commands_done), .orphan_limit(orphan_limit)
  );
  axi_memory_pauses pauses ();
  axi_memory_write_order write_order ();
  axi_memory_writes #(
      .DATA_BYTES(DATA_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .ID_BITS(ID_BITS), .LEN_BITS(LEN_BITS), .REDUCED(REDUCED),
      .DEPTH(DEPTH)
  ) writes ();
  axi_memory_responses #(.ID_BITS(ID_BITS), .DEPTH(DEPTH)) responses ();
  axi_memory_reads #(
      .ADDRESS_BITS(ADDRESS_BITS), .ID_BITS(ID_BITS), .LEN_BITS(LEN_BITS), .REDUCED(REDUCED), .DEPTH(DEPTH)
  ) reads ();

  generate
    if (LOGGED) begin : logged
      axi_memory_log #(
          .NAME(NAME), .DATA_BYTES(DATA_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .ID_BITS(ID_BITS), .LEN_BITS(LEN_BITS),
          .REDUCED(REDUCED), .WAKE_RECORDS(WAKE_RECORDS)
      ) log (.*);
    end else assign wake = 1'b0;
  endgenerate

  bit [31:0] cycle;
  bit give;
  reg [1:0] answer;

  // The address of the beat behind one, in a burst that is not FIXED.
  function automatic [ADDRESS_BITS-1:0] behind(input [ADDRESS_BITS-1:0] address, input [2:0] size);
    behind = ((address >> size) + 1'b1) << size;
  endfunction

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
      pauses.pausing = 1'b1;
      if (responses.head != responses.tail) pauses.next(B_GAP);
      if (!pauses.pausing && !control.holding) begin
        turn(responses.tail - responses.head, control.knob[RESPONSE_REORDER]);
        responses.choose(cycle, dice.hit, dice.drawn);
        give = responses.can_give;
      end
      bvalid <= give;
      if (give) begin
        bid <= responses.id[responses.chosen%DEPTH];
        if (!REDUCED) begin
          responses.give;
          bresp <= responses.given;
        end
        responses.done;
      end
    end
  endtask

  task give_read_data;
    begin
      give = 1'b0;
      pauses.pausing = 1'b1;
      if (reads.head != reads.tail) pauses.next(R_GAP);
      if (!pauses.pausing) begin
        turn(reads.tail - reads.head, reads.in_burst ? control.knob[READ_INTERLEAVE] : control.knob[READ_REORDER]);
        reads.choose(cycle, dice.hit, dice.drawn);
        give = reads.can_give;
      end
      rvalid <= give;
      if (give) begin
        rid <= reads.id[reads.chosen%DEPTH];
        rlast <= reads.left[reads.chosen%DEPTH] == 0;
        pages.read(reads.address[reads.chosen%DEPTH]);
        if (REDUCED) begin
          rdata <= pages.data;
          reads.address[reads.chosen%DEPTH] = reads.address[reads.chosen%DEPTH] + BEAT;
        end else give_shaped;
        reads.done;
      end
    end
  endtask

  // The same where a beat may be narrow, or be answered with an error.
  task give_shaped;
    begin
      errors.draw_read(reads.error[reads.chosen%DEPTH], answer);
      rresp <= answer;
      rdata <= answer != OKAY ? '0
          : pages.own_lanes(reads.address[reads.chosen%DEPTH], reads.size[reads.chosen%DEPTH]);
      if (reads.burst[reads.chosen%DEPTH] != FIXED)
        reads.address[reads.chosen%DEPTH] = behind(reads.address[reads.chosen%DEPTH], reads.size[reads.chosen%DEPTH]);
    end
  endtask

  task forget;
    begin
      dice.restart(control.seed);
      errors.draw;
      reads.clear;
      responses.clear;
      writes.clear;
      pauses.clear;
      write_order.clear;
      cycle = 0;
      control.holding = 1'b0;
      {awready, wready, arready, bvalid, rvalid} <= 5'b11100;
    end
  endtask

  initial begin
    {awready, wready, arready, bvalid, rvalid} = 5'b11100;
    {rlast, bid, bresp, rid, rresp, rdata} = '0;
  end

  always @(posedge clk or negedge reset_n)
    if (reset_n !== 1'b1) forget;
    else begin
      cycle = cycle + 1;
      if (awvalid || wvalid || arvalid || bvalid || rvalid || responses.head != responses.tail
          || reads.head != reads.tail) begin
        if (awvalid && awready) begin
          writes.accept_request(WHOLE_WRITES ? awaddr & ALIGN : awaddr, awid, awlen);
          if (!REDUCED) begin
            writes.shape(awsize, awburst, errors.of_write(awaddr, awsize, awburst));
            errors.draw;
          end
        end
        if (wvalid && wready) writes.accept_data(wdata, wstrb, wlast);
        writes.store(cycle);
        if (arvalid && arready) begin
          dice.between(control.knob[READ_LATENCY], control.knob[READ_LATENCY+1]);
          reads.add(WHOLE_READS ? araddr & ALIGN : araddr, arid, arlen, cycle + dice.drawn + control.late(32'(arid)));
          if (!REDUCED) reads.shape(arsize, arburst, errors.of_request(araddr, arsize, arburst));
        end
        if (!bvalid || bready) give_response;
        if (!rvalid || rready) give_read_data;
        if (control.knob[WRITE_ORDER] != ANY)
          write_order.open(writes.ended, awvalid && !awready, wvalid && !wready, writes.aw_in != writes.aw_out,
                           writes.w_in != writes.w_out);
        pauses.next(AW_STALL);
        awready <= !pauses.pausing && write_order.address_open && writes.aw_in - writes.aw_out < DEPTH - 1
            && responses.tail - responses.head < DEPTH / 2;
        pauses.next(W_STALL);
        wready <= !pauses.pausing && write_order.data_open && writes.w_in - writes.w_out < DEPTH - 1;
        pauses.next(AR_STALL);
        arready <= !pauses.pausing && reads.tail - reads.head < DEPTH - 1;
      end
    end
endmodule
