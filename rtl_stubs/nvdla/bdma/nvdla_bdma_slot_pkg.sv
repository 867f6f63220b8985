// A slot: one BDMA operation, a copy of (line_repeat + 1) lines in each of (surf_repeat + 1) surfaces.
package nvdla_bdma_slot_pkg;
  import nvdla_memory_pkg::*;

  localparam int REPEAT_BITS = 24;
  localparam int STRIDE_BITS = 32;

  typedef struct packed {
    logic                    source_ram;       // as CFG_CMD.SRC_RAM_TYPE
    logic                    destination_ram;  // as CFG_CMD.DST_RAM_TYPE
    logic [SIZE_BITS-1:0]    size;             // atoms of a line, less one
    logic [REPEAT_BITS-1:0]  line_repeat;
    logic [REPEAT_BITS-1:0]  surf_repeat;
    logic [ADDRESS_BITS-1:0] source_address;
    logic [STRIDE_BITS-1:0]  source_line_stride;
    logic [STRIDE_BITS-1:0]  source_surf_stride;
    logic [ADDRESS_BITS-1:0] destination_address;
    logic [STRIDE_BITS-1:0]  destination_line_stride;
    logic [STRIDE_BITS-1:0]  destination_surf_stride;
  } slot_t;

  localparam int SLOT_BITS = $bits(slot_t);
endpackage
