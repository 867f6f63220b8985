// The memory interfaces, one for each port: MCIF to the DBB, CVIF to the CVSRAM. To the units each signal that exists once
// for each port is indexed by unit and port; address, size and write data are the same for all, as a unit asks one of
// them at a time.
module nvdla_memories
  import nvdla_config_pkg::CVSRAM_BURST_BOUNDARY_BYTES;
  import nvdla_config_pkg::CVSRAM_MAX_BURST_BEATS;
  import nvdla_config_pkg::CVSRAM_WRITE_ALIGN_BYTES;
  import nvdla_config_pkg::DBB_BURST_BOUNDARY_BYTES;
  import nvdla_config_pkg::DBB_MAX_BURST_BEATS;
  import nvdla_config_pkg::DBB_WRITE_ALIGN_BYTES;
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
(
  input  logic                                       clk,
  input  logic                                       reset_n,
  input  logic                                       keep_running,  // all clocks
  // CSB, by port
  input  logic [MEMORIES-1:0]                        req_valid,
  input  logic                                       req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0]        req_word,
  input  logic [31:0]                                req_data,
  output logic [MEMORIES-1:0][31:0]                  rsp_data,
  // units that read
  input  logic [READ_CLIENTS-1:0][MEMORIES-1:0]               read_req_valid,
  output logic [READ_CLIENTS-1:0][MEMORIES-1:0]               read_req_ready,
  input  logic [READ_CLIENTS-1:0][ADDRESS_BITS-1:0]  read_req_address,
  input  logic [READ_CLIENTS-1:0][SIZE_BITS-1:0]     read_req_size,
  output logic [READ_CLIENTS-1:0][MEMORIES-1:0]               read_data_valid,
  input  logic [READ_CLIENTS-1:0][MEMORIES-1:0]               read_data_ready,
  output wire  [BEAT_BITS-1:0]                       read_data [0:READ_CLIENTS*DATA_PORTS-1],  // by unit, then by port
  // units that write
  input  logic [WRITE_CLIENTS-1:0][MEMORIES-1:0]              write_req_valid,
  output logic [WRITE_CLIENTS-1:0][MEMORIES-1:0]              write_req_ready,
  input  logic [WRITE_CLIENTS-1:0][ADDRESS_BITS-1:0] write_req_address,
  input  logic [WRITE_CLIENTS-1:0][SIZE_BITS-1:0]    write_req_size,
  input  logic [WRITE_CLIENTS-1:0][1:0]              write_req_notify,
  input  logic [WRITE_CLIENTS-1:0][MEMORIES-1:0]              write_data_valid,
  output logic [WRITE_CLIENTS-1:0][MEMORIES-1:0]              write_data_ready,
  input  wire  [BEAT_BITS-1:0]                       write_data [0:WRITE_CLIENTS-1],
  output logic [WRITE_CLIENTS-1:0][MEMORIES-1:0][1:0] write_done,
  // AXI, by port
  output logic [MEMORIES-1:0]                                 awvalid,
  input  logic [MEMORIES-1:0]                                 awready,
  output logic [MEMORIES-1:0][ID_BITS-1:0]                    awid,
  output logic [MEMORIES-1:0][LEN_BITS-1:0]                   awlen,
  output logic [MEMORIES-1:0][ADDRESS_BITS-1:0]               awaddr,
  output logic [MEMORIES-1:0]                                 wvalid,
  input  logic [MEMORIES-1:0]                                 wready,
  output wire  [BEAT_BITS-1:0]                       wdata [0:DATA_PORTS-1],
  output logic [MEMORIES-1:0][BEAT_BYTES-1:0]                 wstrb,
  output logic [MEMORIES-1:0]                                 wlast,
  input  logic [MEMORIES-1:0]                                 bvalid,
  output logic [MEMORIES-1:0]                                 bready,
  input  logic [MEMORIES-1:0][ID_BITS-1:0]                    bid,
  output logic [MEMORIES-1:0]                                 arvalid,
  input  logic [MEMORIES-1:0]                                 arready,
  output logic [MEMORIES-1:0][ID_BITS-1:0]                    arid,
  output logic [MEMORIES-1:0][LEN_BITS-1:0]                   arlen,
  output logic [MEMORIES-1:0][ADDRESS_BITS-1:0]               araddr,
  input  logic [MEMORIES-1:0]                                 rvalid,
  output logic [MEMORIES-1:0]                                 rready,
  input  logic [MEMORIES-1:0][ID_BITS-1:0]                    rid,
  input  wire  [BEAT_BITS-1:0]                       rdata [0:DATA_PORTS-1]
);
  genvar ram, unit;

  // +links_wait=<seed>
  localparam int HELD_LINKS = 2 * (READ_CLIENTS + WRITE_CLIENTS);  // of a port
  localparam int FIRST_HELD = 64;                                  // behind those between units
  wire         hold_clk;
  logic        hold_begun;
  logic [31:0] hold_seed;
  link_hold_pace hold_pace (.*);

  for (ram = MEMORIES; ram < DATA_PORTS; ram++) begin : g_no_ram
    assign wdata[ram] = '0;
    for (unit = 0; unit < READ_CLIENTS; unit++) begin : g_no_read
      assign read_data[unit*DATA_PORTS+ram] = '0;
    end
  end

  for (ram = 0; ram < MEMORIES; ram++) begin : g_ram
    logic [READ_CLIENTS-1:0]       r_req_valid, r_req_ready, r_data_valid, r_data_ready;
    wire  [BEAT_BITS-1:0]          r_data [0:READ_CLIENTS-1];
    logic [WRITE_CLIENTS-1:0]      w_req_valid, w_req_ready, w_data_valid, w_data_ready;
    logic [WRITE_CLIENTS-1:0][1:0] w_done;

    for (unit = 0; unit < READ_CLIENTS; unit++) begin : g_read
      localparam int NUMBER = FIRST_HELD + ram * HELD_LINKS + 2 * unit;
      link_hold #(.NUMBER(NUMBER)) lines_hold (
        .given_valid(read_req_valid[unit][ram]), .given_ready(read_req_ready[unit][ram]),
        .taken_valid(r_req_valid[unit]), .taken_ready(r_req_ready[unit]), .*
      );
      link_hold #(.NUMBER(NUMBER + 1)) words_hold (
        .given_valid(r_data_valid[unit]), .given_ready(r_data_ready[unit]),
        .taken_valid(read_data_valid[unit][ram]), .taken_ready(read_data_ready[unit][ram]), .*
      );
      assign read_data[unit*DATA_PORTS+ram] = r_data[unit];
    end

    for (unit = 0; unit < WRITE_CLIENTS; unit++) begin : g_write
      localparam int NUMBER = FIRST_HELD + ram * HELD_LINKS + 2 * (READ_CLIENTS + unit);
      link_hold #(.NUMBER(NUMBER)) lines_hold (
        .given_valid(write_req_valid[unit][ram]), .given_ready(write_req_ready[unit][ram]),
        .taken_valid(w_req_valid[unit]), .taken_ready(w_req_ready[unit]), .*
      );
      link_hold #(.NUMBER(NUMBER + 1)) words_hold (
        .given_valid(write_data_valid[unit][ram]), .given_ready(write_data_ready[unit][ram]),
        .taken_valid(w_data_valid[unit]), .taken_ready(w_data_ready[unit]), .*
      );
      assign write_done[unit][ram] = w_done[unit];
    end

    nvdla_memory_interface #(
      .MAX_BURST_BEATS(ram == RAM_DBB ? DBB_MAX_BURST_BEATS : CVSRAM_MAX_BURST_BEATS),
      .BURST_BOUNDARY_BYTES(ram == RAM_DBB ? DBB_BURST_BOUNDARY_BYTES : CVSRAM_BURST_BOUNDARY_BYTES),
      .WRITE_ALIGN_BYTES(ram == RAM_DBB ? DBB_WRITE_ALIGN_BYTES : CVSRAM_WRITE_ALIGN_BYTES)
    ) memory_interface (
      .clk,
      .reset_n,
      .keep_running,
      .req_valid(req_valid[ram]),
      .req_write,
      .req_word,
      .req_data,
      .rsp_data(rsp_data[ram]),
      .read_req_valid(r_req_valid),
      .read_req_ready(r_req_ready),
      .read_req_address,
      .read_req_size,
      .read_data_valid(r_data_valid),
      .read_data_ready(r_data_ready),
      .read_data(r_data),
      .write_req_valid(w_req_valid),
      .write_req_ready(w_req_ready),
      .write_req_address,
      .write_req_size,
      .write_req_notify,
      .write_data_valid(w_data_valid),
      .write_data_ready(w_data_ready),
      .write_data,
      .write_done(w_done),
      .awvalid(awvalid[ram]),
      .awready(awready[ram]),
      .awid(awid[ram]),
      .awlen(awlen[ram]),
      .awaddr(awaddr[ram]),
      .wvalid(wvalid[ram]),
      .wready(wready[ram]),
      .wdata(wdata[ram]),
      .wstrb(wstrb[ram]),
      .wlast(wlast[ram]),
      .bvalid(bvalid[ram]),
      .bready(bready[ram]),
      .bid(bid[ram]),
      .arvalid(arvalid[ram]),
      .arready(arready[ram]),
      .arid(arid[ram]),
      .arlen(arlen[ram]),
      .araddr(araddr[ram]),
      .rvalid(rvalid[ram]),
      .rready(rready[ram]),
      .rid(rid[ram]),
      .rdata(rdata[ram])
    );

    if (debug_pkg::TAPS) begin : g_taps
      nvdla_memory_taps #(.RAM(ram)) taps (
        .read_req_valid(r_req_valid),
        .read_req_ready(r_req_ready),
        .read_data_valid(r_data_valid),
        .read_data_ready(r_data_ready),
        .read_data(r_data),
        .write_req_valid(w_req_valid),
        .write_req_ready(w_req_ready),
        .write_data_valid(w_data_valid),
        .write_data_ready(w_data_ready),
        .write_done(w_done),
        .*
      );
    end
  end
endmodule
