// What CSC's parts tell each other: the layer as a job, its stripes, and what a step of the data side leads to.
package nvdla_csc_job_pkg;
  import nvdla_link_pkg::*;

  localparam int BYTE_BITS = $clog2(ENTRY_BITS / 8);  // of a place in an entry

  typedef logic signed [17:0] position_t;  // an input coordinate
  typedef logic [31:0]        word_t;      // counts that no other width bounds

  // A layer
  typedef struct packed {
    logic                        narrow;           // elements are half as wide as a place of a MAC operation
    word_t                       width;            // of the input
    word_t                       height;
    position_t                   pad_left;
    position_t                   pad_top;
    position_t                   stride_x;
    position_t                   stride_y;
    position_t                   dilation_x;
    position_t                   dilation_y;
    position_t                   last_column;      // of the output
    word_t                       operations;       // pixels of the output
    word_t                       kernels;
    word_t                       group_kernels;    // of a whole group
    word_t                       cell_kernels;     // of a whole cell
    word_t                       last_block;       // of channels, counted from 0; kernel rows and columns likewise
    word_t                       last_row;
    word_t                       last_kernel_column;
    word_t                       block_bytes;      // of a kernel or a pixel in a block of channels
    word_t                       last_block_bytes;
    word_t                       kernel_bytes;
    word_t                       slice_entries;
    word_t                       whole_groups;     // of a slice: those with an entry for each pixel
    logic [BYTE_BITS-1:0]        pixel_shift;      // behind them an entry has 2^pixel_shift pixels
    word_t                       data_capacity;    // entries
    word_t                       weights_capacity;
    word_t                       weights_bank;     // the first entry of the weights' banks
    word_t                       weights_entries;
    word_t                       slices_to_release;
    logic                        keep_weights;
    logic                        reuse_data;
    logic                        reuse_weights;
    logic [ELEMENT_BITS-1:0]     pad_value;
  } job_t;

  // A stripe. A pass is the stripes that lead to the results of the same pixels.
  typedef struct packed {
    logic                         group_start;
    logic                         pass_start;
    logic                         pass_end;
    logic                         group_end;
    logic                         layer_end;
    logic [STRIPE_COUNT_BITS-1:0] operations;
    logic [KERNEL_COUNT_BITS-1:0] kernels;
    word_t                        block;
    logic                         last_block;
    position_t                    kernel_x;  // what the kernel's column and row add to the input coordinate
    position_t                    kernel_y;
  } stripe_t;

  // An operation on its way: where its data come from
  typedef struct packed {
    operation_t           operation;
    logic                 last_block;
    logic                 in_cube;  // of the input; padding otherwise
    logic                 fetched; // of an entry that was asked for with it, else of the one before
    logic [BYTE_BITS-1:0] first_byte;
  } step_t;

  localparam int JOB_BITS = $bits(job_t);
  localparam int STEP_BITS = $bits(step_t);

  // An entry of a ring
  function automatic word_t wrapped(input word_t entry, input word_t capacity);
    wrapped = entry < capacity ? entry : entry - capacity;
  endfunction
endpackage
