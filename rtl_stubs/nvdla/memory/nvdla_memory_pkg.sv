// What the units and the two memory interfaces have in common: the units' numbers on the ports and the sizes of what
// they exchange.
package nvdla_memory_pkg;
  localparam int ADDRESS_BITS = nvdla_config_pkg::MEMORY_ADDRESS_BITS;
  localparam int BEAT_BYTES = nvdla_config_pkg::MEMORY_DATA_BYTES;
  localparam int BEAT_BITS = 8 * BEAT_BYTES;
  localparam int ATOM_BYTES = nvdla_config_pkg::ATOM_BYTES;
  localparam int ATOM_BITS = 8 * ATOM_BYTES;
  localparam int BEAT_ATOMS = BEAT_BITS / ATOM_BITS;
  localparam int ID_BITS = nvdla_config_pkg::MEMORY_ID_BITS;
  localparam int LEN_BITS = nvdla_config_pkg::MEMORY_LEN_BITS;

  // The two memories, as the registers' RAM type fields code them
  localparam int RAM_CVSRAM = nvdla_config_pkg::RAM_CVSRAM;
  localparam int RAM_DBB = nvdla_config_pkg::RAM_DBB;

  // Parts of an address: where the atom's number within its beat starts, and the beat's number
  localparam int ATOM_LSB = $clog2(ATOM_BYTES);
  localparam int BEAT_LSB = $clog2(BEAT_BYTES);
  localparam int OFFSET_BITS = BEAT_LSB - ATOM_LSB;

  // A line: consecutive atoms, their number less one on the request
  localparam int SIZE_BITS = 16;
  localparam int BEATS_BITS = SIZE_BITS + 1;

  // AXI ids of the units that read
  localparam int READ_BDMA = nvdla_config_pkg::READ_BDMA;
  localparam int READ_SDP = nvdla_config_pkg::READ_SDP;
  localparam int READ_PDP = nvdla_config_pkg::READ_PDP;
  localparam int READ_CDP = nvdla_config_pkg::READ_CDP;
  localparam int READ_RBK = nvdla_config_pkg::READ_RBK;
  localparam int READ_SDP_B = nvdla_config_pkg::READ_SDP_B;
  localparam int READ_SDP_N = nvdla_config_pkg::READ_SDP_N;
  localparam int READ_SDP_E = nvdla_config_pkg::READ_SDP_E;
  localparam int READ_CDMA_DAT = nvdla_config_pkg::READ_CDMA_DAT;
  localparam int READ_CDMA_WT = nvdla_config_pkg::READ_CDMA_WT;
  localparam int READ_CLIENTS = nvdla_config_pkg::READ_CLIENTS;

  // AXI ids of the units that write
  localparam int WRITE_BDMA = nvdla_config_pkg::WRITE_BDMA;
  localparam int WRITE_SDP = nvdla_config_pkg::WRITE_SDP;
  localparam int WRITE_PDP = nvdla_config_pkg::WRITE_PDP;
  localparam int WRITE_CDP = nvdla_config_pkg::WRITE_CDP;
  localparam int WRITE_RBK = nvdla_config_pkg::WRITE_RBK;
  localparam int WRITE_CLIENTS = nvdla_config_pkg::WRITE_CLIENTS;

  localparam int WEIGHT_BITS = 8;
  localparam int LIMIT_BITS = 8;  // CFG_OUTSTANDING_CNT: beats that may be outstanding, less one

  // The beats that a line of `size` + 1 atoms touches when it starts `offset` atoms into a beat.
  function automatic logic [BEATS_BITS-1:0] beats_of_line(
    input logic [OFFSET_BITS-1:0] offset, input logic [SIZE_BITS-1:0] size
  );
    beats_of_line = ((BEATS_BITS'(size) + BEATS_BITS'(offset)) >> OFFSET_BITS) + 1'b1;
  endfunction
endpackage
