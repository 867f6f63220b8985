// Writes down what one AXI channel transfers, how long its valid waited for that, and where its handshake breaks a
// rule of its own.

`timescale 1ps / 1ps

module axi_channel_log #(
    parameter NAME = "memory_aw",
    parameter [15:0] CHANNEL = 0,  // aw, w, b, ar, r
    parameter integer RECORD_BITS = 64,  // without its time; a multiple of 32
    // Where the payload lies in the record, in at most four fields; of write data {data, strobe, last}.
    parameter integer HIGH_AT = 0, HIGH_BITS = 0, MIDDLE_AT = 0, MIDDLE_BITS = 0, LOW_AT = 0, LOW_BITS = 0,
        LOWEST_AT = 0, LOWEST_BITS = 0,
    parameter integer STROBED_BYTES = 0,  // of write data; bytes that the strobe leaves out may be unknown
    parameter integer VALUE_BITS = 64  // of a payload in the file of faults
) (
    input wire [31:0] wrong_file,
    input wire valid,
    input wire ready,
    output wire taken,
    output wire active  // at a clock edge with this at 1 or unknown, `line` is to be set and `look` to be called
);
  // What was wrong, as tb/memory/hdl/log/files.py knows it.
  localparam [15:0] CHANGED = 0, DROPPED = 1, UNKNOWN_VALID = 2, UNKNOWN_READY = 3, UNKNOWN_PAYLOAD = 4;
  localparam [RECORD_BITS-1:0] NOTHING = 0;
  localparam integer WAITED_AT = 32;  // where a record has room for it
  localparam integer LINE_BYTES = (RECORD_BITS + 64) / 8;

  reg [8*LINE_BYTES-1:0] line [0:0];  // {record, time}; an array, as Icarus writes the word of one in half the time
`ifdef VERILATOR
  bit [63:0] log;  // what our main program calls it: see tb/runner/simulators/verilator/main
  string name = NAME;
`else
  reg [31:0] file;
`endif
  reg waiting;  // offered at the edge before, and not taken
  reg strange;  // valid was unknown at the edge before
  reg [RECORD_BITS-1:0] waited;
  reg [31:0] waited_cycles;
  assign taken = valid & ready;
  assign active = valid | waiting | strange;
  wire simple = taken & ~waiting & ~strange;

  initial begin
    {waiting, strange} = 2'b00;
`ifdef VERILATOR
    $c("QData npuvm_log(const char*);", log, " = npuvm_log(", name, ".c_str());");
`else
    file = $fopen({NAME, ".bin"}, "ab");  // appending, so that Python may shorten what it has read
`endif
  end

  task forget;
    {waiting, strange} = 2'b00;
  endtask

  // Judge a clock edge, at which `line` is what the pins show.
  task look;
    begin
      if (simple !== 1'b1) check_handshake;
      if (taken === 1'b1) begin
`ifdef VERILATOR
        // The same bytes as %u, which takes as long for one of them as this for all.
        $c("unsigned char* npuvm_log_room(QData, size_t);",
           "std::memcpy(npuvm_log_room(", log, ", ", LINE_BYTES, "), &", line[0], ", ", LINE_BYTES, ");");
`else
        $fwrite(file, "%u", line[0]);
`endif
        if ((line[0] == line[0]) !== 1'b1)  // an unknown bit; much faster than a reduction on Icarus
          if (^counted(line[0][64+:RECORD_BITS]) === 1'bx)
            wrong(wrong_file, line[0][63:0], UNKNOWN_PAYLOAD, NOTHING, line[0][64+:RECORD_BITS]);
      end
    end
  endtask

  task check_handshake;
    if (valid === 1'b1) begin
      if (waiting)  // && would compare in any case on Icarus, and bit by bit with the X of the start
        if (line[0][64+:RECORD_BITS] !== waited)
          wrong(wrong_file, line[0][63:0], CHANGED, waited, line[0][64+:RECORD_BITS]);
      strange = 1'b0;
      waited_cycles = waiting ? waited_cycles + 1 : 0;
      waiting = ready !== 1'b1;
      if (!waiting) line[0][64+WAITED_AT+:32] = waited_cycles;
      else begin
        waited = line[0][64+:RECORD_BITS];
        if (ready !== 1'b0) wrong(wrong_file, line[0][63:0], UNKNOWN_READY, floating(ready), NOTHING);
      end
    end else if (valid !== 1'b0) begin
      if (waiting || !strange) wrong(wrong_file, line[0][63:0], UNKNOWN_VALID, floating(valid), NOTHING);
      {waiting, strange} = 2'b01;
    end else begin
      if (waiting) wrong(wrong_file, line[0][63:0], DROPPED, NOTHING, NOTHING);
      {waiting, strange} = 2'b00;
    end
  endtask

  // Arguments only, and not inlined: on Verilator what is inlined has variables that cost time in every cycle.
  task automatic wrong(input [31:0] to, input [63:0] now, input [15:0] kind, input [RECORD_BITS-1:0] earlier,
                       input [RECORD_BITS-1:0] later);
    /* verilator no_inline_task */
    $fwrite(to, "%u", {ones(payload(later), 1'b1), ones(payload(later), 1'b0), ones(payload(earlier), 1'b1),
                       ones(payload(earlier), 1'b0), 32'd0, CHANNEL, kind, now});
  endtask

  function automatic [VALUE_BITS-1:0] payload(input [RECORD_BITS-1:0] record);
    /* verilator no_inline_task */
    payload = field(record, HIGH_AT, HIGH_BITS) << (MIDDLE_BITS + LOW_BITS + LOWEST_BITS)
        | field(record, MIDDLE_AT, MIDDLE_BITS) << (LOW_BITS + LOWEST_BITS)
        | field(record, LOW_AT, LOW_BITS) << LOWEST_BITS | field(record, LOWEST_AT, LOWEST_BITS);
  endfunction

  function automatic [VALUE_BITS-1:0] field(input [RECORD_BITS-1:0] record, input integer at, input integer bits);
    /* verilator no_inline_task */
    field = VALUE_BITS'(record >> at) & ~({VALUE_BITS{1'b1}} << bits);
  endfunction

  // The bits that are unknown, or those that are 1.
  function automatic [VALUE_BITS-1:0] ones(input [VALUE_BITS-1:0] value, input unknown);
    /* verilator no_inline_task */
    integer bit_index;
    for (bit_index = 0; bit_index < VALUE_BITS; bit_index = bit_index + 1)
      ones[bit_index] = unknown ? (value[bit_index] ^ value[bit_index]) !== 1'b0 : value[bit_index] === 1'b1;
  endfunction

  // The record with the bytes that do not count at 0.
  function automatic [RECORD_BITS-1:0] counted(input [RECORD_BITS-1:0] record);
    /* verilator no_inline_task */
    integer byte_index;
    counted = record;
    for (byte_index = 0; byte_index < STROBED_BYTES; byte_index = byte_index + 1)
      if (record[MIDDLE_AT+byte_index] === 1'b0) counted[HIGH_AT+8*byte_index+:8] = 8'd0;
  endfunction

  // Whether an unknown level is Z; a two-state simulator has neither, and takes the comparison for a tristate.
  function floating(input level);
`ifdef VERILATOR
    floating = 1'b0 & level;
`else
    floating = level === 1'bz;
`endif
  endfunction
endmodule
