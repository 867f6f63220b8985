// The register blocks on the CSB inside the core, and how an address selects one.
package nvdla_csb_pkg;
  localparam int GLB = 0;
  localparam int BDMA = 1;
  localparam int CDMA = 2;
  localparam int CSC = 3;
  localparam int CMAC_A = 4;
  localparam int CMAC_B = 5;
  localparam int CACC = 6;
  localparam int SDP_RDMA = 7;
  localparam int SDP = 8;
  localparam int PDP_RDMA = 9;
  localparam int PDP = 10;
  localparam int CDP_RDMA = 11;
  localparam int CDP = 12;
  localparam int RBK = 13;
  localparam int UNITS = 14;
  localparam int CVIF = UNITS + nvdla_memory_pkg::RAM_CVSRAM;  // the memory interfaces behind the units, by RAM type
  localparam int MCIF = UNITS + nvdla_memory_pkg::RAM_DBB;
  localparam int BLOCKS = UNITS + 2;
  localparam int NO_BLOCK = BLOCKS;  // reads 0, ignores writes, answers like any other
  localparam int BLOCK_INDEX_BITS = $clog2(BLOCKS + 1);

  localparam int WORD_BITS = $clog2(nvdla_config_pkg::BLOCK_BYTES) - 2;  // of a word's index in its block's window

  function automatic logic [BLOCK_INDEX_BITS-1:0] block_at(input logic [nvdla_config_pkg::CSB_ADDRESS_BITS-1:0] address);
    case (32'(address >> WORD_BITS) * nvdla_config_pkg::BLOCK_BYTES)
      nvdla_config_pkg::GLB_BASE: block_at = BLOCK_INDEX_BITS'(GLB);
      nvdla_config_pkg::MCIF_BASE: block_at = BLOCK_INDEX_BITS'(MCIF);
      nvdla_config_pkg::CVIF_BASE: block_at = BLOCK_INDEX_BITS'(CVIF);
      nvdla_config_pkg::BDMA_BASE: block_at = BLOCK_INDEX_BITS'(BDMA);
      nvdla_config_pkg::CDMA_BASE: block_at = BLOCK_INDEX_BITS'(CDMA);
      nvdla_config_pkg::CSC_BASE: block_at = BLOCK_INDEX_BITS'(CSC);
      nvdla_config_pkg::CMAC_A_BASE: block_at = BLOCK_INDEX_BITS'(CMAC_A);
      nvdla_config_pkg::CMAC_B_BASE: block_at = BLOCK_INDEX_BITS'(CMAC_B);
      nvdla_config_pkg::CACC_BASE: block_at = BLOCK_INDEX_BITS'(CACC);
      nvdla_config_pkg::SDP_RDMA_BASE: block_at = BLOCK_INDEX_BITS'(SDP_RDMA);
      nvdla_config_pkg::SDP_BASE: block_at = BLOCK_INDEX_BITS'(SDP);
      nvdla_config_pkg::PDP_RDMA_BASE: block_at = BLOCK_INDEX_BITS'(PDP_RDMA);
      nvdla_config_pkg::PDP_BASE: block_at = BLOCK_INDEX_BITS'(PDP);
      nvdla_config_pkg::CDP_RDMA_BASE: block_at = BLOCK_INDEX_BITS'(CDP_RDMA);
      nvdla_config_pkg::CDP_BASE: block_at = BLOCK_INDEX_BITS'(CDP);
      nvdla_config_pkg::RBK_BASE: block_at = BLOCK_INDEX_BITS'(RBK);
      default: block_at = BLOCK_INDEX_BITS'(NO_BLOCK);
    endcase
  endfunction
endpackage
