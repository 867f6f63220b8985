// The registers of PS: states that put something into the queue. What it has no room for is ignored.
module vipnano_ps
  import vipnano_ps_pkg::*;
  import vipnano_link_pkg::entry_t;
  import vipnano_link_pkg::NN_JOB;
  import vipnano_link_pkg::TP_JOB;
  import vipnano_link_pkg::END_OF_SEQUENCE;
  import vipnano_link_pkg::REGISTER_INDEX_BITS;
(
  input  logic                           clk,
  input  logic                           reset_n,
  // the port
  input  logic                           ps_valid,
  input  logic                           req_write,
  input  logic [REGISTER_INDEX_BITS-1:0] req_word,
  input  logic [31:0]                    write_data,
  input  logic [31:0]                    write_bits,
  output logic [31:0]                    ps_data,
  // the queue
  input  logic                           full,
  output entry_t                         entry
);
  settings_t   settings;
  written_t    written;
  logic [31:0] held;

  wire        req_valid = ps_valid && !(req_write && full);
  wire [31:0] req_data = (held & ~write_bits) | (write_data & write_bits);

  always @*
    case (32'(req_word))
      NN_INST_ADDR: held = settings.nn_inst_addr;
      SEQUENCE_END: held = settings.sequence_end;
      TP_INST_ADDR: held = settings.tp_inst_addr;
      default: held = '0;
    endcase

  assign entry.valid = written != '0;
  assign entry.kind = written.nn_inst_addr ? NN_JOB : written.tp_inst_addr ? TP_JOB : END_OF_SEQUENCE;
  assign entry.value = written.nn_inst_addr ? settings.nn_inst_addr : written.tp_inst_addr ? settings.tp_inst_addr
    : settings.sequence_end;

  vipnano_ps_regs regs (.rsp_data(ps_data), .*);
endmodule
