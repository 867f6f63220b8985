// The sizes of kernel groups of compressed weights (WGS), bytes each: keeps the atoms that came in, gives one size after
// another.
module nvdla_cdma_sizes
  import nvdla_memory_pkg::*;
  import nvdla_cdma_job_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // atoms
  output logic                    free,      // there is a place for one that is asked for
  input  logic                    asked,
  input  logic                    arrived,
  input  logic [ATOM_BITS-1:0]    atom,
  // the size of the next group
  output logic                    known,
  output logic [8*SIZE_BYTES-1:0] size,
  input  logic                    taken,
  input  logic                    last       // with `taken`: the layer has no more
);
  localparam int ATOMS_KEPT = 2;  // in `oldest` and `newest`
  localparam int SIZES = ATOM_BITS / (8 * SIZE_BYTES);
  localparam int INDEX_BITS = SIZES > 1 ? $clog2(SIZES) : 1;

  logic [1:0]            owed;   // atoms asked for and not given out
  logic [1:0]            here;   // of these
  logic [INDEX_BITS-1:0] index;  // of the next size in its atom
  logic [ATOM_BITS-1:0]  oldest, newest;
  wire atom_end = taken && (last || 32'(index) == SIZES - 1);
  wire active = asked || arrived || taken;

  assign free = 32'(owed) < ATOMS_KEPT;
  assign known = here != '0;

  always @* begin
    size = '0;
    if (known) size = (8*SIZE_BYTES)'(oldest >> (8 * SIZE_BYTES * 32'(index)));
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {owed, here} <= '0;
      index <= '0;
      {oldest, newest} <= '0;
    end else if (active) begin
      owed <= owed + 2'(asked) - 2'(atom_end);
      here <= here + 2'(arrived) - 2'(atom_end);
      if (arrived) newest <= atom;
      if (arrived && here == 2'(atom_end)) oldest <= atom;
      else if (atom_end) oldest <= newest;
      if (taken) index <= atom_end ? '0 : index + 1'b1;
    end
endmodule
