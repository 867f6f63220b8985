// The handshake rule on all that a memory interface exchanges with units and with its port: a clocked process each, so
// only where debug_pkg::LINK_CHECKS is on.
module nvdla_memory_checks
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
(
  input  logic                                       clk,
  input  logic                                       reset_n,
  // units that read
  input  logic [READ_CLIENTS-1:0]                    read_req_valid,
  input  logic [READ_CLIENTS-1:0]                    read_req_ready,
  input  logic [READ_CLIENTS-1:0][ADDRESS_BITS-1:0]  read_req_address,
  input  logic [READ_CLIENTS-1:0][SIZE_BITS-1:0]     read_req_size,
  input  logic [READ_CLIENTS-1:0]                    read_data_valid,
  input  logic [READ_CLIENTS-1:0]                    read_data_ready,
  input  wire  [BEAT_BITS-1:0]                       read_data [0:READ_CLIENTS-1],
  // units that write
  input  logic [WRITE_CLIENTS-1:0]                   write_req_valid,
  input  logic [WRITE_CLIENTS-1:0]                   write_req_ready,
  input  logic [WRITE_CLIENTS-1:0][ADDRESS_BITS-1:0] write_req_address,
  input  logic [WRITE_CLIENTS-1:0][SIZE_BITS-1:0]    write_req_size,
  input  logic [WRITE_CLIENTS-1:0][1:0]              write_req_notify,
  input  logic [WRITE_CLIENTS-1:0]                   write_data_valid,
  input  logic [WRITE_CLIENTS-1:0]                   write_data_ready,
  input  wire  [BEAT_BITS-1:0]                       write_data [0:WRITE_CLIENTS-1],
  // the port
  input  logic                                       awvalid,
  input  logic                                       awready,
  input  logic [ID_BITS-1:0]                         awid,
  input  logic [LEN_BITS-1:0]                        awlen,
  input  logic [ADDRESS_BITS-1:0]                    awaddr,
  input  logic                                       wvalid,
  input  logic                                       wready,
  input  logic [BEAT_BITS-1:0]                       wdata,
  input  logic [BEAT_BYTES-1:0]                      wstrb,
  input  logic                                       wlast,
  input  logic                                       bvalid,
  input  logic                                       bready,
  input  logic [ID_BITS-1:0]                         bid,
  input  logic                                       arvalid,
  input  logic                                       arready,
  input  logic [ID_BITS-1:0]                         arid,
  input  logic [LEN_BITS-1:0]                        arlen,
  input  logic [ADDRESS_BITS-1:0]                    araddr,
  input  logic                                       rvalid,
  input  logic                                       rready,
  input  logic [ID_BITS-1:0]                         rid,
  input  logic [BEAT_BITS-1:0]                       rdata
);
  genvar unit;
  for (unit = 0; unit < READ_CLIENTS; unit++) begin : g_read
    link_check #(.WIDTH(ADDRESS_BITS + SIZE_BITS)) lines (
      .clk, .reset_n, .valid(read_req_valid[unit]), .ready(read_req_ready[unit]),
      .payload({read_req_address[unit], read_req_size[unit]})
    );
    link_check #(.WIDTH(BEAT_BITS)) words (
      .clk, .reset_n, .valid(read_data_valid[unit]), .ready(read_data_ready[unit]), .payload(read_data[unit])
    );
  end
  for (unit = 0; unit < WRITE_CLIENTS; unit++) begin : g_write
    link_check #(.WIDTH(2 + ADDRESS_BITS + SIZE_BITS)) lines (
      .clk, .reset_n, .valid(write_req_valid[unit]), .ready(write_req_ready[unit]),
      .payload({write_req_notify[unit], write_req_address[unit], write_req_size[unit]})
    );
    link_check #(.WIDTH(BEAT_BITS)) words (
      .clk, .reset_n, .valid(write_data_valid[unit]), .ready(write_data_ready[unit]), .payload(write_data[unit])
    );
  end
  link_check #(.WIDTH(ID_BITS + LEN_BITS + ADDRESS_BITS)) aw (
    .clk, .reset_n, .valid(awvalid), .ready(awready), .payload({awid, awlen, awaddr})
  );
  link_check #(.WIDTH(1 + BEAT_BYTES + BEAT_BITS)) w (
    .clk, .reset_n, .valid(wvalid), .ready(wready), .payload({wlast, wstrb, wdata})
  );
  link_check #(.WIDTH(ID_BITS)) b (.clk, .reset_n, .valid(bvalid), .ready(bready), .payload(bid));
  link_check #(.WIDTH(ID_BITS + LEN_BITS + ADDRESS_BITS)) ar (
    .clk, .reset_n, .valid(arvalid), .ready(arready), .payload({arid, arlen, araddr})
  );
  link_check #(.WIDTH(ID_BITS + BEAT_BITS)) r (
    .clk, .reset_n, .valid(rvalid), .ready(rready), .payload({rid, rdata})
  );
endmodule
