// Writes down what one AXI channel transfers, and where its handshake breaks a rule of its own.

`timescale 1ps / 1ps

module axi_channel_log #(
    parameter [15:0] CHANNEL = 0,  // aw, w, b, ar, r
    parameter integer BITS = 64,
    parameter integer RECORD_BITS = 64,  // a multiple of 32
    parameter integer VALUE_BITS = 64,
    parameter integer DATA_BYTES = 0  // write data: {data, strobe, last}; bytes that the strobe leaves out may be unknown
) (
    input wire clk,
    input wire reset_n,
    input wire [31:0] file,
    input wire [31:0] wrong_file,
    input wire valid,
    input wire ready,
    input wire [BITS-1:0] payload,
    input wire [RECORD_BITS-1:0] record
);
  // What was wrong, as tb/memory/log_files.py knows it.
  localparam [15:0] CHANGED = 0, DROPPED = 1, UNKNOWN_VALID = 2, UNKNOWN_READY = 3, UNKNOWN_PAYLOAD = 4;

  reg waiting;  // offered at the edge before, and not taken
  reg strange;  // valid was unknown at the edge before
  reg [BITS-1:0] waited;
  initial {waiting, strange} = 2'b00;

  task automatic wrong(input [31:0] to, input [15:0] kind, input [VALUE_BITS-1:0] earlier, input [VALUE_BITS-1:0] now);
    /* verilator no_inline_task */  // inlined, its variables cost time in every cycle
    $fwrite(to, "%u", {ones(now, 1'b1), ones(now, 1'b0), ones(earlier, 1'b1), ones(earlier, 1'b0),
                               32'd0, CHANNEL, kind, $time});
  endtask

  // The bits that are unknown, or those that are 1.
  function automatic [VALUE_BITS-1:0] ones(input [VALUE_BITS-1:0] value, input unknown);
    /* verilator no_inline_task */  // inlined, its variables cost time in every cycle
    integer bit_index;
    for (bit_index = 0; bit_index < VALUE_BITS; bit_index = bit_index + 1)
      ones[bit_index] = unknown ? (value[bit_index] ^ value[bit_index]) !== 1'b0 : value[bit_index] === 1'b1;
  endfunction

  // Whether an unknown level is Z; a two-state simulator has neither, and takes the comparison for a tristate.
  function floating(input level);
`ifdef VERILATOR
    floating = 1'b0 & level;
`else
    floating = level === 1'bz;
`endif
  endfunction

  // The payload with the bytes that do not count at 0.
  function automatic [BITS-1:0] counted(input [BITS-1:0] whole);
    /* verilator no_inline_task */  // inlined, its variables cost time in every cycle
    integer byte_index;
    begin
      counted = whole;
      for (byte_index = 0; byte_index < DATA_BYTES; byte_index = byte_index + 1)
        if (whole[1+byte_index] === 1'b0) counted[1+DATA_BYTES+8*byte_index+:8] = 8'd0;
    end
  endfunction

  localparam integer LINE_BYTES = (RECORD_BITS + 64) / 8;
  reg [8*LINE_BYTES-1:0] line;

  // Write the record down.
  task put;
    begin
      line = {record, $time};
`ifdef VERILATOR
      // The same bytes as %u, which takes as long for one of them as this for all.
      $c("fwrite(&", line, ", ", LINE_BYTES, ", 1, VL_CVT_I_FP(", file, "));");
`else
      $fwrite(file, "%u", line);
`endif
    end
  endtask

  task offered;
    begin
      if (waiting && payload !== waited) wrong(wrong_file, CHANGED, waited, payload);
      waiting = ready !== 1'b1;
      if (waiting) waited = payload;
      else begin
        put;
        if ((payload == payload) !== 1'b1) begin  // an unknown bit; much faster than a reduction on Icarus
          if (^counted(payload) === 1'bx) wrong(wrong_file, UNKNOWN_PAYLOAD, 0, payload);
        end
      end
      if (ready !== 1'b0 && ready !== 1'b1) wrong(wrong_file, UNKNOWN_READY, floating(ready), 0);
    end
  endtask

  always @(posedge clk)
    if (reset_n !== 1'b1) {waiting, strange} = 2'b00;
    else if (valid === 1'b1) begin
      offered;
      strange = 1'b0;
    end else if (valid !== 1'b0) begin
      if (waiting || !strange) wrong(wrong_file, UNKNOWN_VALID, floating(valid), 0);
      {waiting, strange} = 2'b01;
    end else begin
      if (waiting) wrong(wrong_file, DROPPED, 0, 0);
      {waiting, strange} = 2'b00;
    end
endmodule
