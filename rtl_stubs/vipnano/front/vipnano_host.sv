// The registers of HOST: what software learns of the queue, and events.
module vipnano_host
  import vipnano_link_pkg::*;
  import vipnano_host_pkg::*;
(
  input  logic                           clk,
  input  logic                           reset_n,
  output logic                           irq,
  output logic                           host_awake,  // a write has not yet come through
  // the port
  input  logic                           host_valid,
  input  logic                           req_write,
  input  logic [REGISTER_INDEX_BITS-1:0] req_word,
  input  logic [31:0]                    write_data,
  input  logic [31:0]                    write_bits,
  output logic [31:0]                    host_data,
  // the queue
  input  logic                           busy,
  input  logic [4:0]                     free,
  input  logic [15:0]                    ended,
  input  logic [31:0]                    raised
);
  settings_t   settings;
  written_t    written;
  status_t     status;
  logic [31:0] events, held;

  wire [31:0] acknowledged = written.intr_status ? settings.intr_status : '0;
  wire [31:0] req_data = (held & ~write_bits) | (write_data & write_bits);

  assign held = 32'(req_word) == INTR_MASK ? settings.intr_mask : '0;
  assign status.status = 32'(busy);
  assign status.slots = 32'(free);
  assign status.ended = 32'(ended);
  assign status.intr_status = events;
  assign irq = (events & ~settings.intr_mask) != '0;
  assign host_awake = written != '0;

  vipnano_host_regs regs (.req_valid(host_valid), .rsp_data(host_data), .*);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) events <= '0;
    else events <= (events & ~acknowledged) | raised;
endmodule
