// What the units and the memory interfaces have in common: the sizes of what they exchange.
package nvdla_memory_pkg;
  import nvdla_config_pkg::*;

  localparam int ADDRESS_BITS = MEMORY_ADDRESS_BITS;
  localparam int BEAT_BYTES = MEMORY_DATA_BYTES;
  localparam int BEAT_BITS = 8 * BEAT_BYTES;
  localparam int ATOM_BITS = 8 * ATOM_BYTES;
  localparam int BEAT_ATOMS = BEAT_BITS / ATOM_BITS;
  localparam int ID_BITS = MEMORY_ID_BITS;
  localparam int LEN_BITS = MEMORY_LEN_BITS;

  localparam int RAM_BITS = MEMORIES > 1 ? $clog2(MEMORIES) : 1;  // of a memory port's number
  localparam int DATA_PORTS = MEMORIES > 1 ? MEMORIES : 2;        // Icarus 11 takes no array of one word as a port

  // Parts of an address: where the atom's number within its beat starts, and the beat's number
  localparam int ATOM_LSB = $clog2(ATOM_BYTES);
  localparam int BEAT_LSB = $clog2(BEAT_BYTES);
  localparam int OFFSET_SHIFT = BEAT_LSB - ATOM_LSB;
  localparam int OFFSET_BITS = OFFSET_SHIFT > 0 ? OFFSET_SHIFT : 1;  // an offset is always 0 where a beat is an atom

  // A line: consecutive atoms, their number less one on the request
  localparam int SIZE_BITS = 30;
  localparam int BEATS_BITS = SIZE_BITS + 1;

  localparam int WEIGHT_BITS = 8;
  localparam int LIMIT_BITS = 8;  // CFG_OUTSTANDING_CNT: beats that may be outstanding, less one

  // The port that a RAM type field means.
  function automatic logic [RAM_BITS-1:0] ram_of(input logic ram_type);
    ram_of = 32'(ram_type) == RAM_TYPE_DBB ? RAM_BITS'(RAM_DBB) : RAM_BITS'(RAM_CVSRAM);
  endfunction

  // The place of an address's atom in its beat.
  function automatic logic [OFFSET_BITS-1:0] offset_of(input logic [ADDRESS_BITS-1:0] address);
    offset_of = OFFSET_BITS'(address >> ATOM_LSB) & OFFSET_BITS'(BEAT_ATOMS - 1);
  endfunction

  // The beats that a line of `size` + 1 atoms touches when it starts `offset` atoms into a beat.
  function automatic logic [BEATS_BITS-1:0] beats_of_line(
    input logic [OFFSET_BITS-1:0] offset, input logic [SIZE_BITS-1:0] size
  );
    beats_of_line = ((BEATS_BITS'(size) + BEATS_BITS'(offset)) >> OFFSET_SHIFT) + 1'b1;
  endfunction
endpackage
