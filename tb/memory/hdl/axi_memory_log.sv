// Writes down what one memory port transfers, each channel in a file of its own, and what its pins do wrong.
//
// Everything is derived from the pins, those of the memory's side too. A record is a packed vector, lowest bits first;
// Python reads it by the formats of tb/memory/log_files.py and checks all that can be checked later. Python also sees to
// it that what was written has left the program's buffers.

`timescale 1ps / 1ps

module axi_memory_log #(
    parameter NAME = "memory",
    parameter integer DATA_BYTES = 64,
    parameter integer ADDRESS_BITS = 64,
    parameter integer ID_BITS = 8,
    parameter integer LEN_BITS = 4,
    parameter integer WAKE_RECORDS = 16384
) (
    input wire clk,
    input wire reset_n,
    output reg wake,
    input wire [31:0] orphan_limit,  // cycles that write data may wait for their request to be offered
    input wire full,  // toggles when the memory dropped something
    input wire [ADDRESS_BITS-1:0] full_address,

    input wire awvalid,
    input wire awready,
    input wire [ID_BITS-1:0] awid,
    input wire [LEN_BITS-1:0] awlen,
    input wire [ADDRESS_BITS-1:0] awaddr,
    input wire wvalid,
    input wire wready,
    input wire [8*DATA_BYTES-1:0] wdata,
    input wire [DATA_BYTES-1:0] wstrb,
    input wire wlast,
    input wire bvalid,
    input wire bready,
    input wire [ID_BITS-1:0] bid,
    input wire arvalid,
    input wire arready,
    input wire [ID_BITS-1:0] arid,
    input wire [LEN_BITS-1:0] arlen,
    input wire [ADDRESS_BITS-1:0] araddr,
    input wire rvalid,
    input wire rready,
    input wire [ID_BITS-1:0] rid,
    input wire rlast,
    input wire [8*DATA_BYTES-1:0] rdata
);
  localparam integer STROBE_BITS = (DATA_BYTES + 63) / 64 * 64;
  localparam integer REQUEST_BITS = ID_BITS + LEN_BITS + ADDRESS_BITS;
  localparam integer W_BITS = 9 * DATA_BYTES + 1;
  localparam integer R_BITS = ID_BITS + 1 + 8 * DATA_BYTES;
  localparam integer VALUE_BITS = (W_BITS + ID_BITS + REQUEST_BITS + 63) / 64 * 64;  // any payload fits
  localparam [15:0] W = 1, ORPHAN = 5, FULL = 6;  // see axi_channel_log and tb/memory/log_files.py

  reg [31:0] aw_file, w_file, b_file, ar_file, r_file, wrong_file;
  initial begin
    // Appending, so that Python may shorten what it has read.
    aw_file = $fopen({NAME, "_aw.bin"}, "ab");
    w_file = $fopen({NAME, "_w.bin"}, "ab");
    b_file = $fopen({NAME, "_b.bin"}, "ab");
    ar_file = $fopen({NAME, "_ar.bin"}, "ab");
    r_file = $fopen({NAME, "_r.bin"}, "ab");
    wrong_file = $fopen({NAME, "_wrong.bin"}, "ab");
    wake = 1'b0;
  end

  wire [15:0] awid16 = awid, awlen16 = awlen, bid16 = bid, arid16 = arid, arlen16 = arlen, rid16 = rid;
  wire [63:0] awaddr64 = awaddr, araddr64 = araddr;
  wire [STROBE_BITS-1:0] strobe = wstrb;

  axi_channel_log #(
      .CHANNEL(0), .BITS(REQUEST_BITS), .RECORD_BITS(128), .VALUE_BITS(VALUE_BITS)
  ) aw (
      .clk(clk), .reset_n(reset_n), .file(aw_file), .wrong_file(wrong_file), .valid(awvalid), .ready(awready),
      .payload({awid, awlen, awaddr}), .record({awaddr64, 32'd0, awlen16, awid16})
  );
  axi_channel_log #(
      .CHANNEL(1), .BITS(W_BITS), .RECORD_BITS(64 + STROBE_BITS + 8 * DATA_BYTES), .VALUE_BITS(VALUE_BITS),
      .DATA_BYTES(DATA_BYTES)
  ) w (
      .clk(clk), .reset_n(reset_n), .file(w_file), .wrong_file(wrong_file), .valid(wvalid), .ready(wready),
      .payload({wdata, wstrb, wlast}), .record({wdata, strobe, 63'd0, wlast})
  );
  axi_channel_log #(
      .CHANNEL(2), .BITS(ID_BITS), .RECORD_BITS(64), .VALUE_BITS(VALUE_BITS)
  ) b (
      .clk(clk), .reset_n(reset_n), .file(b_file), .wrong_file(wrong_file), .valid(bvalid), .ready(bready),
      .payload(bid), .record({48'd0, bid16})
  );
  axi_channel_log #(
      .CHANNEL(3), .BITS(REQUEST_BITS), .RECORD_BITS(128), .VALUE_BITS(VALUE_BITS)
  ) ar (
      .clk(clk), .reset_n(reset_n), .file(ar_file), .wrong_file(wrong_file), .valid(arvalid), .ready(arready),
      .payload({arid, arlen, araddr}), .record({araddr64, 32'd0, arlen16, arid16})
  );
  axi_channel_log #(
      .CHANNEL(4), .BITS(R_BITS), .RECORD_BITS(64 + 8 * DATA_BYTES), .VALUE_BITS(VALUE_BITS)
  ) r (
      .clk(clk), .reset_n(reset_n), .file(r_file), .wrong_file(wrong_file), .valid(rvalid), .ready(rready),
      .payload({rid, rlast, rdata}), .record({rdata, 47'd0, rlast, rid16})
  );

  task automatic wrong(input [31:0] to, input [15:0] kind, input [VALUE_BITS-1:0] value);
    /* verilator no_inline_task */  // inlined, its variables cost time in every cycle
    $fwrite(to, "%u", {{VALUE_BITS{1'b0}}, value, {2 * VALUE_BITS{1'b0}}, 32'd0, W, kind, $time});
  endtask

  always @(full) if ($time != 0) wrong(wrong_file, FULL, full_address);

  // Write data that wait for a request which is not even offered: what is paired with what follows from the lengths.
  localparam integer DEPTH = 1024;
  reg [LEN_BITS-1:0] lengths [0:DEPTH-1];
  reg lasts [0:DEPTH-1];
  bit [31:0] aw_in, aw_out, w_in, w_out, orphan_cycles;
  bit [LEN_BITS-1:0] done;
  bit ends;
  bit [LEN_BITS-1:0] known_length;  // unknown bits are 0

  task pair;
    begin
      ends = lasts[w_out%DEPTH] || done == lengths[aw_out%DEPTH];
      done = ends ? 0 : done + 1'b1;
      w_out = w_out + 1;
      if (ends) aw_out = aw_out + 1;
    end
  endtask

  always @(posedge clk)
    if (reset_n !== 1'b1) {aw_in, aw_out, w_in, w_out, orphan_cycles, done} = '0;
    else begin
      if (awvalid === 1'b1 && awready === 1'b1) begin
        known_length = awlen;
        lengths[aw_in%DEPTH] = known_length;
        aw_in = aw_in + 1;
      end
      if (wvalid === 1'b1 && wready === 1'b1) begin
        lasts[w_in%DEPTH] = wlast === 1'b1;
        w_in = w_in + 1;
      end
      while (aw_in != aw_out && w_in != w_out) pair;
      if (w_in == w_out || awvalid === 1'b1) orphan_cycles = 0;
      else begin
        orphan_cycles = orphan_cycles + 1;
        if (orphan_cycles == orphan_limit) wrong(wrong_file, ORPHAN, w_in - w_out);
      end
    end

  bit [31:0] records;
  always @(posedge clk)
    if (reset_n === 1'b1) begin
      records = records + (rvalid & rready) + (wvalid & wready);
      if (records >= WAKE_RECORDS) begin
        records = 0;
        wake <= ~wake;
      end
    end
endmodule
