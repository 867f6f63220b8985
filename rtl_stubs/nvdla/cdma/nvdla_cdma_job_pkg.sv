// How CDMA takes the lines of a feature cube apart. All numbers are less one, as the registers have them, but for those
// of entries.
//
// A slice, one line in all its channels, goes into the buffer as groups of ENTRY_ATOMS surfaces, the last of which may
// have fewer. It is fetched as blocks: a run of pixels of one group, each of its surfaces a piece. A pixel of a group has
// a slot for each surface, their number rounded up to a power of two; an entry is ENTRY_ATOMS slots.
package nvdla_cdma_job_pkg;
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_pkg::*;

  localparam int SIZE_FIELD_BITS = 13;  // of a width, a height or a number of channels
  localparam int LINES_BITS = SIZE_FIELD_BITS + 1;
  localparam int GRAIN_BITS = LINES_BITS;
  localparam int BATCH_BITS = 5;
  localparam int KERNELS_BITS = 13;
  localparam int KERNEL_BYTES_BITS = 18;
  localparam int SIZE_BYTES = 4;  // of a group's size in WGS

  // What data are
  typedef enum logic [1:0] {KIND_FEATURES, KIND_IMAGE, KIND_WINOGRAD} kind_t;

  // What comes through the port of the weights
  typedef enum logic [1:0] {STREAM_WEIGHTS, STREAM_MASKS, STREAM_SIZES} stream_t;

  localparam int ATOMS_SHIFT = $clog2(ENTRY_ATOMS);
  localparam int SURFACE_BITS = ATOMS_SHIFT > 0 ? ATOMS_SHIFT : 1;           // of a surface's number in its group
  localparam int SLOT_SHIFT_BITS = ATOMS_SHIFT > 0 ? $clog2(ATOMS_SHIFT + 1) : 1;
  localparam int BLOCK_PIXELS = ENTRY_ATOMS * (BEAT_ATOMS > 2 ? BEAT_ATOMS : 2);
  localparam int PIXEL_BITS = $clog2(BLOCK_PIXELS);
  localparam int SLOTS = BLOCK_PIXELS * ENTRY_ATOMS;
  localparam int SLOT_BITS = $clog2(SLOTS);
  localparam int BLOCK_ENTRY_BITS = SLOT_BITS - ATOMS_SHIFT;                 // of an entry's number in its block

  typedef struct packed {
    logic [SIZE_FIELD_BITS-1:0]  blocks;         // of a line, in each group
    logic [PIXEL_BITS-1:0]       last_pixels;    // of the last block
    logic [SIZE_FIELD_BITS-1:0]  groups;
    logic [SURFACE_BITS-1:0]     last_surfaces;  // of the last group
    logic [ENTRY_COUNT_BITS-1:0] capacity;       // entries of the data banks
  } data_job_t;

  function automatic kind_t kind_of(input logic conv_mode, input logic datain_format);
    if (datain_format == D_DATAIN_FORMAT_DATAIN_FORMAT_PIXEL) kind_of = KIND_IMAGE;
    else if (FEATURE_WINOGRAD != 0 && conv_mode == D_MISC_CFG_CONV_MODE_WINOGRAD) kind_of = KIND_WINOGRAD;
    else kind_of = KIND_FEATURES;
  endfunction

  // Whether a layer's weights are compressed.
  function automatic logic compressed_in(input logic weight_format);
    compressed_in = FEATURE_WEIGHT_COMPRESSION != 0 && weight_format == D_WEIGHT_FORMAT_WEIGHT_FORMAT_COMPRESSED;
  endfunction
endpackage
