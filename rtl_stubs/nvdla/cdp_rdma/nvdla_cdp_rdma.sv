// CDP_RDMA: reads CDP's input, atom by atom in the order in which CDP works, and tells CDP the size of the cube.
module nvdla_cdp_rdma
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdp_path_pkg::*;
  import nvdla_cdp_rdma_pkg::*;
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
  // CDP
  output logic                                rdma_cube_valid,
  input  logic                                rdma_cube_ready,
  output rdma_cube_t                          rdma_cube,
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
  logic running, consumer, layer_done;
  logic told, asked;  // the cube's size; all of it
  logic source_done, in_valid, in_ready, last_column, last;
  logic [BEAT_BITS-1:0]   in_data;
  logic [ATOM_BITS-1:0]   atom;
  logic [1:0][STALL_BITS-1:0] stalls;
  wire int8 = PRECISION_16_BITS == 0 || layer.d_data_format.input_data == D_DATA_FORMAT_INPUT_DATA_INT8;
  wire [1:0] stall_clear = layer_done ? 2'b01 << consumer : 2'b00;
  wire take = in_valid && (!rdma_atom_valid || rdma_atom_ready);
  wire give = rdma_atom_valid && rdma_atom_ready;
  wire tell = rdma_cube_valid && rdma_cube_ready;
  wire changing = tell || source_done || take || give;

  assign awake = req_valid || running;
  assign layer_done = give && rdma_atom.layer_end;
  assign rdma_cube_valid = running && !told;
  assign rdma_cube.width = layer.d_data_cube_width.width;
  assign rdma_cube.height = layer.d_data_cube_height.height;
  assign rdma_cube.channel = layer.d_data_cube_channel.channel;
  assign source = cube_request(
    rdma_cube, int8, ram_of(layer.d_src_dma_cfg.src_ram_type), consumer,
    ADDRESS_BITS'({layer.d_src_base_addr_high, layer.d_src_base_addr_low}),
    ADDRESS_BITS'(layer.d_src_line_stride), ADDRESS_BITS'(layer.d_src_surface_stride));
  assign result.d_src_compression_en = '0;
  assign result.d_operation_mode = '0;
  assign result.d_perf_read_stall = stalls[consumer];

  nvdla_cdp_rdma_regs regs (.*);

  nvdla_dma_read load (
    .request_valid(running && !asked),
    .request_ready(source_done),
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

  nvdla_cdp_walk walk (
    .cube(rdma_cube),
    .step(take),
    .column(),
    .first_surface(),
    .last_surface(),
    .*
  );

  nvdla_unpack unpack (.last(last_column), .atoms(atom), .*);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {told, asked} <= '0;
      rdma_atom_valid <= 1'b0;
      rdma_atom <= '0;
    end else if (changing) begin
      told <= (told || tell) && !layer_done;
      asked <= (asked || source_done) && !layer_done;
      rdma_atom_valid <= take || (rdma_atom_valid && !rdma_atom_ready);
      if (take) begin
        rdma_atom.layer_end <= last;
        rdma_atom.atom <= atom;
      end
    end

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("rdma_cdp_cube"), .WIDTH($bits(rdma_cube_t))) rdma_cube_tap (
      .valid(rdma_cube_valid), .ready(rdma_cube_ready), .payload(rdma_cube), .group(consumer), .*
    );
    link_tap #(.NAME("rdma_cdp"), .WIDTH($bits(rdma_atom_t))) rdma_cdp_tap (
      .valid(rdma_atom_valid), .ready(rdma_atom_ready), .payload(rdma_atom), .group(consumer), .*
    );
  end
endmodule
