// A memory interface, that of the DBB, whose streams all belong to a test: those of BDMA as a unit, and the port.
module memory_top
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    read_line_valid,
  output logic                    read_line_ready,
  input  logic [ADDRESS_BITS-1:0] read_line_address,
  input  logic [SIZE_BITS-1:0]    read_line_size,
  output logic                    read_word_valid,
  input  logic                    read_word_ready,
  output wire  [BEAT_BITS-1:0]    read_word,
  input  logic                    write_line_valid,
  output logic                    write_line_ready,
  input  logic [ADDRESS_BITS-1:0] write_line_address,
  input  logic [SIZE_BITS-1:0]    write_line_size,
  input  logic                    write_word_valid,
  output logic                    write_word_ready,
  input  logic [BEAT_BITS-1:0]    write_word,
  output logic                    awvalid,
  input  logic                    awready,
  output logic [ID_BITS-1:0]      awid,
  output logic [LEN_BITS-1:0]     awlen,
  output logic [ADDRESS_BITS-1:0] awaddr,
  output logic                    wvalid,
  input  logic                    wready,
  output logic [BEAT_BITS-1:0]    wdata,
  output logic [BEAT_BYTES-1:0]   wstrb,
  output logic                    wlast,
  input  logic                    bvalid,
  output logic                    bready,
  input  logic [ID_BITS-1:0]      bid,
  output logic                    arvalid,
  input  logic                    arready,
  output logic [ID_BITS-1:0]      arid,
  output logic [LEN_BITS-1:0]     arlen,
  output logic [ADDRESS_BITS-1:0] araddr,
  input  logic                    rvalid,
  output logic                    rready,
  input  logic [ID_BITS-1:0]      rid,
  input  logic [BEAT_BITS-1:0]    rdata,
  output logic [31:0]             fired,
  output logic [check_pkg::NAME_BITS-1:0] last_name
);
  assign fired = check_pkg::fired;
  assign last_name = check_pkg::last_name;

  logic [READ_CLIENTS-1:0]  read_line_valids, read_line_readies, read_word_valids, read_word_readies;
  logic [WRITE_CLIENTS-1:0] write_line_valids, write_line_readies, write_word_valids, write_word_readies;
  wire  [BEAT_BITS-1:0]     read_words [0:READ_CLIENTS-1];
  wire  [BEAT_BITS-1:0]     write_words [0:WRITE_CLIENTS-1];

  assign read_line_ready = read_line_readies[READ_BDMA];
  assign read_word_valid = read_word_valids[READ_BDMA];
  assign read_word = read_words[READ_BDMA];
  assign write_line_ready = write_line_readies[WRITE_BDMA];
  assign write_word_ready = write_word_readies[WRITE_BDMA];

  genvar unit;
  for (unit = 0; unit < READ_CLIENTS; unit++) begin : g_read
    assign read_line_valids[unit] = unit == READ_BDMA && read_line_valid;
    assign read_word_readies[unit] = unit == READ_BDMA && read_word_ready;
  end
  for (unit = 0; unit < WRITE_CLIENTS; unit++) begin : g_write
    assign write_line_valids[unit] = unit == WRITE_BDMA && write_line_valid;
    assign write_word_valids[unit] = unit == WRITE_BDMA && write_word_valid;
    assign write_words[unit] = unit == WRITE_BDMA ? write_word : '0;
  end

  nvdla_memory_interface #(
    .MAX_BURST_BEATS(DBB_MAX_BURST_BEATS),
    .BURST_BOUNDARY_BYTES(DBB_BURST_BOUNDARY_BYTES),
    .WRITE_ALIGN_BYTES(DBB_WRITE_ALIGN_BYTES)
  ) memory_interface (
    .clk,
    .reset_n,
    .keep_running(1'b0),
    .req_valid(1'b0),
    .req_write(1'b0),
    .req_word('0),
    .req_data('0),
    .rsp_data(),
    .read_req_valid(read_line_valids),
    .read_req_ready(read_line_readies),
    .read_req_address({READ_CLIENTS{read_line_address}}),
    .read_req_size({READ_CLIENTS{read_line_size}}),
    .read_data_valid(read_word_valids),
    .read_data_ready(read_word_readies),
    .read_data(read_words),
    .write_req_valid(write_line_valids),
    .write_req_ready(write_line_readies),
    .write_req_address({WRITE_CLIENTS{write_line_address}}),
    .write_req_size({WRITE_CLIENTS{write_line_size}}),
    .write_req_notify('0),
    .write_data_valid(write_word_valids),
    .write_data_ready(write_word_readies),
    .write_data(write_words),
    .write_done(),
    .awvalid,
    .awready,
    .awid,
    .awlen,
    .awaddr,
    .wvalid,
    .wready,
    .wdata,
    .wstrb,
    .wlast,
    .bvalid,
    .bready,
    .bid,
    .arvalid,
    .arready,
    .arid,
    .arlen,
    .araddr,
    .rvalid,
    .rready,
    .rid,
    .rdata
  );
endmodule
