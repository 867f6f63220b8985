// Asks for the slices of a layer, one line each, as soon as the buffer has room for a grain of them. Of several batches the
// slices of a line follow each other.
module nvdla_cdma_slices
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_job_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  input  logic                        start,
  input  slices_t                     slices,
  // room
  input  logic [ENTRY_COUNT_BITS-1:0] capacity,
  input  logic [ENTRY_COUNT_BITS-1:0] used,
  output logic                        take,
  output logic [ENTRY_COUNT_BITS-1:0] taken,
  // lines
  output logic                        ask,
  input  logic                        asked,
  output logic [ADDRESS_BITS-1:0]     address,
  output logic [ADDRESS_BITS-1:0]     address_1
);
  localparam int NEED_BITS = LINES_BITS + ENTRY_COUNT_BITS + 1;

  logic [LINES_BITS-1:0] lines_left;  // that wait for room
  logic [LINES_BITS-1:0] grain_left;  // that have it
  logic [LINES_BITS-1:0] grain;
  logic [BATCH_BITS-1:0] batch;
  logic [ADDRESS_BITS-1:0] line;      // in the first batch
  logic [NEED_BITS-1:0]  needed;
  wire waiting = lines_left != '0 && !ask;
  wire active = start || waiting || ask;

  assign ask = grain_left != '0;
  assign take = waiting && NEED_BITS'(used) + needed <= NEED_BITS'(capacity);
  assign taken = ENTRY_COUNT_BITS'(needed);

  // Looked at only while lines wait, so that an idle unit costs a simulator little
  always @* begin
    grain = '0;
    if (waiting) grain = LINES_BITS'(slices.grains) < lines_left ? LINES_BITS'(slices.grains) + 1'b1 : lines_left;
  end

  always @* begin
    needed = '0;
    if (waiting) needed = NEED_BITS'(grain) * NEED_BITS'(slices.entries);
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {lines_left, grain_left} <= '0;
      batch <= '0;
      {line, address, address_1} <= '0;
    end else if (active) begin
      if (start) begin
        lines_left <= LINES_BITS'(slices.height) + 1'b1;
        line <= slices.base;
        address <= slices.base;
        address_1 <= slices.base_1;
      end else if (take) begin
        lines_left <= lines_left - grain;
        grain_left <= grain;
      end else if (asked && batch != slices.batches) begin
        batch <= batch + 1'b1;
        address <= address + slices.batch_stride;
      end else if (asked) begin
        batch <= '0;
        grain_left <= grain_left - 1'b1;
        line <= line + slices.stride;
        address <= line + slices.stride;
        address_1 <= address_1 + slices.stride_1;
      end
    end
endmodule
