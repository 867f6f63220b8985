// The pieces in which a line of an image is asked for. A line of one plane is one piece. Of two planes a word of the first
// and two words of the second take turns, about as many pixels each.
module nvdla_cdma_image_lines
  import nvdla_memory_pkg::*;
  import nvdla_cdma_image_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // the line
  input  logic                    ask,
  output logic                    asked,
  input  image_job_t              image,
  input  logic [ADDRESS_BITS-1:0] address_0,
  input  logic [ADDRESS_BITS-1:0] address_1,
  // its pieces
  output logic [ADDRESS_BITS-1:0] address,
  output logic [SIZE_BITS-1:0]    size,       // atoms, less one
  input  logic                    taken
);
  logic [PLANE_ATOMS_BITS-1:0] given_0, given_1;  // atoms asked for
  logic                        second;            // plane
  wire [PLANE_ATOMS_BITS-1:0] left_0 = image.atoms_0 - given_0;
  wire [PLANE_ATOMS_BITS-1:0] left_1 = image.atoms_1 - given_1;
  wire [PLANE_ATOMS_BITS-1:0] left = second ? left_1 : left_0;
  wire [PLANE_ATOMS_BITS-1:0] most =
    !image.format.two_planes ? left : PLANE_ATOMS_BITS'(second ? 2 * BEAT_ATOMS : BEAT_ATOMS);
  wire [PLANE_ATOMS_BITS-1:0] atoms = left < most ? left : most;
  wire plane_end = left == atoms;
  wire other_left = image.format.two_planes && (second ? left_0 != '0 : left_1 != '0);
  wire active = ask && taken;

  assign address = second ? address_1 + (ADDRESS_BITS'(given_1) << ATOM_LSB) :
    address_0 + (ADDRESS_BITS'(given_0) << ATOM_LSB);
  assign size = SIZE_BITS'(atoms) - 1'b1;
  assign asked = active && plane_end && !other_left;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {given_0, given_1} <= '0;
      second <= 1'b0;
    end else if (active) begin
      if (asked) {given_0, given_1} <= '0;
      else if (second) given_1 <= given_1 + atoms;
      else given_0 <= given_0 + atoms;
      second <= !asked && second != other_left;
    end
endmodule
