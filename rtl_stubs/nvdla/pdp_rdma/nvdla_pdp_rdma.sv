// PDP_RDMA: reads PDP's input, where it does not come from SDP.
module nvdla_pdp_rdma
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_pdp_rdma_pkg::*;
  import nvdla_pdp_part_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  output logic                                awake,  // a register may change at the next edge
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // PDP
  output logic                                rdma_atom_valid,
  input  logic                                rdma_atom_ready,
  output rdma_atom_t                          rdma_atom,
  // memory interfaces, by port
  output logic [MEMORIES-1:0]                 read_req_valid,
  input  logic [MEMORIES-1:0]                 read_req_ready,
  output logic [ADDRESS_BITS-1:0]             read_req_address,
  output logic [SIZE_BITS-1:0]                read_req_size,
  input  logic [MEMORIES-1:0]                 read_data_valid,
  output logic [MEMORIES-1:0]                 read_data_ready,
  input  wire  [BEAT_BITS-1:0]                read_data [0:DATA_PORTS-1]
);
  layer_t  layer;
  result_t result;
  dma_request_t source;
  d_operation_mode_cfg_reg_t mode;
  logic running, consumer, layer_done;
  logic asked;                       // all parts are asked for
  logic part_asked, in_valid, in_ready;
  logic [PART_BITS-1:0]   part;      // that is asked for
  logic [COLUMN_BITS-1:0] origin, next_origin, overlap;
  logic [COUNT_BITS-1:0]  lines, surfaces;
  logic [BEAT_BITS-1:0]   in_data;
  logic [1:0][STALL_BITS-1:0] stalls;
  wire [1:0] stall_clear = layer_done ? 2'b01 << consumer : 2'b00;
  wire last_part = part == mode.split_num;
  wire changing = part_asked || layer_done;

  assign awake = req_valid || running;
  assign mode = layer.d_operation_mode_cfg;
  assign layer_done = rdma_atom_valid && rdma_atom_ready && rdma_atom.layer_end;
  assign result.d_perf_read_stall = stalls[consumer];

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      asked <= 1'b0;
      part <= '0;
      origin <= '0;
    end else if (changing) begin
      asked <= !layer_done && (asked || last_part);
      part <= layer_done || last_part ? '0 : part + 1'b1;
      origin <= layer_done || last_part ? '0 : next_origin;
    end

  nvdla_pdp_rdma_regs regs (.*);

  nvdla_pdp_rdma_plan plan (.group(consumer), .*);

  nvdla_dma_read load (
    .request_valid(running && !asked),
    .request_ready(part_asked),
    .request(source),
    .valid(in_valid),
    .ready(in_ready),
    .data(in_data),
    .stall_enable(layer.d_perf_enable.dma_en),
    .line_valid(read_req_valid),
    .line_ready(read_req_ready),
    .line_address(read_req_address),
    .line_size(read_req_size),
    .data_valid(read_data_valid),
    .data_ready(read_data_ready),
    .line_data(read_data),
    .*
  );

  nvdla_pdp_rdma_atoms atoms (
    .width(COLUMN_BITS'(layer.d_data_cube_in_width)),
    .fields(FIELDS_BITS'(layer.d_partial_width_in)),
    .last_part(mode.split_num),
    .*
  );

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("rdma_atom_pdp"), .WIDTH($bits(rdma_atom_t))) rdma_atom_tap (
      .valid(rdma_atom_valid), .ready(rdma_atom_ready), .payload(rdma_atom), .group(consumer), .*
    );
  end
endmodule
