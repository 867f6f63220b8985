// The bytes of an image's line that came in, a store for each plane, from which pixels are taken. Words come as
// nvdla_cdma_image_lines asks for them.
module nvdla_cdma_image_planes
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_cdma_image_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  input  image_job_t                  image,
  input  logic                        line_start,  // the next word begins a line; what is in the stores is no part of it
  // words
  input  logic                        in_valid,
  output logic                        in_ready,
  input  logic [BEAT_BITS-1:0]        in_data,
  // the next bytes
  output logic [STORE_COUNT_BITS-1:0] count_0,
  output logic [STORE_COUNT_BITS-1:0] count_1,
  output logic [ATOM_BITS-1:0]        bytes_0,
  output logic [ATOM_BITS-1:0]        bytes_1,
  input  logic                        take,
  input  logic [STORE_COUNT_BITS-1:0] taken_0,
  input  logic [STORE_COUNT_BITS-1:0] taken_1
);
  localparam int STORE_BITS = 8 * STORE_BYTES;

  logic [STORE_BITS-1:0]       store_0, store_1;
  logic [PLANE_ATOMS_BITS-1:0] left_0, left_1;    // atoms of the line that are to come
  logic [1:0]                  turn;              // the first plane, then twice the second
  logic                        begun_0, begun_1;  // the plane's first word is here
  wire two = image.format.two_planes;
  wire second = two && left_1 != '0 && (turn != 2'd0 || left_0 == '0);
  wire [PLANE_ATOMS_BITS-1:0] left = second ? left_1 : left_0;
  wire [PLANE_ATOMS_BITS-1:0] atoms = left < PLANE_ATOMS_BITS'(BEAT_ATOMS) ? left : PLANE_ATOMS_BITS'(BEAT_ATOMS);
  wire [ATOM_LSB-1:0] skipped = second ? (begun_1 ? '0 : image.offset_1) : begun_0 ? '0 : image.offset_0;
  wire [STORE_COUNT_BITS-1:0] count = second ? count_1 : count_0;
  wire [STORE_COUNT_BITS-1:0] added = (STORE_COUNT_BITS'(atoms) << ATOM_LSB) - STORE_COUNT_BITS'(skipped);
  wire come = in_valid && in_ready;
  wire come_0 = come && !second;
  wire come_1 = come && second;
  wire active = line_start || in_valid || take;

  assign in_ready = left != '0 && 32'(count) <= ATOM_BYTES;
  assign bytes_0 = ATOM_BITS'(store_0);
  assign bytes_1 = ATOM_BITS'(store_1);

  // What is left of a store, and behind it the bytes of a word.
  function automatic logic [STORE_BITS-1:0] joined(
    input logic [STORE_BITS-1:0]       store,
    input logic [STORE_COUNT_BITS-1:0] present,
    input logic [STORE_COUNT_BITS-1:0] gone,
    input logic [BEAT_BITS-1:0]        word
  );
    logic [STORE_BITS-1:0] kept;
    kept = ~({STORE_BITS{1'b1}} << {present - gone, 3'd0});
    joined = ((store >> {gone, 3'd0}) & kept) | (STORE_BITS'(word) << {present - gone, 3'd0});
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {store_0, store_1} <= '0;
      {count_0, count_1} <= '0;
      {left_0, left_1} <= '0;
      {turn, begun_0, begun_1} <= '0;
    end else if (active) begin
      if (line_start) begin
        left_0 <= image.atoms_0;
        left_1 <= two ? image.atoms_1 : '0;
        {count_0, count_1} <= '0;
        {turn, begun_0, begun_1} <= '0;
      end else begin
        if (come_0 || take) begin
          store_0 <= joined(store_0, count_0, take ? taken_0 : '0, come_0 ? in_data >> {skipped, 3'd0} : '0);
          count_0 <= count_0 - (take ? taken_0 : '0) + (come_0 ? added : '0);
        end
        if (come_1 || (take && two)) begin
          store_1 <= joined(store_1, count_1, take ? taken_1 : '0, come_1 ? in_data >> {skipped, 3'd0} : '0);
          count_1 <= count_1 - (take ? taken_1 : '0) + (come_1 ? added : '0);
        end
        if (come_0) {left_0, begun_0} <= {left_0 - atoms, 1'b1};
        if (come_1) {left_1, begun_1} <= {left_1 - atoms, 1'b1};
        if (come) turn <= turn == 2'd2 || !two ? 2'd0 : turn + 1'b1;
      end
    end
endmodule
