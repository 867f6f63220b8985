// What units do alike with the elements of an atom and the channels of a cube.
package nvdla_atom_pkg;
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;

  localparam int CHANNEL_BITS = $clog2(ATOM_BYTES);  // a surface has at most one channel for each byte of an atom

  // A cube's last surface. Channels are less one, as registers have them.
  function automatic logic [CUBE_SIZE_BITS-1:0] last_surface_of(
    input logic [CUBE_SIZE_BITS-1:0] channel, input logic int8
  );
    last_surface_of = channel >> (int8 ? CHANNEL_BITS : CHANNEL_BITS - 1);
  endfunction

  // Of flags, one for each element, those that are set
  function automatic logic [31:0] ones_in(input logic [ATOM_BYTES-1:0] flags);
    int i;
    ones_in = '0;
    for (i = 0; i < ATOM_BYTES; i++) ones_in = ones_in + 32'(flags[i]);
  endfunction
endpackage
