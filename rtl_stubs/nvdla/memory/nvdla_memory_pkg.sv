// What the units and the two memory interfaces have in common: the units' numbers on the ports and the sizes of what
// they exchange.
package nvdla_memory_pkg;
  localparam int ADDRESS_BITS = nvdla_config_pkg::DBB_ADDRESS_BITS;
  localparam int BEAT_BYTES = nvdla_config_pkg::DBB_DATA_BYTES;
  localparam int BEAT_BITS = 8 * BEAT_BYTES;
  localparam int ATOM_BYTES = nvdla_config_pkg::ATOM_BYTES;
  localparam int ATOM_BITS = 8 * ATOM_BYTES;
  localparam int BEAT_ATOMS = BEAT_BITS / ATOM_BITS;
  localparam int ID_BITS = nvdla_config_pkg::DBB_ID_BITS;
  localparam int LEN_BITS = nvdla_config_pkg::DBB_LEN_BITS;

  // The two memories, as the registers' RAM type fields code them
  localparam int RAM_CVSRAM = 32'(nvdla_bdma_pkg::CFG_CMD_SRC_RAM_TYPE_CVSRAM);
  localparam int RAM_DBB = 32'(nvdla_bdma_pkg::CFG_CMD_SRC_RAM_TYPE_MC);

  // Parts of an address: where the atom's number within its beat starts, and the beat's number
  localparam int ATOM_LSB = $clog2(ATOM_BYTES);
  localparam int BEAT_LSB = $clog2(BEAT_BYTES);
  localparam int OFFSET_BITS = BEAT_LSB - ATOM_LSB;

  // A line: consecutive atoms, their number less one on the request
  localparam int SIZE_BITS = 16;
  localparam int BEATS_BITS = SIZE_BITS + 1;

  // AXI ids of the units that read
  localparam int READ_BDMA = 0;
  localparam int READ_SDP = 1;
  localparam int READ_PDP = 2;
  localparam int READ_CDP = 3;
  localparam int READ_RBK = 4;
  localparam int READ_SDP_B = 5;
  localparam int READ_SDP_N = 6;
  localparam int READ_SDP_E = 7;
  localparam int READ_CDMA_DAT = 8;
  localparam int READ_CDMA_WT = 9;
  localparam int READ_CLIENTS = 10;

  // AXI ids of the units that write
  localparam int WRITE_BDMA = 0;
  localparam int WRITE_SDP = 1;
  localparam int WRITE_PDP = 2;
  localparam int WRITE_CDP = 3;
  localparam int WRITE_RBK = 4;
  localparam int WRITE_CLIENTS = 5;

  localparam int WEIGHT_BITS = 8;
  localparam int LIMIT_BITS = 8;  // CFG_OUTSTANDING_CNT: beats that may be outstanding, less one

  // The beats that a line of `size` + 1 atoms touches when it starts `offset` atoms into a beat.
  function automatic logic [BEATS_BITS-1:0] beats_of_line(
    input logic [OFFSET_BITS-1:0] offset, input logic [SIZE_BITS-1:0] size
  );
    beats_of_line = ((BEATS_BITS'(size) + BEATS_BITS'(offset)) >> OFFSET_BITS) + 1'b1;
  endfunction
endpackage
