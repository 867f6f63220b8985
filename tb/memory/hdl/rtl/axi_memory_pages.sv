// The bytes of one memory: pages that are taken as they are needed, anywhere in the address space.
//
// A byte that was never written reads as a pattern of its address, or, if Python wants that, as 0. The number of pages is fixed; a page finds its
// slot by its number, or the next free slot behind it.

`timescale 1ps / 1ps

module axi_memory_pages #(
    parameter integer DATA_BYTES = 64,
    parameter integer ADDRESS_BITS = 64,
    parameter integer PAGES = 4096,  // a power of two
    parameter integer PAGE_BYTES = 4096
) (
    output reg full,  // toggles when something was dropped because no page was left
    output reg [ADDRESS_BITS-1:0] full_address
);
  localparam integer PAGE_BEATS = PAGE_BYTES / DATA_BYTES;
  localparam integer BEAT_LSB = $clog2(DATA_BYTES);
  localparam integer PAGE_LSB = $clog2(PAGE_BYTES);
  localparam integer SLOT_BITS = $clog2(PAGES);
  localparam integer NUMBER_BITS = ADDRESS_BITS - PAGE_LSB;
  localparam integer PATTERN_WORDS = (DATA_BYTES + 7) / 8;
  localparam integer PATTERN_BITS = DATA_BYTES < 8 ? 8 * DATA_BYTES : 64;  // of a word of 8 bytes, in a beat
  localparam [63:0] SCRAMBLE = 64'h9e37_79b9_7f4a_7c15;

  reg [8*DATA_BYTES-1:0] words [0:PAGES*PAGE_BEATS-1];
  reg [DATA_BYTES-1:0] known [0:PAGES*PAGE_BEATS-1];
  reg [NUMBER_BITS-1:0] number_of [0:PAGES-1];
  reg [31:0] epoch_of [0:PAGES-1];  // the slot is taken if this is the present epoch
  reg [31:0] epoch;
  bit zeroed;  // what was never written reads as 0
  integer used;
  integer slot_index;

  initial begin
    full = 1'b0;
    epoch = 32'd1;
    used = 0;
    for (slot_index = 0; slot_index < PAGES; slot_index = slot_index + 1) epoch_of[slot_index] = 32'd0;
  end

  // Forget every byte.
  task clear(input bit to_zero);
    begin
      zeroed = to_zero;
      epoch = epoch + 1;
      used = 0;
    end
  endtask

  reg [SLOT_BITS-1:0] slot;
  reg [NUMBER_BITS-1:0] number;
  reg found;

  // Look for the page of an address: `slot` and `found`; one slot always stays free, so this ends.
  task find(input [ADDRESS_BITS-1:0] address);
    begin
      number = address[ADDRESS_BITS-1:PAGE_LSB];
      slot = number[SLOT_BITS-1:0] ^ number[NUMBER_BITS-1:NUMBER_BITS-SLOT_BITS];
      while (epoch_of[slot] == epoch && number_of[slot] != number) slot = slot + 1'b1;
      found = epoch_of[slot] == epoch;
    end
  endtask

  integer beat_index;

  // The same, and take a page if there is none; `found` says whether there is one now.
  task need(input [ADDRESS_BITS-1:0] address);
    begin
      find(address);
      if (!found && used == PAGES - 1) begin
        full_address = address;
        full = ~full;
      end else if (!found) begin
        found = 1'b1;
        used = used + 1;
        epoch_of[slot] = epoch;
        number_of[slot] = number;
        for (beat_index = 0; beat_index < PAGE_BEATS; beat_index = beat_index + 1)
          known[slot*PAGE_BEATS+beat_index] = {DATA_BYTES{1'b0}};
      end
    end
  endtask

  function integer word_index(input [ADDRESS_BITS-1:0] address);
    word_index = slot * PAGE_BEATS + address[PAGE_LSB-1:BEAT_LSB];
  endfunction

  integer write_at;

  // Store the strobed bytes of a beat.
  task write(input [ADDRESS_BITS-1:0] address, input [8*DATA_BYTES-1:0] now, input [DATA_BYTES-1:0] strobe);
    begin
      need(address);
      write_at = word_index(address);
      if (found && &strobe) words[write_at] = now;
      else if (found) words[write_at] = merge(words[write_at], now, strobe);
      if (found) known[write_at] = known[write_at] | strobe;
    end
  endtask

  function automatic [8*DATA_BYTES-1:0] merge(
      input [8*DATA_BYTES-1:0] earlier, input [8*DATA_BYTES-1:0] now, input [DATA_BYTES-1:0] chosen);
    /* verilator no_inline_task */  // inlined, its variables cost time in every cycle
    integer merge_byte;
    begin
      merge = earlier;
      for (merge_byte = 0; merge_byte < DATA_BYTES; merge_byte = merge_byte + 1)
        if (chosen[merge_byte]) merge[8*merge_byte+:8] = now[8*merge_byte+:8];
    end
  endfunction

  integer read_at;

  reg [8*DATA_BYTES-1:0] data;

  // Read the beat at an address into `data`.
  task read(input [ADDRESS_BITS-1:0] address);
    begin
      find(address);
      read_at = word_index(address);
      if (found && &known[read_at]) data = words[read_at];
      else begin
        data = zeroed ? {8 * DATA_BYTES{1'b0}} : pattern(address);
        if (found) data = merge(data, words[read_at], known[read_at]);
      end
    end
  endtask

  // What a beat of 2^size bytes shows of `data`: other lanes than its own are 0.
  function automatic [8*DATA_BYTES-1:0] own_lanes(input [ADDRESS_BITS-1:0] address, input [2:0] size);
    /* verilator no_inline_task */  // inlined, its variables cost time in every cycle
    own_lanes = merge('0, data, DATA_BYTES'(({DATA_BYTES + 1{1'b1}} << address[BEAT_LSB-1:0])
                                            & ~({DATA_BYTES + 1{1'b1}} << lanes_end(address, size))));
  endfunction

  // The first lane behind those of a beat.
  function automatic [31:0] lanes_end(input [ADDRESS_BITS-1:0] address, input [2:0] size);
    lanes_end = (((32'(address) & 32'(DATA_BYTES - 1)) >> size) + 32'd1) << size;
  endfunction

  // What a beat that is not zeroed holds before anything was written; tb/memory/uninitialised.py has the same.
  function automatic [8*DATA_BYTES-1:0] pattern(input [ADDRESS_BITS-1:0] address);
    /* verilator no_inline_task */  // inlined, its variables cost time in every cycle
    integer pattern_word;
    reg [63:0] scrambled;
    for (pattern_word = 0; pattern_word < PATTERN_WORDS; pattern_word = pattern_word + 1) begin
      scrambled = ((64'(address >> BEAT_LSB) << BEAT_LSB >> 3) + pattern_word + 64'd1) * SCRAMBLE;
      scrambled = scrambled ^ (scrambled >> 32);
      pattern[PATTERN_BITS*pattern_word+:PATTERN_BITS] =
          PATTERN_BITS'(scrambled >> 8 * (32'(address[2:0]) & ~(DATA_BYTES - 1)));
    end
  endfunction

  integer load_at, load_index, load_got;

  // Whole beats of one page out of a file, each with its last byte first.
  task load(input integer file, input [ADDRESS_BITS-1:0] address, input integer beats);
    begin
      need(address);
      load_at = word_index(address);
      load_got = $fread(words, file, load_at, beats);
      for (load_index = 0; load_index < beats; load_index = load_index + 1)
        known[load_at+load_index] = {DATA_BYTES{1'b1}};
    end
  endtask
endmodule
