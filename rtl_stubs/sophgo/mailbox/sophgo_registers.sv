// The registers behind AXI4-Lite: the port, what a write means before a register file takes it, and the three files.
//
// Accesses are served one after the other, of a read and a write that both wait the read first; the next read is a cycle
// away, so that the write comes through. Bytes without a strobe stay what they are, and a launch without room is ignored.
module sophgo_registers
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_mailbox_pkg::*;
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
  // MAILBOX
  output settings_t                        settings,
  output written_t                         written,
  input  status_t                          status,
  input  logic                             full,  // there is no room for a launch
  // TIU and GDMA
  input  logic [QUEUE_STATUS_BITS-1:0]     tiu_status,
  input  logic [QUEUE_STATUS_BITS-1:0]     gdma_status
);
  localparam int INDEX_BITS = 6;  // of a register in a block's window
  localparam int BLOCK_BITS = REGISTER_WORD_BITS - INDEX_BITS;
  localparam int WINDOW_BITS = INDEX_BITS + 2;  // of a byte in it
  localparam int MAILBOX_BLOCK = MAILBOX_BASE >> WINDOW_BITS;
  localparam int TIU_BLOCK = TIU_BASE >> WINDOW_BITS;
  localparam int GDMA_BLOCK = GDMA_BASE >> WINDOW_BITS;

  // Taken from the port and not yet served
  logic                          address_held, data_held, read_held;
  logic [REGISTER_WORD_BITS-1:0] write_word, read_word;
  logic [31:0]                   write_data;
  logic [3:0]                    strobe;

  logic [31:0]           held;  // what the register holds that is to be written
  logic                  ignored;
  logic                  req_valid, req_write;
  logic [INDEX_BITS-1:0] req_word;
  logic [31:0]           req_data;
  logic [BLOCK_BITS-1:0] block, answering;
  logic [31:0]           mailbox_data, tiu_data, gdma_data;

  wire        reads = read_held && (!s_axil_rvalid || s_axil_rready);
  wire        writes = address_held && data_held && (!s_axil_bvalid || s_axil_bready) && !reads;
  wire [31:0] bits = {{8{strobe[3]}}, {8{strobe[2]}}, {8{strobe[1]}}, {8{strobe[0]}}};
  wire        port_active = s_axil_awvalid || s_axil_wvalid || s_axil_arvalid || s_axil_bvalid || s_axil_rvalid;

  assign registers_awake = port_active || address_held || data_held || read_held || written != '0;

  assign s_axil_awready = !address_held;
  assign s_axil_wready = !data_held;
  assign s_axil_arready = !read_held;
  assign {s_axil_bresp, s_axil_rresp} = '0;

  always @*
    case (32'(write_word))
      TABLE_LOW: held = settings.table_low;
      TABLE_HIGH: held = settings.table_high;
      TABLE_SIZE: held = settings.table_size;
      LAUNCH: held = settings.launch;
      INTR_MASK: held = settings.intr_mask;
      default: held = '0;
    endcase

  assign ignored = 32'(write_word) == LAUNCH && full;
  assign req_valid = reads || (writes && !ignored);
  assign req_write = writes;
  assign {block, req_word} = writes ? write_word : read_word;
  assign req_data = (held & ~bits) | (write_data & bits);

  wire mailbox_valid = req_valid && 32'(block) == MAILBOX_BLOCK;
  wire tiu_valid = req_valid && 32'(block) == TIU_BLOCK;
  wire gdma_valid = req_valid && 32'(block) == GDMA_BLOCK;

  sophgo_mailbox_regs mailbox_regs (.req_valid(mailbox_valid), .rsp_data(mailbox_data), .*);
  sophgo_tiu_regs tiu_regs (.req_valid(tiu_valid), .status(tiu_status), .rsp_data(tiu_data), .*);
  sophgo_tiu_regs gdma_regs (.req_valid(gdma_valid), .status(gdma_status), .rsp_data(gdma_data), .*);

  always @*
    case (32'(answering))
      MAILBOX_BLOCK: s_axil_rdata = mailbox_data;
      TIU_BLOCK: s_axil_rdata = tiu_data;
      GDMA_BLOCK: s_axil_rdata = gdma_data;
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
