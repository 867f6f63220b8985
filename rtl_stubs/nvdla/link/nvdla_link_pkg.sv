// Everything that passes between units, as packed types: one type a link, named <driver>_<taker>_<what>_t.
//
// One rule for all links: `valid` (driver), `ready` (taker), `payload` (driver). A transfer takes place at each rising
// clock edge at which both are 1. Once `valid` is 1 it stays, and the payload with it, until the transfer; `ready` may
// come and go. `valid` does not wait for `ready`. In reset `valid` is 0; outside reset neither is ever unknown.
// Transfers are taken in the order in which they are given. What each means stands with its type; README.md has the
// links as a table.
package nvdla_link_pkg;
  import nvdla_config_pkg::*;

  // Atoms
  localparam int LINK_ATOM_BITS = 8 * ATOM_BYTES;

  // Convolution buffer. An entry has an element of every channel of a MAC operation.
  localparam int ENTRY_BITS = 8 * CBUF_ENTRY_BYTES;
  localparam int ENTRY_ATOMS = CBUF_ENTRY_BYTES / ATOM_BYTES;
  localparam int CBUF_ENTRIES = CBUF_BANKS * CBUF_BANK_ENTRIES;
  localparam int ENTRY_INDEX_BITS = $clog2(CBUF_ENTRIES);
  localparam int ENTRY_COUNT_BITS = $clog2(CBUF_ENTRIES + 1);
  localparam int ENTRY_SHIFT = $clog2(CBUF_ENTRY_BYTES);

  // The entries of weights or of masks whose bytes a register tells. What fills none is not fetched: CDMA stores and tells
  // whole entries, and CSC gives back as many.
  function automatic logic [31:0] entries_in(input logic [31:0] bytes);
    entries_in = bytes >> ENTRY_SHIFT;
  endfunction

  // MAC array. Its kernels are shared out to CMAC_A, which has the first ones, and CMAC_B. A cell holds the weights of
  // one kernel of the widest elements, or of several of INT8 ones.
  localparam int CMACS = 2;
  localparam int CMAC_CELLS = MAC_CELLS / CMACS;
  localparam int CELL_INDEX_BITS = CMAC_CELLS > 1 ? $clog2(CMAC_CELLS) : 1;
  localparam int ELEMENT_BITS = ENTRY_BITS / MAC_CHANNELS;
  localparam int CELL_KERNELS = ELEMENT_BITS / 8;
  localparam int GROUP_KERNELS = MAC_CELLS * CELL_KERNELS;
  localparam int KERNEL_COUNT_BITS = $clog2(GROUP_KERNELS + 1);

  // A stripe: MAC operations with the same weights. While one runs the weights of the next are loaded, a cell at a time.
  // With several batches it may end between those of a pixel: there may be more of them than operations.
  localparam int STRIPE_LONGEST = 2 * MAC_CELLS - 1;
  localparam int STRIPE_COUNT_BITS = $clog2(STRIPE_LONGEST + 1);

  // A cell's sum over the channels of one operation: INT8 sums side by side, an INT16 one, or an FP16 one (6 bits of
  // exponent, 32 of aligned product). Winograd gives a tile of them.
  localparam int CHANNEL_GROWTH_BITS = $clog2(MAC_CHANNELS);
  localparam int INT8_SUM_BITS = 16 + CHANNEL_GROWTH_BITS;
  localparam int FP16_SUM_BITS = 6 + 32 + CHANNEL_GROWTH_BITS;
  localparam int SUM_BITS =
    CELL_KERNELS == 1 || CELL_KERNELS * INT8_SUM_BITS > FP16_SUM_BITS ? CELL_KERNELS * INT8_SUM_BITS : FP16_SUM_BITS;
  localparam int TILE_SUMS = FEATURE_WINOGRAD != 0 ? 4 : 1;
  localparam int TILE_INDEX_BITS = TILE_SUMS > 1 ? $clog2(TILE_SUMS) : 1;
  localparam int CELL_SUM_BITS = TILE_SUMS * SUM_BITS;

  // Results of the accumulator: a 32-bit word for each element of an atom of INT8
  localparam int RESULT_BITS = 32;
  localparam int RESULTS_BITS = ATOM_BYTES * RESULT_BITS;

  // SDP operands: for each element of an atom of INT8 two of two bytes
  localparam int OPERAND_BITS = 2 * 2 * LINK_ATOM_BITS;

  // CDP works on a block of pixels of a line in all surfaces before the next one
  localparam int CDP_BLOCK_ATOMS = 8;

  localparam int CUBE_SIZE_BITS = 13;  // of a cube's registers

  // CDMA to CBUF, one link for data and one for weights. A transfer: those atoms of an entry that `atoms` tells, the
  // first in the lowest bits; here all of them, but a tap on other RTL may see parts. Order: any; an entry is complete
  // before the fill that counts it is given to CSC.
  typedef struct packed {
    logic [ENTRY_INDEX_BITS-1:0] entry;
    logic [ENTRY_ATOMS-1:0]      atoms;
    logic [ENTRY_BITS-1:0]       data;
  } cdma_cbuf_t;

  // CDMA to CSC: data that are now in the buffer, behind those told before. A transfer: whole slices with all their
  // entries. Order: that of the slices in the layer. A slice is a line; of several batches it is a line of each, one batch
  // behind the other; for Winograd it is an extended row.
  typedef struct packed {
    logic [ENTRY_COUNT_BITS-1:0] slices;
    logic [ENTRY_COUNT_BITS-1:0] entries;
  } cdma_csc_data_t;

  // CDMA to CSC: weights that are now in the buffer. A transfer: the kernels of at most one group; `entries` and
  // `wmb_entries` are those that became complete with them (groups abut, an entry may belong to two), with the last group
  // all that is left. Masks are a ring of their own in the last bank.
  typedef struct packed {
    logic [KERNEL_COUNT_BITS-1:0] kernels;
    logic [ENTRY_COUNT_BITS-1:0]  entries;
    logic [ENTRY_COUNT_BITS-1:0]  wmb_entries;
  } cdma_csc_weights_t;

  // CDMA to CSC, one link for data and one for weights: the bank allocation is about to change. CSC is ready when its own
  // layer is one whose banks changed, so that it needs nothing more of what is in the buffer; what the layer before left
  // there is lost without a word. Both begin anew with the first entry of the banks. The payload is the group whose layer
  // asks.
  typedef struct packed {
    logic group;
  } cdma_csc_drain_t;

  // CSC to CDMA: data that the buffer need not keep any longer, the oldest first.
  typedef struct packed {
    logic [ENTRY_COUNT_BITS-1:0] slices;
    logic [ENTRY_COUNT_BITS-1:0] entries;
  } csc_cdma_data_t;

  // CSC to CDMA: weights that the buffer need not keep any longer, the oldest first, at most one group a transfer.
  typedef struct packed {
    logic [KERNEL_COUNT_BITS-1:0] kernels;
    logic [ENTRY_COUNT_BITS-1:0]  entries;
    logic [ENTRY_COUNT_BITS-1:0]  wmb_entries;
  } csc_cdma_weights_t;

  // CSC to CBUF, one link each for data, weights and weight masks: read an entry.
  typedef struct packed {
    logic [ENTRY_INDEX_BITS-1:0] entry;
  } csc_cbuf_t;

  // CBUF to CSC, one link for each of these: an entry that was asked for. Order: that of the requests of its link.
  typedef struct packed {
    logic [ENTRY_BITS-1:0] data;
  } cbuf_csc_t;

  // Where an operation stands. A layer is a sequence of stripes for each kernel group; the channels of a stripe's
  // kernels take as many stripes as there are blocks of channels, rows and columns; the last has `channel_end` in all
  // its operations.
  typedef struct packed {
    logic stripe_start;  // first operation of a stripe: the weights loaded before it become active
    logic stripe_end;    // last one
    logic channel_end;   // sums are complete with this operation
    logic layer_end;     // last operation of the layer
  } operation_t;

  // CSC to CMAC, the same to both. A transfer: the data of one operation, an element for each channel, the first in the
  // lowest bits; `channels` tells those that count, the others are 0. Two INT8 elements share no place: INT8 takes the
  // low byte of each. Order: kernel group, stripe, block of channels, kernel row, column, operation of the stripe.
  typedef struct packed {
    operation_t                           operation;
    logic [MAC_CHANNELS-1:0]              channels;
    logic [MAC_CHANNELS*ELEMENT_BITS-1:0] data;
  } csc_cmac_data_t;

  // CSC to CMAC, one link to each. A transfer: the weights of one cell, for each channel those of the cell's kernels,
  // the first kernel in the lowest bits. Cells of kernels that are not there are not sent. Order: ascending cells,
  // `last` with the last of a stripe that this CMAC gets; all of a stripe's weights before its first data, and behind the
  // first data of the stripe before. A CMAC without kernels gets none for a stripe.
  typedef struct packed {
    logic                                 last;
    logic [CELL_INDEX_BITS-1:0]           cell_index;
    logic [MAC_CHANNELS-1:0]              channels;
    logic [MAC_CHANNELS*ELEMENT_BITS-1:0] weights;
  } csc_cmac_weights_t;

  // CMAC to CACC, one link from each. A transfer: the sums of all cells of one operation, the first cell in the lowest
  // bits; `cells` tells those that have a kernel. In a cell: a tile's sums in row-major order, the first lowest, only
  // the first without Winograd; in a sum INT8 kernels side by side. Order: that of the data.
  typedef struct packed {
    operation_t                          operation;
    logic [CMAC_CELLS-1:0]               cells;
    logic [CMAC_CELLS*CELL_SUM_BITS-1:0] sums;
  } cmac_cacc_t;

  // CACC to CSC: place for the results of so many more operations, with Winograd those of a tile each. After reset CSC has
  // none; it takes places before the first operation that leads to these results, and keeps from layer to layer what it
  // has left.
  typedef struct packed {
    logic [STRIPE_COUNT_BITS-1:0] operations;
  } cacc_csc_t;

  // CACC to SDP. A transfer: the results of one pixel for the kernels of one atom (a kernel group of INT8 has
  // CELL_KERNELS times as many as one of 16 bits, an atom too), the first in the lowest bits; those beyond the last
  // kernel are 0. Order: kernel group, then pixels line by line; with Winograd tile by tile along two lines, each in
  // row-major order; with several batches the batches of a pixel one after another, which is the order of operations.
  typedef struct packed {
    logic                    layer_end;
    logic [RESULTS_BITS-1:0] results;
  } cacc_sdp_t;

  // SDP to PDP, flying. A transfer: one atom as it would be in memory. Order: as SDP got it.
  typedef struct packed {
    logic                      layer_end;
    logic [LINK_ATOM_BITS-1:0] atom;
  } sdp_pdp_t;

  // SDP_RDMA to SDP. A transfer: the elements of an atom of the layer's input cube as words, as CACC gives them: integers
  // with their sign, FP16 as FP32; of INT16 for processing as INT8 those of two atoms of neighbouring surfaces. Order:
  // surface, line, pixel.
  typedef struct packed {
    logic                    layer_end;
    logic [RESULTS_BITS-1:0] results;
  } rdma_sdp_t;

  // PDP_RDMA to PDP, CDP_RDMA to CDP: an atom of the layer's input cube. Order: surface, line, pixel;
  // PDP: the columns of a part of a split width before the next part; CDP: line, block of CDP_BLOCK_ATOMS pixels (the last
  // of a line may be shorter), surface, pixel.
  typedef struct packed {
    logic                      layer_end;
    logic [LINK_ATOM_BITS-1:0] atom;
  } rdma_atom_t;

  // CDP_RDMA to CDP, whose registers know no size of the cube: width, height and channels of a layer, less one, before its
  // first atom is taken. One transfer a layer.
  typedef struct packed {
    logic [CUBE_SIZE_BITS-1:0] width;
    logic [CUBE_SIZE_BITS-1:0] height;
    logic [CUBE_SIZE_BITS-1:0] channel;
  } rdma_cube_t;

  // SDP_RDMA to SDP, one link each for X1, X2 and Y. A transfer: the operands for one transfer of the input, wherever it
  // comes from. For each element, the first lowest, that of the ALU and then that of the multiplier, 16 bits each with
  // their sign; 0 is what memory has none for.
  typedef struct packed {
    logic                    layer_end;
    logic [OPERAND_BITS-1:0] operands;
  } rdma_operand_t;
endpackage
