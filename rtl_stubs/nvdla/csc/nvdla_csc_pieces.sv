// Pieces: what an operation takes of the buffer, in steps: for each row of a kernel that it has one step, and one more
// where two entries have to come. With Winograd a step for each line of a tile that has to come, then two to make it.
module nvdla_csc_pieces
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
(
  input  logic       clk,
  input  logic       reset_n,
  input  logic       start,
  input  job_t       job,
  input  word_t      first,     // the entry in which the layer's data begin
  input  stripe_t    now,       // of an operation
  input  position_t  x,         // its place in the input: a pixel, or a byte of an image's line
  input  position_t  y,
  input  word_t      slice,     // the first entry of its batch in a line
  input  operation_t operation,
  input  logic       advance,   // the step is given
  output step_t      step,
  output logic [ENTRY_INDEX_BITS-1:0] entry  // that has to come for it
);
  localparam word_t ENTRY_BYTES = word_t'(CBUF_ENTRY_BYTES);
  localparam word_t SUB_BYTES = word_t'(CBUF_ENTRY_BYTES / CELL_KERNELS);

  // Where in a slice
  typedef struct packed {
    logic                 in_width;
    logic                 spans;
    word_t                entry;
    logic [BYTE_BITS-1:0] first_byte;
  } place_t;

  logic [ROW_BITS-1:0]  row;
  word_t                known_entry, before_entry;  // the one that came last, and the one before
  logic [BYTE_BITS-1:0] known_byte;                 // and from where on its pixels' channels were kept
  logic                 known, before_known;
  place_t               place;

  wire word_t line = word_t'(y) + (job.winograd ? '0 : word_t'(row));  // far outside when it is negative
  wire        in_lines = line < job.height;
  wire word_t low = wrapped(first + line * job.line_entries + slice + place.entry, job.data_capacity);
  wire word_t high = place.spans ? wrapped(low + 1, job.data_capacity) : low;
  wire        same = known && (!job.winograd || known_byte == place.first_byte);
  wire        low_known = same && known_entry == low;
  wire        all_known = place.spans ? same && known_entry == high && before_known && before_entry == low : low_known;
  wire        in_cube = place.in_width && in_lines;
  wire        fetch = in_cube && !all_known;
  wire        low_comes = fetch && place.spans && !low_known;
  wire        load_only = job.winograd ? fetch : low_comes;
  wire word_t row_of_them = job.winograd && fetch ? word_t'(row) * job.line_entries : '0;
  wire word_t wanted = low_comes ? low : high;
  wire        last_row = job.winograd ? row != '0 : word_t'(row) + 1 == word_t'(now.rows);
  wire        row_done = job.winograd ? step.fetched || step.whole : step.whole;
  wire        come = fetch && (!job.winograd || word_t'(row) == word_t'(TILE_SIDE - 1));
  wire        changing = start || advance && (fetch || row != '0 || !last_row);

  assign entry = ENTRY_INDEX_BITS'(wrapped(wanted + row_of_them, job.data_capacity));
  assign step.operation = operation;
  assign step.last_block = now.last_block;
  assign step.in_cube = in_cube;
  assign step.fetched = fetch;
  assign step.spans = place.spans;
  assign step.whole = !load_only;
  assign step.complete = !load_only && last_row;
  assign step.row = row;
  assign step.first_byte = place.first_byte;

  // Two blocks of narrow elements share the entries of a group of channels
  function automatic place_t of_features(input job_t of, input word_t pixel, input word_t block);
    word_t group, sub_block, shared_pixel, part;
    group = of.narrow ? block / word_t'(CELL_KERNELS) : block;
    sub_block = of.narrow ? block % word_t'(CELL_KERNELS) : '0;
    shared_pixel = group >= of.whole_groups ? pixel >> of.pixel_shift : pixel;
    part = group >= of.whole_groups ? pixel - (shared_pixel << of.pixel_shift) : '0;
    of_features = {
      pixel < of.width,
      1'b0,
      group * of.width + shared_pixel,
      BYTE_BITS'(part * (ENTRY_BYTES >> of.pixel_shift) + sub_block * SUB_BYTES)};
  endfunction

  // An image's line has its elements without gaps
  function automatic place_t of_image(input job_t of, input word_t pixel, input word_t block, input logic last_block);
    word_t first_byte, last_byte;
    first_byte = pixel + block * of.block_bytes;
    last_byte = first_byte + (last_block ? of.last_block_bytes : of.block_bytes) - 1;
    of_image = {
      1'b1, first_byte / ENTRY_BYTES != last_byte / ENTRY_BYTES, first_byte / ENTRY_BYTES, BYTE_BITS'(first_byte)};
  endfunction

  // An entry has an atom of as many pixels as a tile has columns, and a surface an entry for each of these
  function automatic place_t of_tiles(input job_t of, input word_t tile, input word_t block);
    word_t first_byte;
    first_byte = block * (of.block_bytes / word_t'(TILE_SIDE));
    of_tiles = {
      1'b1,
      tile[0],
      first_byte / word_t'(ATOM_BYTES) * (of.width / word_t'(TILE_SIDE)) + (tile >> 1),
      BYTE_BITS'(first_byte % word_t'(ATOM_BYTES))};
  endfunction

  function automatic place_t of_operation(
    input job_t of, input word_t pixel, input word_t block, input logic last_block
  );
    if (FEATURE_WINOGRAD != 0 && of.winograd) of_operation = of_tiles(of, pixel, block);
    else if (of.image) of_operation = of_image(of, pixel, block, last_block);
    else of_operation = of_features(of, pixel, block);
  endfunction

  assign place = of_operation(job, word_t'(x), now.block, now.last_block);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      row <= '0;
      known <= 1'b0;
      before_known <= 1'b0;
      known_entry <= '0;
      known_byte <= '0;
      before_entry <= '0;
    end else if (changing) begin
      if (start || step.complete) row <= '0;
      else if (row_done) row <= row + 1;
      if (start) begin
        known <= 1'b0;
        before_known <= 1'b0;
      end else if (come) begin
        known <= 1'b1;
        before_known <= known;
        known_entry <= wanted;
        known_byte <= place.first_byte;
        before_entry <= known_entry;
      end
    end
endmodule
