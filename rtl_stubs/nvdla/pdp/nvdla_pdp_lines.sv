// Pools along the columns: gathers what the lines give for each output line that is open, in the line buffer, which is
// shared out by how many may be open at once. An output line is given away with its last input line; those that reach beyond
// the cube follow behind the last line, one after another.
module nvdla_pdp_lines
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_pdp_part_pkg::*;
  import nvdla_pdp_pool_pkg::*;
  import nvdla_pdp_job_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  pool_kind_t           kind,
  input  pool_job_t            job,
  input  logic                 in_valid,
  output logic                 in_ready,
  input  logic [SUMS_BITS-1:0] in_sums,
  output logic                 valid,
  input  logic                 ready,
  output logic [2:0]           missing,  // lines of the window that are padding
  output logic [SUMS_BITS-1:0] sums
);
  localparam int BANKS = WINDOW_MOST;
  localparam int BUFFER_ATOMS = BANKS * PDP_BANK_ATOMS;
  localparam int INDEX_BITS = $clog2(BUFFER_ATOMS);
  localparam int BANK_BITS = $clog2(BANKS);

  logic [SUMS_BITS-1:0]       gathered [0:BUFFER_ATOMS-1];
  logic [COLUMN_BITS-1:0]     column;
  logic [CUBE_SIZE_BITS-1:0] line;      // of the input
  logic [CUBE_SIZE_BITS:0]   row;       // the first output line that is open or to come
  place_t                     top;       // where its windows begin
  logic                       begun;     // `top` is that of this surface
  logic                       flushing;  // the surface's lines are all there
  logic [BANK_BITS-1:0]       open_bits; // places for output lines, as a power of two
  place_t                     first_top;
  wire room = !valid || ready;
  wire take = in_valid && in_ready;
  wire flush = flushing && room;
  wire changing = in_valid || valid || flushing;
  wire last_column = column == job.out_width;
  wire last_line = line == job.in_height;
  wire signed [PLACE_BITS-1:0] here = begun ? top : first_top;
  wire signed [PLACE_BITS-1:0] bottom = here + place_t'({1'b0, job.kernel_height});
  wire signed [PLACE_BITS-1:0] line_place = place_t'({1'b0, line});
  wire wanted = row <= {1'b0, job.out_height};
  wire closes = wanted && (last_line || line_place == bottom);
  wire give = flush || (take && closes);
  wire [CUBE_SIZE_BITS:0] next_row = row + (CUBE_SIZE_BITS+1)'(closes || flushing);
  wire surface_end = (flush || take) && last_column && last_line && next_row > {1'b0, job.out_height};

  assign in_ready = !flushing && room;
  assign first_top = -place_t'({1'b0, job.pad_top});

  always @* begin
    open_bits = '0;
    if (in_valid || flushing) begin
      if (5'(job.kernel_height) > 5'(job.stride_y)) open_bits = BANK_BITS'(1);
      if (7'(job.kernel_height) >= 7'(job.stride_y) * 7'd2 + 7'd2) open_bits = BANK_BITS'(2);
      if (7'(job.kernel_height) >= 7'(job.stride_y) * 7'd4 + 7'd4) open_bits = BANK_BITS'(3);
    end
  end

  function automatic logic [INDEX_BITS-1:0] index_of(
    input logic [CUBE_SIZE_BITS:0] output_line, input logic [COLUMN_BITS-1:0] place, input logic [BANK_BITS-1:0] bits
  );
    logic [INDEX_BITS-1:0] slot;
    slot = INDEX_BITS'(output_line) & ((INDEX_BITS'(1) << bits) - 1'b1);
    index_of = INDEX_BITS'(place) + (slot << (32'(INDEX_BITS) - 32'(bits)));
  endfunction

  // A line for all output lines that it is in; the first of a window stands for itself. The new line is the first operand.
  task automatic gather;
    int i;
    place_t begins;
    logic [INDEX_BITS-1:0] index;
    logic [SUMS_BITS-1:0] total;
    begins = here;
    // verilator unroll_disable
    for (i = 0; i < WINDOW_MOST; i++) begin
      if (row + (CUBE_SIZE_BITS+1)'(i) <= {1'b0, job.out_height} && begins <= line_place
          && line_place <= begins + place_t'({1'b0, job.kernel_height})) begin
        index = index_of(row + (CUBE_SIZE_BITS+1)'(i), column, open_bits);
        total = in_sums;
        if (line != '0 && line_place != begins) total = pooled(kind, in_sums, gathered[index]);
        gathered[index] <= total;
        if (i == 0 && closes) sums <= total;
      end
      begins = begins + place_t'({1'b0, job.stride_y}) + place_t'(1);
    end
  endtask

  // Of the window's lines those above and below the cube
  function automatic logic [2:0] padded_lines(input place_t begins, input place_t ends, input place_t height);
    padded_lines = '0;
    if (begins < 0) padded_lines = 3'(-begins);
    if (ends > height) padded_lines = padded_lines + 3'(ends - height);
  endfunction

  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {column, line, row} <= '0;
      top <= '0;
      begun <= 1'b0;
      flushing <= 1'b0;
      valid <= 1'b0;
      missing <= '0;
      sums <= '0;
    end else if (changing) begin
      valid <= give || (valid && !ready);
      if (take) gather;
      if (flush) sums <= gathered[index_of(row, column, open_bits)];
      if (give) missing <= padded_lines(here, bottom, place_t'({1'b0, job.in_height}));
      if (flush || take) begin
        begun <= !surface_end;
        if (!begun) top <= first_top;
        column <= last_column ? '0 : column + 1'b1;
        if (last_column) begin
          row <= surface_end ? '0 : next_row;
          if (closes || flushing) top <= here + place_t'({1'b0, job.stride_y}) + place_t'(1);
          if (!last_line) line <= line + 1'b1;
          else if (surface_end) line <= '0;
          flushing <= last_line && !surface_end;
        end
      end
    end
endmodule
