// The registers of GL: they are kept, and nothing looks at them.
module vipnano_gl
  import vipnano_link_pkg::*;
  import vipnano_gl_pkg::*;
(
  input  logic                           clk,
  input  logic                           reset_n,
  // the port
  input  logic                           gl_valid,
  input  logic                           req_write,
  input  logic [REGISTER_INDEX_BITS-1:0] req_word,
  input  logic [31:0]                    write_data,
  input  logic [31:0]                    write_bits,
  output logic [31:0]                    gl_data
);
  settings_t   settings;
  logic [31:0] held;

  wire [31:0] req_data = (held & ~write_bits) | (write_data & write_bits);

  always @*
    case (32'(req_word))
      FLUSH_CACHE: held = settings.flush_cache;
      NN_CONFIG: held = settings.nn_config;
      OCB_REMAP_START: held = settings.ocb_remap_start;
      OCB_REMAP_END: held = settings.ocb_remap_end;
      TP_CONFIG: held = settings.tp_config;
      UNKNOWN_3950: held = settings.unknown_3950;
      default: held = '0;
    endcase

  vipnano_gl_regs regs (.req_valid(gl_valid), .rsp_data(gl_data), .*);
endmodule
