// Weights: loads the weights of the stripes into the cells of both CMACs, a cell at a time, while the stripe before
// runs. Each pass reads its group's weights anew; behind a group's last one they are given back.
module nvdla_csc_weights
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
  import nvdla_csc_places_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    start,
  input  job_t                    job,
  output logic                    active,
  // what a block of channels has (nvdla_csc_masks)
  input  logic [MAC_CHANNELS-1:0] channels,
  input  logic [MAC_CHANNELS-1:0] last_channels,
  input  logic [ENTRY_BITS-1:0]   bytes,
  input  logic [ENTRY_BITS-1:0]   last_bytes,
  input  logic                    stripe_valid,
  output logic                    stripe_ready,
  input  stripe_t                 stripe,
  // the buffer
  input  logic                    cleared,
  input  word_t                   kernels,       // that are there
  input  word_t                   first,         // the entry in which the oldest of them begin
  output logic                    done_valid,
  input  logic                    done_ready,
  output word_t                   done_kernels,
  output word_t                   done_entries,
  output logic                    csc_cbuf_valid,
  input  logic                    csc_cbuf_ready,
  output csc_cbuf_t               csc_cbuf,
  input  logic                    cbuf_csc_valid,
  output logic                    cbuf_csc_ready,
  input  cbuf_csc_t               cbuf_csc,
  // the data side
  output logic                    loaded,        // the weights of the next stripe
  input  logic                    begin_stripe,  // it is about to begin
  input  logic                    starting,      // a CMAC has not seen its begin yet
  // both CMACs
  output logic                    valid_a,
  input  logic                    ready_a,
  output csc_cmac_weights_t       csc_cmac_weights_a,
  output logic                    valid_b,
  input  logic                    ready_b,
  output csc_cmac_weights_t       csc_cmac_weights_b
);
  localparam word_t CELLS = word_t'(CMAC_CELLS);
  localparam word_t ENTRY_BYTES = word_t'(CBUF_ENTRY_BYTES);

  stripe_t now;
  word_t   left;          // its kernels that are not loaded
  word_t   index;         // of the next cell, counted over both CMACs
  word_t   position;      // of the group's first byte, from `first` on
  word_t   used;          // kernels of the layer before it that are there
  word_t   entries_left;  // of the layer
  logic    given;         // the last cell of a stripe is on its way
  logic    stream_valid;
  logic [2*ENTRY_BITS-1:0] window;
  logic [BYTE_BITS-1:0]    offset;

  wire word_t block_bytes = (now.last_block ? job.last_block_bytes : job.block_bytes) * word_t'(now.rows);  // of a kernel
  wire word_t cell_kernels = left < job.cell_kernels ? left : job.cell_kernels;
  wire word_t group_bytes = word_t'(now.kernels) * job.kernel_bytes;
  wire word_t pass_bytes = position % ENTRY_BYTES + word_t'(stripe.kernels) * job.kernel_bytes;
  wire        take = stripe_valid && stripe_ready;
  wire        to_a = index < CELLS;
  wire        free_a = !valid_a || ready_a;
  wire        free_b = !valid_b || ready_b;
  wire        last = left <= job.cell_kernels;
  wire        put = left != '0 && stream_valid && !loaded && !given && !starting && (to_a ? free_a : free_b);
  wire        put_a = put && to_a;
  wire        put_b = put && !to_a;
  wire        changing = start || take || put || given || begin_stripe || valid_a || valid_b || done_valid;

  assign active = left != '0 || given || done_valid;
  assign stripe_ready = left == '0 && !done_valid
    && (!stripe.group_start || cleared && kernels >= used + word_t'(stripe.kernels));
  assign done_kernels = word_t'(now.kernels);
  assign done_entries = now.layer_end ? entries_left : (position + group_bytes) / ENTRY_BYTES;

  nvdla_csc_stream pass (
    .clk,
    .reset_n,
    .bank(job.weights_bank),
    .capacity(job.weights_capacity),
    .start(take && stripe.pass_start),
    .first(wrapped(first + position / ENTRY_BYTES, job.weights_capacity)),
    .first_byte(BYTE_BITS'(position)),
    .entries((pass_bytes + ENTRY_BYTES - 1) / ENTRY_BYTES),
    .valid(stream_valid),
    .take(put),
    .taken(cell_kernels * block_bytes),
    .window,
    .offset,
    .csc_cbuf_valid,
    .csc_cbuf_ready,
    .csc_cbuf,
    .cbuf_csc_valid,
    .cbuf_csc_ready,
    .cbuf_csc
  );

  // Rows of a kernel that follow each other, at the front of `source`, each where an operation has it
  function automatic entry_t apart(input entry_t source, input entry_t mask);
    int i;
    apart = source & mask;
    for (i = 1; i < MOST_ROWS; i++)
      if (word_t'(i) < word_t'(now.rows))
        apart = apart
          | (((source >> 8 * word_t'(i) * job.last_block_bytes) & mask) << 8 * word_t'(i) * job.row_bytes);
  endfunction

  function automatic logic [MAC_CHANNELS-1:0] of_rows(input logic [MAC_CHANNELS-1:0] one_row);
    int i;
    of_rows = one_row;
    for (i = 1; i < MOST_ROWS; i++)
      if (word_t'(i) < word_t'(now.rows)) of_rows = of_rows | (one_row << word_t'(i) * job.row_channels);
  endfunction

  // The weights of a cell, whose kernels follow each other, at the front of `source`
  function automatic entry_t placed(
    input entry_t source, input entry_t mask, input word_t count, input word_t size
  );
    int i;
    placed = apart(source, mask);
    if (job.narrow) begin
      placed = spread(PART_BITS'(placed));
      for (i = 1; i < CELL_KERNELS; i++)
        if (word_t'(i) < count)
          placed = placed | (spread(PART_BITS'(apart(source >> 8 * word_t'(i) * size, mask))) << 8 * i);
    end
  endfunction

  function automatic csc_cmac_weights_t next_cell(input entry_t source);
    next_cell = {
      last || index == CELLS - 1,
      CELL_INDEX_BITS'(to_a ? index : index - CELLS),
      of_rows(now.last_block ? last_channels : channels),
      placed(source, now.last_block ? last_bytes : bytes, cell_kernels, block_bytes)};
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      now <= '0;
      left <= '0;
      index <= '0;
      position <= '0;
      used <= '0;
      entries_left <= '0;
      given <= 1'b0;
      loaded <= 1'b0;
      done_valid <= 1'b0;
      valid_a <= 1'b0;
      valid_b <= 1'b0;
      csc_cmac_weights_a <= '0;
      csc_cmac_weights_b <= '0;
    end else if (changing) begin
      if (start) begin
        position <= '0;
        used <= '0;
        entries_left <= job.weights_entries;
      end
      if (take) begin
        now <= stripe;
        left <= word_t'(stripe.kernels);
        index <= '0;
      end else if (put) begin
        left <= left - cell_kernels;
        index <= index + 1;
      end
      given <= put ? last : given && !(free_a && free_b);
      if (begin_stripe) loaded <= 1'b0;
      else if (given && free_a && free_b) loaded <= 1'b1;
      valid_a <= put_a || !free_a;
      valid_b <= put_b || !free_b;
      if (put_a) csc_cmac_weights_a <= next_cell(ENTRY_BITS'(window >> {offset, 3'b000}));
      if (put_b) csc_cmac_weights_b <= next_cell(ENTRY_BITS'(window >> {offset, 3'b000}));
      // Behind a group
      if (put && last && now.group_end) begin
        if (job.keep_weights) begin
          position <= position + group_bytes;
          used <= used + word_t'(now.kernels);
        end else done_valid <= 1'b1;
      end else if (done_valid && done_ready) begin
        done_valid <= 1'b0;
        position <= (position + group_bytes) % ENTRY_BYTES;
        entries_left <= entries_left - done_entries;
      end
    end
endmodule
