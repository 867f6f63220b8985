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
  input  word_t                   first_mask,    // of their masks
  output word_t                   done_masks,
  output logic                    csc_cbuf_valid,
  input  logic                    csc_cbuf_ready,
  output csc_cbuf_t               csc_cbuf,
  input  logic                    cbuf_csc_valid,
  output logic                    cbuf_csc_ready,
  input  cbuf_csc_t               cbuf_csc,
  output logic                    csc_cbuf_masks_valid,
  input  logic                    csc_cbuf_masks_ready,
  output csc_cbuf_t               csc_cbuf_masks,
  input  logic                    cbuf_csc_masks_valid,
  output logic                    cbuf_csc_masks_ready,
  input  cbuf_csc_t               cbuf_csc_masks,
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
  localparam word_t ENTRY_BYTES = word_t'(CBUF_ENTRY_BYTES);
  localparam word_t MASK_BITS = word_t'(ENTRY_BITS);

  stripe_t now;
  word_t   left;          // its kernels that are not loaded
  word_t   index;         // of the next cell, counted over both CMACs
  word_t   position;      // of the group's first byte, from `first` on
  word_t   bit_position;  // of its first mask bit likewise
  word_t   pass_bytes;    // of compressed weights: those taken in a pass
  word_t   used;          // kernels of the layer before it that are there
  word_t   entries_left, masks_left;  // of the layer
  logic    given;         // the last cell of a stripe is on its way
  logic    stream_valid;
  logic [2*ENTRY_BITS-1:0] window;
  logic [BYTE_BITS-1:0]    offset;
  logic    mask_valid;
  mask_t   cell_mask;
  word_t   ones;
  logic    free, all_taken;  // a cell can be put; those that were are taken

  wire word_t block_bytes = (now.last_block ? job.last_block_bytes : job.block_bytes) * word_t'(now.rows);  // of a kernel
  wire word_t cell_kernels = left < job.cell_kernels ? left : job.cell_kernels;
  wire word_t cell_bytes = cell_kernels * block_bytes;
  wire word_t taken = !job.compressed ? cell_bytes : job.narrow ? ones : ones * word_t'(CELL_KERNELS);
  wire word_t group_bytes = job.compressed ? pass_bytes + (put ? taken : '0) : word_t'(now.kernels) * job.kernel_bytes;
  wire word_t group_bits = job.compressed ? word_t'(now.kernels) * job.kernel_elements : '0;
  wire word_t group_entries = (position + group_bytes) / ENTRY_BYTES;
  wire word_t group_masks = (bit_position + group_bits) / MASK_BITS;
  wire word_t pass_end = position % ENTRY_BYTES + word_t'(stripe.kernels) * job.kernel_bytes;
  wire        take = stripe_valid && stripe_ready;
  wire        last = left <= job.cell_kernels;
  wire        put = left != '0 && stream_valid && (mask_valid || !job.compressed) && !loaded && !given && !starting && free;
  wire        pass_start = take && stripe.pass_start;
  wire        pass_last = put && last && now.pass_end;
  wire        changing = start || take || put || given || begin_stripe || done_valid;

  assign active = left != '0 || given || done_valid;
  assign stripe_ready = left == '0 && !done_valid
    && (!stripe.group_start || cleared && kernels >= used + word_t'(stripe.kernels));
  assign done_kernels = word_t'(now.kernels);
  // Not more than the layer's registers say, whatever the masks say: more will never be there
  assign done_entries = now.layer_end || group_entries > entries_left ? entries_left : group_entries;
  assign done_masks = now.layer_end || group_masks > masks_left ? masks_left : group_masks;

  nvdla_csc_stream #(.UNIT_BITS(8), .OFFSET_BITS(BYTE_BITS)) pass (
    .bank(job.weights_bank),
    .capacity(job.weights_capacity),
    .start(pass_start),
    .first(wrapped(first + position / ENTRY_BYTES, job.weights_capacity)),
    .first_unit(BYTE_BITS'(position)),
    .entries(job.compressed ? '1 : (pass_end + ENTRY_BYTES - 1) / ENTRY_BYTES),
    .finish(pass_last),
    .valid(stream_valid),
    .take(put),
    .*
  );

  nvdla_csc_unpack unpack (
    .start(pass_start && job.compressed),
    .first(wrapped(first_mask + bit_position / MASK_BITS, word_t'(CBUF_BANK_ENTRIES))),
    .first_bit(mask_place_t'(bit_position)),
    .finish(pass_last && job.compressed),
    .wanted(left != '0 && job.compressed),
    .elements(job.narrow ? cell_bytes : cell_bytes / word_t'(CELL_KERNELS)),
    .valid(mask_valid),
    .take(put && job.compressed),
    .mask(cell_mask),
    .csc_cbuf_valid(csc_cbuf_masks_valid),
    .csc_cbuf_ready(csc_cbuf_masks_ready),
    .csc_cbuf(csc_cbuf_masks),
    .cbuf_csc_valid(cbuf_csc_masks_valid),
    .cbuf_csc_ready(cbuf_csc_masks_ready),
    .cbuf_csc(cbuf_csc_masks),
    .*
  );

  nvdla_csc_cell cell_weights (
    .stripe(now),
    .kernels(cell_kernels),
    .kernel_bytes(block_bytes),
    .mask(cell_mask),
    .*
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      now <= '0;
      left <= '0;
      index <= '0;
      position <= '0;
      bit_position <= '0;
      pass_bytes <= '0;
      used <= '0;
      entries_left <= '0;
      masks_left <= '0;
      given <= 1'b0;
      loaded <= 1'b0;
      done_valid <= 1'b0;
    end else if (changing) begin
      if (start) begin
        position <= '0;
        bit_position <= '0;
        used <= '0;
        entries_left <= job.weights_entries;
        masks_left <= job.masks_entries;
      end
      if (take) begin
        now <= stripe;
        left <= word_t'(stripe.kernels);
        index <= '0;
      end else if (put) begin
        left <= left - cell_kernels;
        index <= index + 1;
      end
      if (pass_start) pass_bytes <= '0;
      else if (put) pass_bytes <= pass_bytes + taken;
      given <= put ? last : given && !all_taken;
      if (begin_stripe) loaded <= 1'b0;
      else if (given && all_taken) loaded <= 1'b1;
      // Behind a group
      if (put && last && now.group_end) begin
        if (job.keep_weights) begin
          position <= position + group_bytes;
          bit_position <= bit_position + group_bits;
          used <= used + word_t'(now.kernels);
        end else done_valid <= 1'b1;
      end else if (done_valid && done_ready) begin
        done_valid <= 1'b0;
        position <= (position + group_bytes) % ENTRY_BYTES;
        bit_position <= (bit_position + group_bits) % MASK_BITS;
        masks_left <= masks_left - done_masks;
        entries_left <= entries_left - done_entries;
      end
    end
endmodule
