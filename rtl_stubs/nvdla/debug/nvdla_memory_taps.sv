// Taps on all that a memory interface exchanges with units, for debug_pkg::TAPS: what comes out of it, or goes to its
// port, is told by what goes in. A unit's number stands in the taps' names, counted on over the ports.
module nvdla_memory_taps
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
#(
  parameter int RAM = 0
) (
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
  input  logic [WRITE_CLIENTS-1:0][1:0]              write_done
);
  localparam int LINE_BITS = ADDRESS_BITS + SIZE_BITS;
  genvar unit;

  for (unit = 0; unit < READ_CLIENTS; unit++) begin : g_read
    localparam int NUMBER = RAM * READ_CLIENTS + unit;
    link_tap #(.NAME("memory_read_lines"), .WIDTH(LINE_BITS), .NUMBER(NUMBER)) lines (
      .clk, .reset_n, .valid(read_req_valid[unit]), .ready(read_req_ready[unit]),
      .payload({read_req_address[unit], read_req_size[unit]}), .group(1'b0), .layer_done(1'b0)
    );
    link_tap #(.NAME("memory_read_words"), .WIDTH(BEAT_BITS), .NUMBER(NUMBER)) words (
      .clk, .reset_n, .valid(read_data_valid[unit]), .ready(read_data_ready[unit]), .payload(read_data[unit]),
      .group(1'b0), .layer_done(1'b0)
    );
  end
  for (unit = 0; unit < WRITE_CLIENTS; unit++) begin : g_write
    localparam int NUMBER = RAM * WRITE_CLIENTS + unit;
    link_tap #(.NAME("memory_write_lines"), .WIDTH(2 + LINE_BITS), .NUMBER(NUMBER)) lines (
      .clk, .reset_n, .valid(write_req_valid[unit]), .ready(write_req_ready[unit]),
      .payload({write_req_notify[unit], write_req_address[unit], write_req_size[unit]}),
      .group(1'b0), .layer_done(1'b0)
    );
    link_tap #(.NAME("memory_write_words"), .WIDTH(BEAT_BITS), .NUMBER(NUMBER)) words (
      .clk, .reset_n, .valid(write_data_valid[unit]), .ready(write_data_ready[unit]), .payload(write_data[unit]),
      .group(1'b0), .layer_done(1'b0)
    );
    link_tap #(.NAME("memory_write_done"), .WIDTH(2), .NUMBER(NUMBER)) dones (
      .clk, .reset_n, .valid(write_done[unit] != '0), .ready(1'b1), .payload(write_done[unit]),
      .group(1'b0), .layer_done(1'b0)
    );
  end
endmodule
