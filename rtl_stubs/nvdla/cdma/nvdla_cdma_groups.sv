// Tells CSC the kernels that are in the buffer, a group at a time. A group is there with the entry of its last byte and,
// where weights are compressed, that of its last mask bit; the last group with all that is fetched, which may be more than
// its kernels.
module nvdla_cdma_groups
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_job_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    start,
  input  layer_t                  layer,
  input  logic                    weights_written,  // an entry of them is in the buffer
  input  logic                    masks_written,
  output logic                    fetched,          // all is told
  // sizes of compressed groups
  input  logic                    size_known,
  input  logic [8*SIZE_BYTES-1:0] size,
  output logic                    size_taken,
  output logic                    last,
  // CSC
  output logic                    tell_valid,
  input  logic                    tell_ready,
  output cdma_csc_weights_t       tell
);
  localparam int LEFT_BITS = KERNELS_BITS + 1;
  localparam int BYTES_BITS = KERNELS_BITS + KERNEL_BYTES_BITS + 2;
  localparam int TOTAL_BITS = 32;

  logic [LEFT_BITS-1:0]  kernels_left;
  logic [BYTES_BITS-1:0] weights_begin;     // of the group's bytes
  logic [BYTES_BITS-1:0] elements_end;      // of the group's bytes if they were not compressed
  logic [TOTAL_BITS-1:0] weights_present, weights_told, masks_present, masks_told;  // entries
  wire compressed = compressed_in(layer.d_weight_format.weight_format);
  wire int8 = PRECISION_16_BITS == 0 || layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_INT8;
  wire [LEFT_BITS-1:0]   full_group = int8 ? LEFT_BITS'(GROUP_KERNELS) : LEFT_BITS'(MAC_CELLS);
  wire [LEFT_BITS-1:0]   group = last ? kernels_left : full_group;
  wire [KERNELS_BITS-1:0]      last_kernel = layer.d_weight_size_1.weight_kernel;
  wire [KERNEL_BYTES_BITS-1:0] last_byte = layer.d_weight_size_0.byte_per_kernel;  // of a kernel
  wire [BYTES_BITS-1:0]  group_bytes = (BYTES_BITS'(last_byte) + 1'b1) * BYTES_BITS'(full_group);
  wire [BYTES_BITS-1:0]  weights_end = compressed ? weights_begin + BYTES_BITS'(size) : elements_end;
  wire [BYTES_BITS-1:0]  masks_end = ((int8 ? elements_end : elements_end >> 1) + BYTES_BITS'(7)) >> 3;
  wire [TOTAL_BITS-1:0]  weights_total = entries_in(32'(layer.d_weight_bytes));
  wire [TOTAL_BITS-1:0]  masks_total = entries_in(32'(layer.d_wmb_bytes));
  wire [TOTAL_BITS-1:0]  weights_needed = last ? weights_total : entries_to(weights_end);
  wire [TOTAL_BITS-1:0]  masks_needed = !compressed ? '0 : last ? masks_total : entries_to(masks_end);
  wire                   telling = tell_valid && tell_ready;
  wire                   active = start || weights_written || masks_written || telling;

  assign last = kernels_left <= full_group;
  assign fetched = kernels_left == '0;
  assign size_taken = telling && compressed;
  assign tell_valid = !fetched && weights_present >= weights_needed
    && (!compressed || (size_known && masks_present >= masks_needed));
  assign tell = {
    KERNEL_COUNT_BITS'(group),
    ENTRY_COUNT_BITS'(weights_needed - weights_told),
    ENTRY_COUNT_BITS'(masks_needed - masks_told)};

  // Entries up to a byte.
  function automatic logic [TOTAL_BITS-1:0] entries_to(input logic [BYTES_BITS-1:0] bytes);
    entries_to = TOTAL_BITS'((bytes + BYTES_BITS'(CBUF_ENTRY_BYTES - 1)) >> ENTRY_SHIFT);
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      kernels_left <= '0;
      {weights_begin, elements_end} <= '0;
      {weights_present, weights_told, masks_present, masks_told} <= '0;
    end else if (active) begin
      if (start) begin
        kernels_left <= LEFT_BITS'(last_kernel) + 1'b1;
        weights_begin <= '0;
        elements_end <= group_bytes;
        {weights_present, weights_told, masks_present, masks_told} <= '0;
      end else begin
        weights_present <= weights_present + TOTAL_BITS'(weights_written);
        masks_present <= masks_present + TOTAL_BITS'(masks_written);
        if (telling) begin
          kernels_left <= kernels_left - group;
          weights_begin <= weights_end;
          elements_end <= elements_end + group_bytes;
          weights_told <= weights_needed;
          masks_told <= masks_needed;
        end
      end
    end
endmodule
