// What Python wants of a memory: commands in a file, `NAME_commands.bin`, and a counter of them.
//
// Python counts `commands` up, and everything up to the command END takes effect in the same time step.

`timescale 1ps / 1ps

module axi_memory_commands
  import axi_memory_pkg::*;
#(
    parameter NAME = "memory",
    parameter integer DATA_BYTES = 64,
    parameter integer ADDRESS_BITS = 64
) (
    input wire [31:0] commands,
    output reg [31:0] commands_done,
    output wire [31:0] orphan_limit
);
  localparam integer STROBE_WORDS = (DATA_BYTES + 31) / 32;

  reg [31:0] knob [0:KNOBS-1];
  bit [31:0] seed;  // from the next reset on
  bit holding;  // write responses are withheld
  assign orphan_limit = knob[ORPHAN_LIMIT];

  // Cycles that the answers of an id take beyond their latency.
  function automatic [31:0] late(input [31:0] id);
    late = id < 32 && (knob[LATE_IDS] >> id & 32'd1) != 0 ? knob[LATE_CYCLES] : 32'd0;
  endfunction

  integer file, got;
  reg [31:0] command, word;
  reg [8*DATA_BYTES-1:0] part;
  reg [63:0] load_address;
  bit [31:0] mask_at;
  reg [STROBE_WORDS*32-1:0] part_strobe;  // the lowest DATA_BYTES bits count
  integer knob_index, range_index;
  initial begin
    file = 0;
    commands_done = 0;
  end

  task next_word;
    got = $fread(word, file);
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
      CLEAR: begin
        next_word;
        axi_memory.pages.clear(word != 0);
      end
      HOLD: begin
        next_word;
        holding = word != 0;
      end
      LOAD: begin
        next_address;
        next_word;
        axi_memory.pages.load(file, load_address[ADDRESS_BITS-1:0], word);
      end
      LOAD_PART: begin
        next_address;
        for (mask_at = 0; mask_at < DATA_BYTES; mask_at = mask_at + 32) begin
          next_word;
          part_strobe[mask_at+:32] = word;
        end
        got = $fread(part, file);
        axi_memory.pages.write(load_address[ADDRESS_BITS-1:0], part, part_strobe[DATA_BYTES-1:0]);
      end
      ERRORS: begin
        next_word;
        axi_memory.errors.rate = word;
        next_word;
        axi_memory.errors.ranges = word;
        for (range_index = 0; range_index < axi_memory.errors.ranges; range_index = range_index + 1) begin
          next_address;
          axi_memory.errors.first[range_index] = load_address;
          next_address;
          axi_memory.errors.last[range_index] = load_address;
          next_word;
          axi_memory.errors.response[range_index] = word[1:0];
        end
      end
      default: command = END;
    endcase
  endtask

  always @(commands) begin
    file = $fopen({NAME, "_commands.bin"}, "rb");
    next_word;
    command = word;
    while (command != END) begin
      carry_out;
      next_word;
      command = command == END ? END : word;
    end
    $fclose(file);
    commands_done = commands;
  end
endmodule
