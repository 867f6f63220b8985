// Tells CSC the kernels that are in the buffer, a group at a time. A group is there with the entry of its last byte; the
// last group with all that is fetched, which may be more than its kernels.
module nvdla_cdma_groups
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_job_pkg::*;
#(
  parameter int TOTAL_BITS = 32
) (
  input  logic                         clk,
  input  logic                         reset_n,
  input  logic                         start,
  // the layer
  input  logic                         int8,
  input  logic [KERNELS_BITS-1:0]      kernels,       // less one
  input  logic [KERNEL_BYTES_BITS-1:0] kernel_bytes,  // less one
  input  logic [TOTAL_BITS-1:0]        total,         // entries to fetch
  input  logic                         written,       // an entry is in the buffer
  output logic                         fetched,       // all is told
  // CSC
  output logic                         tell_valid,
  input  logic                         tell_ready,
  output cdma_csc_weights_t            tell
);
  localparam int LEFT_BITS = KERNELS_BITS + 1;
  localparam int BYTES_BITS = KERNELS_BITS + KERNEL_BYTES_BITS + 2;
  localparam int ENTRY_SHIFT = $clog2(CBUF_ENTRY_BYTES);

  logic [LEFT_BITS-1:0]  kernels_left;
  logic [BYTES_BITS-1:0] group_end;  // of the bytes of the kernels
  logic [TOTAL_BITS-1:0] present, told;  // entries
  wire [LEFT_BITS-1:0]   full_group = int8 ? LEFT_BITS'(GROUP_KERNELS) : LEFT_BITS'(MAC_KERNELS);
  wire                   last = kernels_left <= full_group;
  wire [LEFT_BITS-1:0]   group = last ? kernels_left : full_group;
  wire [BYTES_BITS-1:0]  group_bytes = (BYTES_BITS'(kernel_bytes) + 1'b1) * BYTES_BITS'(full_group);
  wire [BYTES_BITS-1:0]  rounded = group_end + BYTES_BITS'(CBUF_ENTRY_BYTES - 1);
  wire [TOTAL_BITS-1:0]  entries_end = last ? total : TOTAL_BITS'(rounded >> ENTRY_SHIFT);
  wire                   telling = tell_valid && tell_ready;
  wire                   active = start || written || telling;

  assign fetched = kernels_left == '0;
  assign tell_valid = !fetched && present >= entries_end;
  assign tell = {KERNEL_COUNT_BITS'(group), ENTRY_COUNT_BITS'(entries_end - told), ENTRY_COUNT_BITS'(0)};

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      kernels_left <= '0;
      group_end <= '0;
      {present, told} <= '0;
    end else if (active) begin
      if (start) begin
        kernels_left <= LEFT_BITS'(kernels) + 1'b1;
        group_end <= group_bytes;
        {present, told} <= '0;
      end else begin
        present <= present + TOTAL_BITS'(written);
        if (telling) begin
          kernels_left <= kernels_left - group;
          group_end <= group_end + group_bytes;
          told <= entries_end;
        end
      end
    end
endmodule
