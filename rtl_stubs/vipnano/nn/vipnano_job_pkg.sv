// What an NN job is: numbers that follow from its structure, and the places that its course comes to.
package vipnano_job_pkg;
  import vipnano_config_pkg::*;
  import vipnano_structures_pkg::*;

  localparam int LINE_SUMS = 64;   // sums of an accumulator's line
  localparam int MOST_LINE = 78;   // bytes of an input line of a tile: 64 columns, and those of the widest kernel
  localparam int MOST_KERNEL = 15; // lines or columns of a kernel
  localparam int SUMS = LINE_SUMS * ACCUMULATOR_DEPTH;
  localparam int SUM_BITS = $clog2(SUMS);
  localparam int PLANES = 6;       // of a block, at most
  // Where lines are shared by four, each is of at most 16 columns and those of the widest kernel.
  localparam int NARROW_BYTES = 4 * INPUT_DEPTH * (16 + MOST_KERNEL - 1);
  localparam int HALF_BYTES = 2 * INPUT_DEPTH * 36;
  localparam int WIDE_BYTES = (INPUT_DEPTH > MOST_KERNEL ? INPUT_DEPTH : MOST_KERNEL) * MOST_LINE;
  localparam int MORE_BYTES = NARROW_BYTES > HALF_BYTES ? NARROW_BYTES : HALF_BYTES;
  localparam int PLANE_BYTES = MORE_BYTES > WIDE_BYTES ? MORE_BYTES : WIDE_BYTES;
  localparam int INPUT_BYTES = PLANES * PLANE_BYTES;
  localparam int INPUT_BITS = $clog2(INPUT_BYTES);
  localparam int PIXELS = 8;       // sums that a core works on at once

  typedef struct packed {
    logic [NN_CORES-1:0] working;      // cores
    logic [15:0]         count;        // kernels of a core
    logic [13:0]         channels;     // of a superblock, but for the last one
    logic                six;          // blocks of six planes, else of one
    logic                whole_lines;  // places of a kernel line by line
    logic [19:0]         kernel_z;
  } nn_job_t;

  // A tile: its first output, and how many
  typedef struct packed {
    logic [12:0] x;
    logic [12:0] y;
    logic [6:0]  columns;
    logic [6:0]  lines;
  } tile_t;

  // A weight: its plane in the block, and its place in the kernel
  typedef struct packed {
    logic [2:0] plane;
    logic [3:0] i;
    logic [3:0] j;
  } place_t;

  // The walk to the cores. A transfer: sums one beside the other, each of a pixel.
  typedef struct packed {
    logic                valid;
    logic                first;  // the kernel's first weight: sums begin with its bias
    logic [SUM_BITS-1:0] sum;    // the first one
    logic [3:0]          count;  // of sums
  } step_t;

  function automatic nn_job_t job_of(input nn_structure_t structure);
    logic few;  // there are fewer kernels than cores
    few = structure.out_z_size <= 14'(NN_CORES);
    job_of.working = few ? ~({NN_CORES{1'b1}} << structure.out_z_size[3:0]) : '1;
    job_of.count = few ? 16'd1 : 16'((32'(structure.out_z_size) + NN_CORES - 1) / NN_CORES);
    job_of.channels = few ? 14'(32'(structure.kernels_per_core) * 32'(structure.out_z_size))
      : 14'(32'(structure.kernels_per_core) * NN_CORES);
    job_of.kernel_z = nn_kernel_z_size(structure);
    job_of.six = structure.kernel_x_size == 4'd1 && structure.kernel_y_size == 4'd1 && structure.out_z_size > 14'd8;
    job_of.whole_lines = !job_of.six && job_of.kernel_z == 20'd1 && structure.in_x_size <= 13'd64;
  endfunction

  // From a tile to the next one. With the first pixel, odd lines and columns are not written: a tile that has but one of
  // them is left out, so that nothing is read behind the last write.
  function automatic logic [7:0] step_of(input logic [6:0] size, input logic halves);
    step_of = halves && size == 7'd1 ? 8'd2 : 8'(size);
  endfunction

  // So many outputs are left from a tile on: no other one comes behind it
  function automatic logic is_last(input logic [15:0] rest, input logic [7:0] distance, input logic leaves_one);
    is_last = rest <= 16'(distance) || (leaves_one && rest == 16'(distance) + 16'd1);
  endfunction

  // A size is 0
  function automatic logic is_empty(input nn_structure_t structure);
    is_empty = structure.kernel_x_size == '0 || structure.kernel_y_size == '0 || nn_kernel_z_size(structure) == '0
      || structure.in_x_size == '0 || structure.in_y_size == '0 || structure.out_x_size == '0
      || structure.out_y_size == '0 || structure.out_z_size == '0 || structure.kernels_per_core == '0
      || structure.out_tile_x_size == '0 || structure.out_tile_y_size == '0;
  endfunction
endpackage
