// What CSC's parts tell each other: the layer as a job, its stripes, and what a step of the data side leads to.
package nvdla_csc_job_pkg;
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;

  localparam int BYTE_BITS = $clog2(ENTRY_BITS / 8);  // of a place in an entry

  typedef logic signed [17:0] position_t;  // an input coordinate
  typedef logic [31:0]        word_t;      // counts that no other width bounds

  localparam int MOST_ROWS = 4;  // of a kernel in one operation
  localparam int ROW_BITS = $clog2(MOST_ROWS);

  // A tile of Winograd: its rows and columns, and its channels, which are one operation
  localparam int TILE_SIDE = 4;
  localparam int TILE_CHANNELS = MAC_CHANNELS < TILE_SIDE * TILE_SIDE ? 1 : MAC_CHANNELS / (TILE_SIDE * TILE_SIDE);

  // A layer. Of an image an element is what a component is elsewhere: kernels have one column, and a block is one of a
  // kernel's row. With Winograd there are tiles where else are pixels, each as a kernel of one column, whose rows are
  // together.
  typedef struct packed {
    logic                        winograd;
    logic                        image;
    logic                        floats;
    logic                        narrow;           // elements are half as wide as a place of a MAC operation
    word_t                       width;            // of the input
    word_t                       height;
    position_t                   pad_left;         // of an image: 0
    position_t                   pad_top;
    position_t                   stride_x;         // of an image: bytes
    position_t                   stride_y;
    position_t                   dilation_x;
    position_t                   dilation_y;
    position_t                   last_column;      // of the output
    word_t                       operations;       // pixels of the output, in all batches
    word_t                       kernels;
    word_t                       group_kernels;    // of a whole group
    word_t                       cell_kernels;     // of a whole cell
    word_t                       last_block;       // of channels, counted from 0; kernel rows and columns likewise
    word_t                       last_row;
    word_t                       last_kernel_column;
    word_t                       rows_together;    // of a kernel in one operation
    word_t                       row_channels;     // of an operation, for each of these rows
    word_t                       row_bytes;
    word_t                       block_bytes;      // of a kernel or a pixel in a block of channels
    word_t                       last_block_bytes;
    word_t                       kernel_bytes;
    word_t                       kernel_elements;
    word_t                       slice_entries;
    word_t                       line_entries;     // slices of all batches, one behind the other
    word_t                       whole_groups;     // of a slice: those with an entry for each pixel
    logic [BYTE_BITS-1:0]        pixel_shift;      // behind them an entry has 2^pixel_shift pixels
    word_t                       data_capacity;    // entries
    word_t                       weights_capacity;
    word_t                       weights_bank;     // the first entry of the weights' banks
    word_t                       weights_entries;
    logic                        compressed;
    word_t                       masks_entries;
    word_t                       slices_to_release;
    logic                        keep_weights;
    logic                        reuse_data;
    logic                        reuse_weights;
    logic [ELEMENT_BITS-1:0]     pad_value;
    logic [1:0]                  truncate;         // by the pre-addition
  } job_t;

  // A part of what stands in the buffer
  typedef struct packed {
    word_t units;    // slices or kernels
    word_t entries;
    word_t masks;    // entries of them
  } share_t;

  // A stripe. A pass is the stripes that lead to the results of the same pixels.
  typedef struct packed {
    logic                         group_start;
    logic                         pass_start;
    logic                         pass_end;
    logic                         group_end;
    logic                         layer_end;
    logic [STRIPE_COUNT_BITS-1:0] operations;
    logic [KERNEL_COUNT_BITS-1:0] kernels;
    logic [ROW_BITS:0]            rows;      // of a kernel in each operation
    word_t                        block;
    logic                         last_block;
    position_t                    kernel_x;  // what the kernel's column and row add to the input coordinate
    position_t                    kernel_y;
  } stripe_t;

  // An operation on its way, or a part of it: where its data come from
  typedef struct packed {
    operation_t           operation;
    logic                 last_block;
    logic                 in_cube;     // of the input; padding otherwise
    logic                 fetched;     // of an entry that was asked for with it, else of the one before
    logic                 spans;       // of this entry and the one before it
    logic                 whole;       // its row is there
    logic                 complete;    // all rows are there
    logic [ROW_BITS-1:0]  row;         // the row of a kernel that it is for
    logic [BYTE_BITS-1:0] first_byte;
  } step_t;

  localparam int JOB_BITS = $bits(job_t);
  localparam int STEP_BITS = $bits(step_t);

  // An entry of a ring, not more than once behind its end
  function automatic word_t wrapped(input word_t entry, input word_t capacity);
    wrapped = entry < capacity ? entry : entry - capacity;
  endfunction
endpackage
