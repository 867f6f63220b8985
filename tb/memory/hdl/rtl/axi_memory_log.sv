// Writes down what one memory port transfers, each channel in a log of its own, and what its pins do wrong.
//
// Everything is derived from the pins, those of the memory's side too. A record is a packed vector, lowest bits first;
// Python reads it by the formats of tb/memory/hdl/log/files.py and checks all that can be checked later. Python also sees to
// it that what was written has left the program's buffers.

`timescale 1ps / 1ps

module axi_memory_log
  import axi_memory_pkg::*;
#(
    parameter NAME = "memory",
    parameter integer DATA_BYTES = 64,
    parameter integer ADDRESS_BITS = 64,
    parameter integer ID_BITS = 8,
    parameter integer LEN_BITS = 4,
    parameter bit REDUCED = 1'b1,
    parameter integer WAKE_RECORDS = 1
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
    input wire [2:0] awsize,
    input wire [1:0] awburst,
    input wire awlock,
    input wire wvalid,
    input wire wready,
    input wire [8*DATA_BYTES-1:0] wdata,
    input wire [DATA_BYTES-1:0] wstrb,
    input wire wlast,
    input wire bvalid,
    input wire bready,
    input wire [ID_BITS-1:0] bid,
    input wire [1:0] bresp,
    input wire arvalid,
    input wire arready,
    input wire [ID_BITS-1:0] arid,
    input wire [LEN_BITS-1:0] arlen,
    input wire [ADDRESS_BITS-1:0] araddr,
    input wire [2:0] arsize,
    input wire [1:0] arburst,
    input wire arlock,
    input wire rvalid,
    input wire rready,
    input wire [ID_BITS-1:0] rid,
    input wire rlast,
    input wire [1:0] rresp,
    input wire [8*DATA_BYTES-1:0] rdata
);
  localparam integer STROBE_BITS = (DATA_BYTES + 63) / 64 * 64;
  localparam integer DATA_BITS = 8 * DATA_BYTES;
  localparam integer SHAPE_BITS = REDUCED ? 0 : 24;  // of a request's payload: {lock, burst, size}, a byte each
  localparam integer REQUEST_BITS = REDUCED ? 128 : 160;  // of its record, which then has the outcome too
  localparam integer RESP_BITS = REDUCED ? 0 : 2;
  localparam integer VALUE_BITS =  // any payload fits
      (DATA_BITS + DATA_BYTES + 1 + 2 * ID_BITS + LEN_BITS + ADDRESS_BITS + SHAPE_BITS + 63) / 64 * 64;
  localparam [15:0] W = 1, ORPHAN = 5, FULL = 6;  // see axi_channel_log and tb/memory/hdl/log/files.py

  reg [31:0] wrong_file;
  initial begin
    wrong_file = $fopen({NAME, "_wrong.bin"}, "ab");
    wake = 1'b0;
    records = 0;
  end

  wire aw_taken, w_taken, r_taken;
  wire aw_active, w_active, b_active, ar_active, r_active, orphans_active;

  axi_channel_log #(
      .NAME({NAME, "_aw"}), .CHANNEL(0), .RECORD_BITS(REQUEST_BITS), .VALUE_BITS(VALUE_BITS),
      .HIGH_AT(0), .HIGH_BITS(ID_BITS), .MIDDLE_AT(16), .MIDDLE_BITS(LEN_BITS), .LOW_AT(64), .LOW_BITS(ADDRESS_BITS),
      .LOWEST_AT(128), .LOWEST_BITS(SHAPE_BITS)
  ) aw (
      .wrong_file(wrong_file), .valid(awvalid), .ready(awready), .taken(aw_taken), .active(aw_active)
  );
  axi_channel_log #(
      .NAME({NAME, "_w"}), .CHANNEL(1), .RECORD_BITS(64 + STROBE_BITS + DATA_BITS), .VALUE_BITS(VALUE_BITS),
      .HIGH_AT(64 + STROBE_BITS), .HIGH_BITS(DATA_BITS), .MIDDLE_AT(64), .MIDDLE_BITS(DATA_BYTES), .LOW_AT(0),
      .LOW_BITS(1), .STROBED_BYTES(DATA_BYTES)
  ) w (
      .wrong_file(wrong_file), .valid(wvalid), .ready(wready), .taken(w_taken), .active(w_active)
  );
  axi_channel_log #(
      .NAME({NAME, "_b"}), .CHANNEL(2), .RECORD_BITS(64), .VALUE_BITS(VALUE_BITS),
      .LOW_AT(0), .LOW_BITS(ID_BITS), .LOWEST_AT(16), .LOWEST_BITS(RESP_BITS)
  ) b (
      .wrong_file(wrong_file), .valid(bvalid), .ready(bready), .taken(), .active(b_active)
  );
  axi_channel_log #(
      .NAME({NAME, "_ar"}), .CHANNEL(3), .RECORD_BITS(REQUEST_BITS), .VALUE_BITS(VALUE_BITS),
      .HIGH_AT(0), .HIGH_BITS(ID_BITS), .MIDDLE_AT(16), .MIDDLE_BITS(LEN_BITS), .LOW_AT(64), .LOW_BITS(ADDRESS_BITS),
      .LOWEST_AT(128), .LOWEST_BITS(SHAPE_BITS)
  ) ar (
      .wrong_file(wrong_file), .valid(arvalid), .ready(arready), .taken(), .active(ar_active)
  );
  axi_channel_log #(
      .NAME({NAME, "_r"}), .CHANNEL(4), .RECORD_BITS(64 + DATA_BITS), .VALUE_BITS(VALUE_BITS),
      .HIGH_AT(0), .HIGH_BITS(ID_BITS), .MIDDLE_AT(16), .MIDDLE_BITS(1), .LOW_AT(64), .LOW_BITS(DATA_BITS),
      .LOWEST_AT(24), .LOWEST_BITS(RESP_BITS)
  ) r (
      .wrong_file(wrong_file), .valid(rvalid), .ready(rready), .taken(r_taken), .active(r_active)
  );
  axi_orphan_log #(
      .LEN_BITS(LEN_BITS)
  ) orphans (
      .limit(orphan_limit), .active(orphans_active), .*
  );

  task automatic wrong(input [31:0] to, input [63:0] now, input [15:0] kind, input [VALUE_BITS-1:0] value);
    /* verilator no_inline_task */  // inlined, its variables cost time in every cycle
    $fwrite(to, "%u", {{VALUE_BITS{1'b0}}, value, {2 * VALUE_BITS{1'b0}}, 32'd0, W, kind, now});
  endtask

  always @(full) if ($time != 0) wrong(wrong_file, $time, FULL, full_address);

  // One process, which does nothing while the port is idle; an unknown level makes it look.
  wire active = !reset_n | aw_active | w_active | b_active | ar_active | r_active | orphans_active;
  reg [63:0] now;
  reg [1:0] outcome;
  reg [31:0] records;
  always @(posedge clk)
    if (active !== 1'b0) begin
      if (reset_n !== 1'b1) begin
        aw.forget;
        w.forget;
        b.forget;
        ar.forget;
        r.forget;
        orphans.forget;
      end else begin
        now = $time;
        if (aw_active !== 1'b0) begin
          if (REDUCED) aw.line[0] = {64'(awaddr), {32'd0, 16'(awlen), 16'(awid), now}};
          else begin
            outcome = axi_memory.errors.of_write(awaddr, awsize, awburst);  // does not change while the request waits
            aw.line[0] = {{8'(outcome), 8'(awlock), 8'(awburst), 8'(awsize)},
                          64'(awaddr), {32'd0, 16'(awlen), 16'(awid), now}};
          end
          aw.look;
        end
        if (w_active !== 1'b0) begin
          w.line[0] = {wdata, {STROBE_BITS'(wstrb), 63'd0, wlast, now}};
          w.look;
          if (w_taken === 1'b1) records = records + 1;
        end
        if (b_active !== 1'b0) begin
          b.line[0] = {46'd0, REDUCED ? OKAY : bresp, 16'(bid), now};
          b.look;
        end
        if (ar_active !== 1'b0) begin
          if (REDUCED) ar.line[0] = {64'(araddr), {32'd0, 16'(arlen), 16'(arid), now}};
          else ar.line[0] = {{8'd0, 8'(arlock), 8'(arburst), 8'(arsize)}, 64'(araddr), {32'd0, 16'(arlen), 16'(arid), now}};
          ar.look;
        end
        if (r_active !== 1'b0) begin
          r.line[0] = {rdata, {38'd0, REDUCED ? OKAY : rresp, 7'd0, rlast, 16'(rid), now}};
          r.look;
          if (r_taken === 1'b1) records = records + 1;
        end
        if (aw_taken === 1'b1) orphans.request;
        if (w_taken === 1'b1) orphans.data;
        if (orphans_active) begin
          orphans.look;
          if (orphans.found != 0) wrong(wrong_file, now, ORPHAN, orphans.found);
        end
        if (records >= WAKE_RECORDS) begin
          records = 0;
          wake <= ~wake;
        end
      end
    end
endmodule
