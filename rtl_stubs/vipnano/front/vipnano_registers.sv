// The AXI4-Lite port of the registers. Accesses are served one after the other, of a read and a write that both wait the
// read first; the next read is a cycle away, so that the write comes through.
module vipnano_registers
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
(
  input  logic                             clk,
  input  logic                             reset_n,
  output logic                             registers_awake,  // a register may change at the next edge
  // the port
  input  logic                             s_axil_awvalid,
  output logic                             s_axil_awready,
  input  logic [REGISTER_ADDRESS_BITS-1:0] s_axil_awaddr,
  input  logic                             s_axil_wvalid,
  output logic                             s_axil_wready,
  input  logic [31:0]                      s_axil_wdata,
  input  logic [3:0]                       s_axil_wstrb,
  output logic                             s_axil_bvalid,
  input  logic                             s_axil_bready,
  output logic [1:0]                       s_axil_bresp,
  input  logic                             s_axil_arvalid,
  output logic                             s_axil_arready,
  input  logic [REGISTER_ADDRESS_BITS-1:0] s_axil_araddr,
  output logic                             s_axil_rvalid,
  input  logic                             s_axil_rready,
  output logic [31:0]                      s_axil_rdata,
  output logic [1:0]                       s_axil_rresp,
  // the blocks: a request, whose answer comes in the next cycle
  output logic                             host_valid,
  output logic                             ps_valid,
  output logic                             gl_valid,
  output logic                             req_write,
  output logic [REGISTER_INDEX_BITS-1:0]   req_word,
  output logic [31:0]                      write_data,
  output logic [31:0]                      write_bits,  // that are written
  input  logic [31:0]                      host_data,
  input  logic [31:0]                      ps_data,
  input  logic [31:0]                      gl_data,
  input  logic                             written_awake  // what was written has not yet come through
);
  localparam int BLOCK_BITS = REGISTER_WORD_BITS - REGISTER_INDEX_BITS;
  localparam int WINDOW_BITS = REGISTER_INDEX_BITS + 2;  // of a byte in a block's window
  localparam int HOST_BLOCK = HOST_BASE >> WINDOW_BITS;
  localparam int PS_BLOCK = PS_BASE >> WINDOW_BITS;
  localparam int GL_BLOCK = GL_BASE >> WINDOW_BITS;

  // Taken from the port and not yet served
  logic                          address_held, data_held, read_held;
  logic [REGISTER_WORD_BITS-1:0] write_word, read_word;
  logic [3:0]                    strobe;
  logic [BLOCK_BITS-1:0]         block, answering;

  wire        reads = read_held && (!s_axil_rvalid || s_axil_rready);
  wire        writes = address_held && data_held && (!s_axil_bvalid || s_axil_bready) && !reads;
  wire        requests = reads || writes;
  wire        port_active = s_axil_awvalid || s_axil_wvalid || s_axil_arvalid || s_axil_bvalid || s_axil_rvalid;

  assign registers_awake = port_active || address_held || data_held || read_held || written_awake;

  assign s_axil_awready = !address_held;
  assign s_axil_wready = !data_held;
  assign s_axil_arready = !read_held;
  assign {s_axil_bresp, s_axil_rresp} = '0;

  assign req_write = writes;
  assign {block, req_word} = writes ? write_word : read_word;
  assign write_bits = {{8{strobe[3]}}, {8{strobe[2]}}, {8{strobe[1]}}, {8{strobe[0]}}};
  assign host_valid = requests && 32'(block) == HOST_BLOCK;
  assign ps_valid = requests && 32'(block) == PS_BLOCK;
  assign gl_valid = requests && 32'(block) == GL_BLOCK;

  always @*
    case (32'(answering))
      HOST_BLOCK: s_axil_rdata = host_data;
      PS_BLOCK: s_axil_rdata = ps_data;
      GL_BLOCK: s_axil_rdata = gl_data;
      default: s_axil_rdata = '0;
    endcase

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {address_held, data_held, read_held, s_axil_bvalid, s_axil_rvalid} <= '0;
      {write_word, read_word} <= '0;
      answering <= '0;
      write_data <= '0;
      strobe <= '0;
    end else begin
      if (s_axil_awvalid && s_axil_awready) write_word <= s_axil_awaddr[REGISTER_ADDRESS_BITS-1:2];
      if (s_axil_wvalid && s_axil_wready) {strobe, write_data} <= {s_axil_wstrb, s_axil_wdata};
      if (s_axil_arvalid && s_axil_arready) read_word <= s_axil_araddr[REGISTER_ADDRESS_BITS-1:2];
      address_held <= (address_held || s_axil_awvalid) && !writes;
      data_held <= (data_held || s_axil_wvalid) && !writes;
      read_held <= (read_held || s_axil_arvalid) && !reads;
      s_axil_bvalid <= writes || (s_axil_bvalid && !s_axil_bready);
      s_axil_rvalid <= reads || (s_axil_rvalid && !s_axil_rready);
      if (reads) answering <= block;
    end
endmodule
