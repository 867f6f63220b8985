// A standard AXI4 memory port whose master is in Python: what that drives goes through.

`timescale 1ns / 1ps

module axi4_pins #(
    parameter integer DATA_BYTES = `AXI_DATA_BYTES,
    parameter integer ID_BITS = `AXI_ID_BITS  // of the master; the port may lack ids
) (
    input  wire clk,
    input  wire rst_n,

    input  wire s_axi_awvalid,
    output wire s_axi_awready,
    input  wire [ID_BITS-1:0] s_axi_awid,
    input  wire [7:0] s_axi_awlen,
    input  wire [31:0] s_axi_awaddr,
    input  wire [2:0] s_axi_awsize,
    input  wire [1:0] s_axi_awburst,
    input  wire s_axi_awlock,
    input  wire s_axi_wvalid,
    output wire s_axi_wready,
    input  wire [8*DATA_BYTES-1:0] s_axi_wdata,
    input  wire [DATA_BYTES-1:0] s_axi_wstrb,
    input  wire s_axi_wlast,
    output wire s_axi_bvalid,
    input  wire s_axi_bready,
    output wire [ID_BITS-1:0] s_axi_bid,
    output wire [1:0] s_axi_bresp,
    input  wire s_axi_arvalid,
    output wire s_axi_arready,
    input  wire [ID_BITS-1:0] s_axi_arid,
    input  wire [7:0] s_axi_arlen,
    input  wire [31:0] s_axi_araddr,
    input  wire [2:0] s_axi_arsize,
    input  wire [1:0] s_axi_arburst,
    input  wire s_axi_arlock,
    output wire s_axi_rvalid,
    input  wire s_axi_rready,
    output wire [ID_BITS-1:0] s_axi_rid,
    output wire s_axi_rlast,
    output wire [8*DATA_BYTES-1:0] s_axi_rdata,
    output wire [1:0] s_axi_rresp,

`ifndef AXI_NO_WRITES
`ifndef AXI_NO_IDS
    output wire [ID_BITS-1:0] m_axi_awid,
    input  wire [ID_BITS-1:0] m_axi_bid,
`endif
    output wire m_axi_awvalid,
    input  wire m_axi_awready,
    output wire [31:0] m_axi_awaddr,
`ifndef AXI_NO_BURSTS
    output wire [7:0] m_axi_awlen,
    output wire [2:0] m_axi_awsize,
    output wire [1:0] m_axi_awburst,
    output wire m_axi_awlock,
`endif
    output wire m_axi_wvalid,
    input  wire m_axi_wready,
    output wire [8*DATA_BYTES-1:0] m_axi_wdata,
    output wire [DATA_BYTES-1:0] m_axi_wstrb,
`ifndef AXI_NO_BURSTS
    output wire m_axi_wlast,
`endif
    input  wire m_axi_bvalid,
    output wire m_axi_bready,
    input  wire [1:0] m_axi_bresp
`endif
`ifndef AXI_NO_WRITES
`ifndef AXI_NO_READS
    ,
`endif
`endif
`ifndef AXI_NO_READS
`ifndef AXI_NO_IDS
    output wire [ID_BITS-1:0] m_axi_arid,
    input  wire [ID_BITS-1:0] m_axi_rid,
`endif
    output wire m_axi_arvalid,
    input  wire m_axi_arready,
    output wire [31:0] m_axi_araddr,
`ifndef AXI_NO_BURSTS
    output wire [7:0] m_axi_arlen,
    output wire [2:0] m_axi_arsize,
    output wire [1:0] m_axi_arburst,
    output wire m_axi_arlock,
`endif
    input  wire m_axi_rvalid,
    output wire m_axi_rready,
`ifndef AXI_NO_BURSTS
    input  wire m_axi_rlast,
`endif
    input  wire [8*DATA_BYTES-1:0] m_axi_rdata,
    input  wire [1:0] m_axi_rresp
`endif
);
`ifndef AXI_NO_WRITES
  assign m_axi_awvalid = s_axi_awvalid;
  assign s_axi_awready = m_axi_awready;
  assign m_axi_awaddr = s_axi_awaddr;
`ifndef AXI_NO_BURSTS
  assign m_axi_awlen = s_axi_awlen;
  assign m_axi_awsize = s_axi_awsize;
  assign m_axi_awburst = s_axi_awburst;
  assign m_axi_awlock = s_axi_awlock;
`endif
  assign m_axi_wvalid = s_axi_wvalid;
  assign s_axi_wready = m_axi_wready;
  assign m_axi_wdata = s_axi_wdata;
  assign m_axi_wstrb = s_axi_wstrb;
`ifndef AXI_NO_BURSTS
  assign m_axi_wlast = s_axi_wlast;
`endif
  assign s_axi_bvalid = m_axi_bvalid;
  assign m_axi_bready = s_axi_bready;
  assign s_axi_bresp = m_axi_bresp;
`ifdef AXI_NO_IDS
  assign s_axi_bid = 0;
`else
  assign m_axi_awid = s_axi_awid;
  assign s_axi_bid = m_axi_bid;
`endif
`endif
`ifndef AXI_NO_READS
  assign m_axi_arvalid = s_axi_arvalid;
  assign s_axi_arready = m_axi_arready;
  assign m_axi_araddr = s_axi_araddr;
`ifndef AXI_NO_BURSTS
  assign m_axi_arlen = s_axi_arlen;
  assign m_axi_arsize = s_axi_arsize;
  assign m_axi_arburst = s_axi_arburst;
  assign m_axi_arlock = s_axi_arlock;
`endif
  assign s_axi_rvalid = m_axi_rvalid;
  assign m_axi_rready = s_axi_rready;
`ifdef AXI_NO_BURSTS
  assign s_axi_rlast = 1'b1;
`else
  assign s_axi_rlast = m_axi_rlast;
`endif
  assign s_axi_rdata = m_axi_rdata;
  assign s_axi_rresp = m_axi_rresp;
`ifdef AXI_NO_IDS
  assign s_axi_rid = 0;
`else
  assign m_axi_arid = s_axi_arid;
  assign s_axi_rid = m_axi_rid;
`endif
`endif
endmodule
