// Masks: what a whole block of channels has, and the last one: its channels, their bytes as the buffer has them, and
// these bytes of padding. Worked out once a layer.
module nvdla_csc_masks
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
(
  input  job_t                    job,
  output logic [MAC_CHANNELS-1:0] channels,
  output logic [MAC_CHANNELS-1:0] last_channels,
  output logic [ENTRY_BITS-1:0]   bytes,
  output logic [ENTRY_BITS-1:0]   last_bytes,
  output logic [ENTRY_BITS-1:0]   padding
);
  wire word_t element_bytes = job.narrow ? 1 : word_t'(CELL_KERNELS);

  assign channels = ~({MAC_CHANNELS{1'b1}} << job.block_bytes / element_bytes);
  assign last_channels = ~({MAC_CHANNELS{1'b1}} << job.last_block_bytes / element_bytes);
  assign bytes = ~({ENTRY_BITS{1'b1}} << 8 * job.block_bytes);
  assign last_bytes = ~({ENTRY_BITS{1'b1}} << 8 * job.last_block_bytes);
  assign padding = job.narrow ? {ENTRY_BITS/8{job.pad_value[7:0]}} : {MAC_CHANNELS{job.pad_value}};
endmodule
