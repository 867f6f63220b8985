// One side of a slot, its source or its destination, as what a DMA front end is asked: lines in surfaces.
module nvdla_bdma_side
  import nvdla_bdma_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
(
  input  logic                 ram_type,
  input  logic                 group,
  input  logic                 notify,
  input  logic [63:0]          address,
  input  cfg_line_reg_t        line,
  input  cfg_line_repeat_reg_t line_repeat,
  input  cfg_surf_repeat_reg_t surf_repeat,
  input  logic [31:0]          line_stride,
  input  logic [31:0]          surf_stride,
  output dma_request_t         request
);
  assign request.ram = ram_of(ram_type);
  assign request.group = group;
  assign request.notify = notify;
  assign request.base = ADDRESS_BITS'(address);
  assign request.size = SIZE_BITS'(line.size);
  assign request.last_size = SIZE_BITS'(line.size);
  assign request.last_repeat = COUNT_BITS'(line_repeat.number);
  assign request.repeats = (LEVELS*COUNT_BITS)'({COUNT_BITS'(surf_repeat.number), COUNT_BITS'(line_repeat.number)});
  assign request.strides = (LEVELS*ADDRESS_BITS)'({ADDRESS_BITS'(surf_stride), ADDRESS_BITS'(line_stride)});
endmodule
