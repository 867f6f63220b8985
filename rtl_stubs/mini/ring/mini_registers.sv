// The registers behind AXI4-Lite: the port, what a write means before the register file takes it, and the file.
//
// Accesses are served one after the other, of a read and a write that both wait the read first; the next read is a cycle
// away, so that the write comes through. Bytes without a strobe stay what they are, some writes are ignored, and one of
// RING_SIZE is followed by one of TAIL.
module mini_registers
  import mini_config_pkg::*;
  import mini_link_pkg::*;
  import mini_ring_pkg::*;
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
  // RING
  output settings_t                        settings,
  output written_t                         written,
  input  status_t                          status,
  input  logic                             locked,  // the ring does not move
  output logic                             empties  // HEAD becomes 0, as TAIL does
);
  // Taken from the port and not yet served
  logic                 address_held, data_held, read_held;
  logic [WORD_BITS-1:0] write_word, read_word;
  logic [31:0]          write_data;
  logic [3:0]           strobe;

  logic [31:0]          held;    // what the register holds that is to be written
  logic [31:0]          merged;  // with the bytes that are written
  logic                 ignored;
  logic                 req_valid, req_write;
  logic [WORD_BITS-1:0] req_word;
  logic [31:0]          req_data;

  wire        reads = read_held && (!s_axil_rvalid || s_axil_rready) && !empties;
  wire        writes = address_held && data_held && (!s_axil_bvalid || s_axil_bready) && !empties && !reads;
  wire [31:0] bits = {{8{strobe[3]}}, {8{strobe[2]}}, {8{strobe[1]}}, {8{strobe[0]}}};
  wire [7:0]  last_index = settings.ring_size.last;
  wire        port_active = s_axil_awvalid || s_axil_wvalid || s_axil_arvalid || s_axil_bvalid || s_axil_rvalid;

  assign registers_awake = port_active || address_held || data_held || read_held || empties || written != '0;

  assign s_axil_awready = !address_held;
  assign s_axil_wready = !data_held;
  assign s_axil_arready = !read_held;
  assign {s_axil_bresp, s_axil_rresp} = '0;

  always @*
    case (32'(write_word))
      CONTROL: held = settings.control;
      RING_BASE_LOW: held = settings.ring_base_low;
      RING_BASE_HIGH: held = settings.ring_base_high;
      RING_SIZE: held = settings.ring_size;
      TAIL: held = settings.tail;
      INTR_MASK: held = settings.intr_mask;
      default: held = '0;
    endcase

  assign merged = (held & ~bits) | (write_data & bits);

  always @*
    case (32'(write_word))
      RING_BASE_LOW, RING_BASE_HIGH, RING_SIZE: ignored = locked;
      TAIL: ignored = merged[7:0] > last_index;
      default: ignored = 1'b0;
    endcase

  assign req_valid = empties || reads || (writes && !ignored);
  assign req_write = empties || writes;
  assign req_word = empties ? WORD_BITS'(TAIL) : writes ? write_word : read_word;
  assign req_data = empties ? '0 : merged;

  mini_ring_regs regs (.rsp_data(s_axil_rdata), .*);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {address_held, data_held, read_held, empties, s_axil_bvalid, s_axil_rvalid} <= '0;
      {write_word, read_word} <= '0;
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
      empties <= writes && !ignored && 32'(write_word) == RING_SIZE;
    end
endmodule
