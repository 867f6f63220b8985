// Cell: puts the weights of a cell, which follow each other in the buffer, where the array has them, and gives them to
// its CMAC.
module nvdla_csc_cell
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
  import nvdla_csc_places_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  job_t                    job,
  input  stripe_t                 stripe,
  // what a block of channels has (nvdla_csc_masks)
  input  logic [MAC_CHANNELS-1:0] channels,
  input  logic [MAC_CHANNELS-1:0] last_channels,
  input  logic [ENTRY_BITS-1:0]   bytes,
  input  logic [ENTRY_BITS-1:0]   last_bytes,
  // a cell
  input  logic                    put,
  input  logic                    last,          // of the stripe
  input  word_t                   index,         // counted over both CMACs
  input  word_t                   kernels,
  input  word_t                   kernel_bytes,  // when all weights are there
  input  logic [2*ENTRY_BITS-1:0] window,        // its weights begin at `offset`
  input  logic [BYTE_BITS-1:0]    offset,
  input  logic [CELL_ELEMENTS-1:0] mask,         // of compressed weights: where there are some
  output logic                    free,          // it can be put
  output logic                    all_taken,
  // both CMACs
  output logic                    valid_a,
  input  logic                    ready_a,
  output csc_cmac_weights_t       csc_cmac_weights_a,
  output logic                    valid_b,
  input  logic                    ready_b,
  output csc_cmac_weights_t       csc_cmac_weights_b
);
  localparam word_t CELLS = word_t'(CMAC_CELLS);

  wire to_a = index < CELLS;
  wire free_a = !valid_a || ready_a;
  wire free_b = !valid_b || ready_b;
  wire put_a = put && to_a;
  wire put_b = put && !to_a;
  wire changing = put || valid_a || valid_b;

  assign free = to_a ? free_a : free_b;
  assign all_taken = free_a && free_b;

  // Rows of a kernel that follow each other, at the front of `source`, each where an operation has it
  function automatic entry_t apart(input entry_t source, input entry_t of_mask);
    int i;
    apart = source & of_mask;
    for (i = 1; i < MOST_ROWS; i++)
      if (word_t'(i) < word_t'(stripe.rows))
        apart = apart
          | (((source >> 8 * word_t'(i) * job.last_block_bytes) & of_mask) << 8 * word_t'(i) * job.row_bytes);
  endfunction

  function automatic logic [MAC_CHANNELS-1:0] of_rows(input logic [MAC_CHANNELS-1:0] one_row);
    int i;
    of_rows = one_row;
    for (i = 1; i < MOST_ROWS; i++)
      if (word_t'(i) < word_t'(stripe.rows)) of_rows = of_rows | (one_row << word_t'(i) * job.row_channels);
  endfunction

  // The weights of a cell, whose kernels follow each other, at the front of `source`
  function automatic entry_t placed(
    input entry_t source, input entry_t of_mask, input word_t count, input word_t size
  );
    int i;
    placed = apart(source, of_mask);
    if (job.narrow) begin
      placed = spread(PART_BITS'(placed));
      for (i = 1; i < CELL_KERNELS; i++)
        if (word_t'(i) < count)
          placed = placed | (spread(PART_BITS'(apart(source >> 8 * word_t'(i) * size, of_mask))) << 8 * i);
    end
  endfunction

  function automatic entry_t whole(input entry_t source);
    whole = job.compressed ? unpacked(source, mask, job.narrow) : source;
  endfunction

  function automatic csc_cmac_weights_t next_cell(input entry_t source);
    next_cell = {
      last || index == CELLS - 1,
      CELL_INDEX_BITS'(to_a ? index : index - CELLS),
      of_rows(stripe.last_block ? last_channels : channels),
      placed(whole(source), stripe.last_block ? last_bytes : bytes, kernels, kernel_bytes)};
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      valid_a <= 1'b0;
      valid_b <= 1'b0;
      csc_cmac_weights_a <= '0;
      csc_cmac_weights_b <= '0;
    end else if (changing) begin
      valid_a <= put_a || !free_a;
      valid_b <= put_b || !free_b;
      if (put_a) csc_cmac_weights_a <= next_cell(ENTRY_BITS'(window >> {offset, 3'b000}));
      if (put_b) csc_cmac_weights_b <= next_cell(ENTRY_BITS'(window >> {offset, 3'b000}));
    end
endmodule
