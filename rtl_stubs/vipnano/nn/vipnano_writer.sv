// Writes the results of a tile: core by core, kernel by kernel, a line of them as one run. With the first pixel, every
// second line and column is left out.
module vipnano_writer
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
  import vipnano_structures_pkg::*;
  import vipnano_job_pkg::*;
  import vipnano_result_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  // the walk
  input  nn_structure_t          structure,
  input  tile_t                  tile,
  input  logic [6:0]             kernels,
  input  logic [14:0]            channel,  // the superblock's first one
  input  logic                   write,
  output logic                   written,
  // cores
  output logic [6:0]             out_kernel,
  output logic [SUM_BITS-1:0]    out_place,
  input  logic [NN_CORES*32-1:0] out_sums,
  input  logic [NN_CORES*32-1:0] out_offsets,
  // MEMORY
  output run_t                   nn_run,
  input  logic                   run_ready,
  output out_byte_t              nn_byte,
  input  logic                   out_byte_ready
);
  typedef enum logic [2:0] {IDLE, KERNEL, LINE, BYTES, DONE} state_t;
  state_t state;

  logic [NN_CORES-1:0] out_core;  // one hot: whose kernel is written
  logic [14:0] number;        // of the channel
  logic [6:0]  line, column;  // of the tile
  logic [31:0] sum, offset;

  wire        halves = structure.pooling != '0;
  wire [6:0]  first_line = 7'(halves && tile.y[0]);
  wire [6:0]  first_column = 7'(halves && tile.x[0]);
  wire [6:0]  by = halves ? 7'd2 : 7'd1;
  wire [12:0] x = tile.x + 13'(first_column);
  wire [12:0] y = tile.y + 13'(line);
  wire [6:0]  length = halves ? (tile.columns + 7'd1 - first_column) >> 1 : tile.columns;
  wire [31:0] address = structure.out_address + offset
    + 32'(halves ? 13'(y[12:1]) : y) * 32'(structure.out_x_stride) + 32'(halves ? 13'(x[12:1]) : x);
  wire        ended = number >= 15'(structure.out_z_size);  // this channel is none, nor those behind it
  wire        has_lines = first_line < tile.lines && length != '0;
  wire        last_kernel = out_kernel == kernels - 1'b1;
  wire        last_line = 8'(line) + 8'(by) >= 8'(tile.lines);
  wire        last_byte = 8'(column) + 8'(by) >= 8'(tile.columns);
  wire        byte_taken = nn_byte.valid && out_byte_ready;
  wire        kernel_ends = state == BYTES && byte_taken && last_byte && last_line;

  assign written = state == DONE;
  assign out_place = SUM_BITS'((32'(out_kernel) * 32'(tile.lines) + 32'(line)) * 32'(tile.columns) + 32'(column));
  assign nn_run = {state == LINE, OUTPUT_ID, address, LENGTH_BITS'(length)};
  assign nn_byte = {state == BYTES, result_of(structure, sum)};

  always @* begin
    {sum, offset} = '0;
    for (int c = 0; c < NN_CORES; c++)
      if (out_core[c]) {sum, offset} = {out_sums[32*c +: 32], out_offsets[32*c +: 32]};
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      out_core <= '0;
      out_kernel <= '0;
      number <= '0;
      {line, column} <= '0;
    end else begin
      case (state)
        IDLE:
          if (write) begin
            state <= has_lines ? KERNEL : DONE;
            out_core <= NN_CORES'(1);
            out_kernel <= '0;
            number <= channel;
          end
        KERNEL: begin
          state <= ended || out_core == '0 ? DONE : LINE;
          line <= first_line;
          column <= first_column;
        end
        LINE: if (run_ready) state <= BYTES;
        BYTES:
          if (byte_taken) begin
            column <= last_byte ? first_column : column + by;
            if (last_byte) begin
              state <= last_line ? KERNEL : LINE;
              line <= line + by;
            end
          end
        default: state <= IDLE;
      endcase
      if (kernel_ends) begin
        number <= number + 1'b1;
        out_kernel <= last_kernel ? '0 : out_kernel + 1'b1;
        if (last_kernel) out_core <= out_core << 1;
      end
    end
endmodule
