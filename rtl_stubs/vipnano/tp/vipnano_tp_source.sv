// The elements of a TP job: asks memory for segments ahead, as far as there is room to note them, takes a beat at a time,
// and makes of each byte what is to be written.
module vipnano_tp_source
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
  import vipnano_structures_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  tp_structure_t           structure,
  // the walk
  input  logic                    walks,
  input  logic                    segment_inside,
  input  logic [ADDRESS_BITS-1:0] segment_address,
  input  logic [16:0]             segment_length,
  output logic                    segment_taken,
  // the writer
  output logic [16:0]             elements,  // that follow one behind the other, at least
  output logic                    element_valid,
  input  logic                    element_ready,
  output logic [7:0]              element,
  // MEMORY
  output memory_request_t         tp_read,
  input  logic                    tp_ready,
  input  logic                    tp_beat_valid,
  output logic                    tp_beat_ready,
  input  logic [DATA_BITS-1:0]    read_data
);
  localparam int NOTES = 4;
  localparam int NOTE_BITS = $clog2(NOTES);

  // What is known of a segment that was asked for
  typedef struct packed {
    logic                    in_image;
    logic [ADDRESS_BITS-1:0] address;
    logic [16:0]             length;
  } note_t;
  localparam int SEGMENT_BITS = $bits(note_t);

  logic [SEGMENT_BITS-1:0] notes [0:NOTES-1];
  logic [NOTE_BITS-1:0]    first, next;
  logic [NOTE_BITS:0]      noted;
  logic [16:0]             done;  // elements of the first one
  logic                    held;  // a beat of it
  logic [DATA_BITS-1:0]    beat;
  note_t                   note;

  wire                   room = noted != (NOTE_BITS+1)'(NOTES);
  wire                   moves = element_valid && element_ready;
  wire                   note_ends = moves && elements == 17'd1;
  wire [OFFSET_BITS-1:0] offset = note.address[OFFSET_BITS-1:0] + OFFSET_BITS'(done);
  wire                   beat_ends = moves && note.in_image && (&offset || note_ends);
  wire                   takes = tp_beat_valid && tp_beat_ready;
  wire [7:0]             byte_in = beat[{offset, 3'b000} +: 8];
  wire signed [10:0]     value = (note.in_image ? 11'(byte_in) - 11'(structure.in_zero_point) : '0)
    + 11'(structure.out_zero_point);

  assign note = notes[first];
  assign tp_read = {walks && room && segment_inside, segment_address, LENGTH_BITS'(segment_length)};
  assign segment_taken = walks && room && (!segment_inside || tp_ready);

  assign elements = noted != '0 ? note.length - done : '0;
  assign element_valid = noted != '0 && (!note.in_image || held);
  assign element = value < 0 ? '0 : value > 11'sd255 ? 8'd255 : value[7:0];
  assign tp_beat_ready = !held || beat_ends;

  always_ff @(posedge clk)
    if (takes) beat <= read_data;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {first, next} <= '0;
      noted <= '0;
      done <= '0;
      held <= 1'b0;
    end else begin
      held <= takes || (held && !beat_ends);
      if (segment_taken) begin
        notes[next] <= {segment_inside, segment_address, segment_length};
        next <= next + 1'b1;
      end
      if (note_ends) first <= first + 1'b1;
      noted <= noted + (NOTE_BITS+1)'(segment_taken) - (NOTE_BITS+1)'(note_ends);
      if (moves) done <= note_ends ? '0 : done + 1'b1;
    end

  if (debug_pkg::TAPS) begin : g_taps
    given_t given;
    assign given = {note.address + ADDRESS_BITS'(done) - ADDRESS_BITS'(offset), beat};
    link_tap #(.NAME("tp_given"), .WIDTH(GIVEN_BITS)) given_tap (
      .valid(held), .ready(beat_ends), .payload(given), .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule
