// The memories of the chip: lanes, static memory and L2, the GDMA's way to them, and what lanes give each other.
module sophgo_chip
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_number_pkg::*;
  import sophgo_step_pkg::*;
  import sophgo_gdma_pkg::*;
(
  input  logic             clk,
  input  logic             reset_n,        // these two for taps
  input  logic             tiu_word_done,
  // the TIU
  input  setup_t           setup,
  input  step_t            step,
  input  logic [LANES-1:0] step_lanes,
  // the GDMA
  input  chip_access_t     chip_read,
  output logic [31:0]      chip_value,
  input  chip_access_t     chip_write,
  input  logic [LANES-1:0] chip_lanes  // that may be written
);
  localparam int LOW = $clog2(LANE_BYTES);

  logic [32*LANES-1:0]   a, read_words;
  logic [SLICE_BITS-1:0] slice;
  logic [31:0]           static_value, l2_value, given;
  logic [LANES-1:0]      writes, active, further;

  wire [LANE_BITS-1:0] read_lane = chip_read.place[LOW +: LANE_BITS];
  wire [31:0]          read_word = read_words[32*read_lane +: 32];
  wire                 dots = step.valid && step.kind == DOT;

  assign active = step.valid ? step_lanes : '0;
  assign further = dots ? ~({LANES{1'b1}} << step.from) : '0;
  assign given = a[32*step.from +: 32];
  assign writes =
    chip_write.valid && chip_write.memory == LOCAL ? chip_lanes & LANES'(1) << chip_write.place[LOW +: LANE_BITS] : '0;

  // The bytes of as many channels as there are lanes, in their order
  always @* begin
    slice = '0;
    if (dots)
      for (int i = 0; i < LANES; i++)
        if (i < 32'(step.channels))
          slice[8*i +: 8] = step.inserted ? '0 : step.padded ? setup.pad[7:0] : a[32*((i + 32'(step.from)) % LANES) +: 8];
  end

  always @*
    case (chip_read.memory)
      STATIC: chip_value = static_value;
      L2: chip_value = l2_value;
      default: chip_value = element_in(read_word, chip_read.place[1:0], chip_read.size);
    endcase

  for (genvar i = 0; i < LANES; i++) begin : g_lanes
    // Without taps lanes are alike, so that a simulator compiles one for all.
    sophgo_lane #(.NUMBER(debug_pkg::TAPS ? i : 0)) lane (
      .active(active[i]), .further(further[i]), .a(a[32*i +: 32]), .read_place(chip_read.place[LOW-1:0]),
      .read_word(read_words[32*i +: 32]), .writes(writes[i]), .write_place(chip_write.place[LOW-1:0]),
      .write_size(chip_write.size), .write_value(chip_write.value), .*
    );
  end

  sophgo_store #(.MEMORY(STATIC), .BYTES(STATIC_BYTES)) static_memory (.value(static_value), .*);
  sophgo_store #(.MEMORY(L2), .BYTES(L2_BYTES)) l2_memory (.value(l2_value), .*);
endmodule
