// SDP alone: Python gives registers and the convolution's results, memories take what it writes. Taps tell lines and
// words to the pytest beside.
module sdp_top
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_check_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic [31:0]             seed,
  input  logic [7:0]              pauses,   // of memories, in 256 cycles
  input  logic                    req_valid,
  input  logic                    req_write,
  input  logic [9:0]              req_word,
  input  logic [31:0]             req_data,
  output logic [31:0]             rsp_data,
  input  logic                    cacc_sdp_valid,
  output logic                    cacc_sdp_ready,
  input  logic                    layer_end,
  input  logic [RESULTS_BITS-1:0] results,
  output logic [2*32-1:0]         interrupts,  // by group
  output logic [31:0]             fired
);
  assign fired = nvdla_check_pkg::fired;

  logic [MEMORIES-1:0]      line_valid, line_ready, data_valid, data_ready;
  logic [ADDRESS_BITS-1:0]  line_address;
  logic [SIZE_BITS-1:0]     line_size;
  logic [1:0]               line_notify, done;
  logic [MEMORIES-1:0][1:0] line_done;
  logic [BEAT_BITS-1:0]     data;
  cacc_sdp_t                cacc_sdp;
  rdma_sdp_t                rdma_sdp;
  rdma_operand_t            rdma_operand;

  assign cacc_sdp = {layer_end, results};
  assign rdma_sdp = '0;
  assign rdma_operand = '0;

  nvdla_sdp sdp (
    .clk, .reset_n, .req_valid, .req_write, .req_word(nvdla_csb_pkg::WORD_BITS'(req_word)), .req_data, .rsp_data,
    .cacc_sdp_valid, .cacc_sdp_ready, .cacc_sdp,
    .rdma_sdp_valid(1'b0), .rdma_sdp_ready(), .rdma_sdp,
    .rdma_operand_x1_valid(1'b0), .rdma_operand_x1_ready(), .rdma_operand_x1(rdma_operand),
    .rdma_operand_x2_valid(1'b0), .rdma_operand_x2_ready(), .rdma_operand_x2(rdma_operand),
    .rdma_operand_y_valid(1'b0), .rdma_operand_y_ready(), .rdma_operand_y(rdma_operand),
    .sdp_pdp_valid(), .sdp_pdp_ready(1'b0), .sdp_pdp(),
    .write_req_valid(line_valid), .write_req_ready(line_ready), .write_req_address(line_address),
    .write_req_size(line_size), .write_req_notify(line_notify), .write_data_valid(data_valid),
    .write_data_ready(data_ready), .write_data(data), .write_done(line_done), .done
  );

  genvar ram;
  for (ram = 0; ram < MEMORIES; ram++) begin : g_ram
    dma_write_memory #(.NUMBER(ram)) memory (
      .clk, .reset_n, .seed, .pauses,
      .line_valid(line_valid[ram]), .line_ready(line_ready[ram]), .line_size, .line_notify,
      .data_valid(data_valid[ram]), .data_ready(data_ready[ram]), .line_done(line_done[ram])
    );
    nvdla_link_check #(.WIDTH(BEAT_BITS)) words_check (
      .clk, .reset_n, .valid(data_valid[ram]), .ready(data_ready[ram]), .payload(data)
    );
  end

  nvdla_tap #(.NAME("lines"), .WIDTH(MEMORIES + ADDRESS_BITS + SIZE_BITS)) lines_tap (
    .clk, .reset_n, .valid(|line_valid), .ready(|(line_valid & line_ready)),
    .payload({line_valid, line_address, line_size}), .group(1'b0), .layer_done(1'b0)
  );
  nvdla_tap #(.NAME("words"), .WIDTH(BEAT_BITS)) words_tap (
    .clk, .reset_n, .valid(|data_valid), .ready(|(data_valid & data_ready)), .payload(data),
    .group(1'b0), .layer_done(1'b0)
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) interrupts <= '0;
    else
      for (int i = 0; i < 2; i++) if (done[i]) interrupts[32*i +: 32] <= interrupts[32*i +: 32] + 1'b1;
endmodule
