// Buffer: takes the words of a block as the input has them, then gives them as the output has them.
//
// CONTRACT puts each atom where the output wants it as it comes in. SPLIT and MERGE keep the atoms as they come, and
// pick the elements of each word that goes out.
module nvdla_rbk_buffer
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_atom_pkg::*;
  import nvdla_rbk_job_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  logic                 start,       // with a block
  input  job_t                 job,
  input  block_t               part,
  output logic                 idle,        // all words of all blocks are out
  input  logic                 in_valid,
  output logic                 in_ready,
  input  logic [BEAT_BITS-1:0] in_data,
  output logic                 out_valid,
  input  logic                 out_ready,
  output logic [BEAT_BITS-1:0] out_data
);
  localparam int LSB_BITS = $clog2(ATOM_BITS);

  logic [ATOM_BITS-1:0]    atoms [0:BUFFER_ATOMS-1];
  block_t                  held;          // the block that is in here
  logic                    filling, draining;
  logic [PIECE_BITS-1:0]   pieces_left;   // to take
  logic [WORD_BITS-1:0]    words_left;    // of this one
  logic [SLOT_BITS-1:0]    piece_slot, slot;  // places of the piece's first atom and of the next one
  logic [WORD_BITS-1:0]    word;              // that goes out
  wire                     active = start || filling || draining || out_valid;
  wire                     take = filling && in_valid;
  wire                     room = !out_valid || out_ready;
  wire                     give = draining && room;
  wire [SLOT_BITS-1:0]     step = SLOT_BITS'(job.columns) + 1'b1;  // from an atom of a piece to the next
  wire [SLOT_BITS-1:0]     piece_step = job.merge ? SLOT_BITS'(BEAT_ATOMS) : SLOT_BITS'(1);

  assign idle = !filling && !draining && !out_valid;
  assign in_ready = filling;

  // SPLIT: the pixels of a channel, one from each atom.
  function automatic logic [BEAT_BITS-1:0] plane(input logic [WORD_BITS-1:0] channel);
    int i, pixels;
    logic [LSB_BITS-1:0] first;  // bit of the channel in an atom
    plane = '0;
    pixels = 32'(held.pixels);
    first = LSB_BITS'(channel) << (job.wide ? 4 : 3);
    if (job.wide) begin
      for (i = 0; i < BEAT_BYTES / 2; i++) if (i <= pixels) plane[16*i +: 16] = atoms[i][first +: 16];
    end else for (i = 0; i < BEAT_BYTES; i++) if (i <= pixels) plane[8*i +: 8] = atoms[i][first +: 8];
  endfunction

  // MERGE: an atom of a pixel, an element of it from each piece. These have BEAT_ATOMS atoms each.
  function automatic logic [ATOM_BITS-1:0] merged(input logic [SLOT_BITS-1:0] pixel);
    int i, channels, atom;
    logic [LSB_BITS-1:0] first;  // bit of the pixel in its atom of a piece
    merged = '0;
    channels = 32'(held.channels);
    first = LSB_BITS'(pixel) << (job.wide ? 4 : 3);
    atom = 32'(pixel) >> (job.wide ? CHANNEL_BITS - 1 : CHANNEL_BITS);
    if (job.wide) begin
      for (i = 0; i < ATOM_BYTES / 2; i++)
        if (i <= channels) merged[16*i +: 16] = atoms[BEAT_ATOMS*i + atom][first +: 16];
    end else
      for (i = 0; i < ATOM_BYTES; i++) if (i <= channels) merged[8*i +: 8] = atoms[BEAT_ATOMS*i + atom][first +: 8];
  endfunction

  // The next atoms of a feature cube. CONTRACT has put them in order.
  function automatic logic [BEAT_BITS-1:0] cube(input logic [WORD_BITS-1:0] number);
    int i;
    logic [SLOT_BITS-1:0] atom;
    for (i = 0; i < BEAT_ATOMS; i++) begin
      atom = SLOT_BITS'(number) * SLOT_BITS'(BEAT_ATOMS) + SLOT_BITS'(i);
      cube[ATOM_BITS*i +: ATOM_BITS] = job.merge ? merged(atom) : atoms[atom];
    end
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {filling, draining, out_valid} <= '0;
      held <= '0;
      pieces_left <= '0;
      {words_left, word} <= '0;
      {piece_slot, slot} <= '0;
      out_data <= '0;
    end else if (active) begin
      if (start) begin
        filling <= 1'b1;
        held <= part;
        pieces_left <= part.pieces;
        words_left <= part.piece_words;
        {piece_slot, slot} <= '0;
        word <= '0;
      end
      if (take) begin
        for (int i = 0; i < BEAT_ATOMS; i++)
          atoms[slot + SLOT_BITS'(i) * step] <= in_data[ATOM_BITS*i +: ATOM_BITS];
        if (words_left != '0) begin
          slot <= slot + SLOT_BITS'(BEAT_ATOMS) * step;
          words_left <= words_left - 1'b1;
        end else begin
          {piece_slot, slot} <= {2{piece_slot + piece_step}};
          words_left <= held.piece_words;
          pieces_left <= pieces_left - 1'b1;
          if (pieces_left == '0) {filling, draining} <= 2'b01;
        end
      end
      if (give) begin
        out_data <= job.split ? plane(word) : cube(word);
        word <= word + 1'b1;
        if (word == held.out_words) draining <= 1'b0;
      end
      if (room) out_valid <= give;
    end
endmodule
