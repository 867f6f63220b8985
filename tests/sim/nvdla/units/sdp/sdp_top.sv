// SDP with SDP_RDMA: Python gives registers and the convolution's results, memories give what is read, a pattern of the
// address, and take what is written. Taps tell lines and words, and what goes to PDP, to the pytest beside.
module sdp_top
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
  import check_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic [31:0]             seed,
  input  logic [7:0]              pauses,   // of memories, in 256 cycles
  input  logic                    to_rdma,  // the request
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
  assign fired = check_pkg::fired;

  logic [MEMORIES-1:0]      line_valid, line_ready, data_valid, data_ready;
  logic [ADDRESS_BITS-1:0]  line_address;
  logic [SIZE_BITS-1:0]     line_size;
  logic [1:0]               line_notify, done;
  logic [MEMORIES-1:0][1:0] line_done;
  logic [BEAT_BITS-1:0]     data;
  cacc_sdp_t                cacc_sdp;
  localparam int STREAMS = 4;
  logic [31:0]              sdp_rsp_data, rdma_rsp_data;
  logic                     answer_of_rdma;
  logic                     rdma_sdp_valid, rdma_sdp_ready;
  rdma_sdp_t                rdma_sdp;
  logic                     rdma_operand_x1_valid, rdma_operand_x1_ready;
  logic                     rdma_operand_x2_valid, rdma_operand_x2_ready;
  logic                     rdma_operand_y_valid, rdma_operand_y_ready;
  rdma_operand_t            rdma_operand_x1, rdma_operand_x2, rdma_operand_y;
  logic                     sdp_pdp_valid, sdp_pdp_ready;
  sdp_pdp_t                 sdp_pdp;
  logic [31:0]              dice;
  logic [STREAMS-1:0][MEMORIES-1:0]     read_req_valid, read_req_ready, read_data_valid, read_data_ready;
  logic [STREAMS-1:0][ADDRESS_BITS-1:0] read_req_address;
  logic [STREAMS-1:0][SIZE_BITS-1:0]    read_req_size;
  wire  [BEAT_BITS-1:0]                 read_data [0:STREAMS*DATA_PORTS-1];

  assign cacc_sdp = {layer_end, results};
  assign rsp_data = answer_of_rdma ? rdma_rsp_data : sdp_rsp_data;
  assign sdp_pdp_ready = dice[7:0] >= pauses;

  nvdla_sdp sdp (
    .clk, .reset_n, .awake(), .req_valid(req_valid && !to_rdma), .req_write, .req_word(nvdla_csb_pkg::WORD_BITS'(req_word)), .req_data,
    .rsp_data(sdp_rsp_data),
    .cacc_sdp_valid, .cacc_sdp_ready, .cacc_sdp,
    .rdma_sdp_valid, .rdma_sdp_ready, .rdma_sdp,
    .rdma_operand_x1_valid, .rdma_operand_x1_ready, .rdma_operand_x1,
    .rdma_operand_x2_valid, .rdma_operand_x2_ready, .rdma_operand_x2,
    .rdma_operand_y_valid, .rdma_operand_y_ready, .rdma_operand_y,
    .sdp_pdp_valid, .sdp_pdp_ready, .sdp_pdp,
    .write_req_valid(line_valid), .write_req_ready(line_ready), .write_req_address(line_address),
    .write_req_size(line_size), .write_req_notify(line_notify), .write_data_valid(data_valid),
    .write_data_ready(data_ready), .write_data(data), .write_done(line_done), .done
  );

  nvdla_sdp_rdma rdma (
    .clk, .reset_n, .awake(), .req_valid(req_valid && to_rdma), .req_write, .req_word(nvdla_csb_pkg::WORD_BITS'(req_word)), .req_data,
    .rsp_data(rdma_rsp_data),
    .rdma_sdp_valid, .rdma_sdp_ready, .rdma_sdp,
    .rdma_operand_x1_valid, .rdma_operand_x1_ready, .rdma_operand_x1,
    .rdma_operand_x2_valid, .rdma_operand_x2_ready, .rdma_operand_x2,
    .rdma_operand_y_valid, .rdma_operand_y_ready, .rdma_operand_y,
    .read_req_valid, .read_req_ready, .read_req_address, .read_req_size, .read_data_valid, .read_data_ready, .read_data
  );

  link_check #(.WIDTH($bits(rdma_sdp_t))) input_check (
    .clk, .reset_n, .valid(rdma_sdp_valid), .ready(rdma_sdp_ready), .payload(rdma_sdp)
  );
  link_check #(.WIDTH($bits(rdma_operand_t))) x1_check (
    .clk, .reset_n, .valid(rdma_operand_x1_valid), .ready(rdma_operand_x1_ready), .payload(rdma_operand_x1)
  );
  link_check #(.WIDTH($bits(rdma_operand_t))) x2_check (
    .clk, .reset_n, .valid(rdma_operand_x2_valid), .ready(rdma_operand_x2_ready), .payload(rdma_operand_x2)
  );
  link_check #(.WIDTH($bits(rdma_operand_t))) y_check (
    .clk, .reset_n, .valid(rdma_operand_y_valid), .ready(rdma_operand_y_ready), .payload(rdma_operand_y)
  );
  link_check #(.WIDTH($bits(sdp_pdp_t))) pdp_check (
    .clk, .reset_n, .valid(sdp_pdp_valid), .ready(sdp_pdp_ready), .payload(sdp_pdp)
  );
  link_tap #(.NAME("pdp"), .WIDTH($bits(sdp_pdp_t))) pdp_tap (
    .clk, .reset_n, .valid(sdp_pdp_valid), .ready(sdp_pdp_ready), .payload(sdp_pdp), .group(1'b0), .layer_done(1'b0)
  );

  genvar ram, stream;
  for (stream = 0; stream < STREAMS; stream++) begin : g_stream
    for (ram = 0; ram < MEMORIES; ram++) begin : g_ram
      wire [BEAT_BITS-1:0] given;
      assign read_data[stream*DATA_PORTS+ram] = given;
      dma_read_memory #(.NUMBER(ram)) memory (
        .clk, .reset_n, .seed(seed + 32'(16 * stream)), .pauses, .stray(1'b0),
        .line_valid(read_req_valid[stream][ram]), .line_ready(read_req_ready[stream][ram]),
        .line_address(read_req_address[stream]), .line_size(read_req_size[stream]),
        .data_valid(read_data_valid[stream][ram]), .data_ready(read_data_ready[stream][ram]), .data(given)
      );
    end
  end

  for (ram = 0; ram < MEMORIES; ram++) begin : g_ram
    dma_write_memory #(.NUMBER(ram)) memory (
      .clk, .reset_n, .seed, .pauses,
      .line_valid(line_valid[ram]), .line_ready(line_ready[ram]), .line_size, .line_notify,
      .data_valid(data_valid[ram]), .data_ready(data_ready[ram]), .line_done(line_done[ram])
    );
    link_check #(.WIDTH(BEAT_BITS)) words_check (
      .clk, .reset_n, .valid(data_valid[ram]), .ready(data_ready[ram]), .payload(data)
    );
  end

  link_tap #(.NAME("lines"), .WIDTH(MEMORIES + ADDRESS_BITS + SIZE_BITS)) lines_tap (
    .clk, .reset_n, .valid(|line_valid), .ready(|(line_valid & line_ready)),
    .payload({line_valid, line_address, line_size}), .group(1'b0), .layer_done(1'b0)
  );
  link_tap #(.NAME("words"), .WIDTH(BEAT_BITS)) words_tap (
    .clk, .reset_n, .valid(|data_valid), .ready(|(data_valid & data_ready)), .payload(data),
    .group(1'b0), .layer_done(1'b0)
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      interrupts <= '0;
      answer_of_rdma <= 1'b0;
      dice <= seed + 32'd1000;
    end else begin
      dice <= dice_pkg::next_dice(dice);
      if (req_valid) answer_of_rdma <= to_rdma;
      for (int i = 0; i < 2; i++) if (done[i]) interrupts[32*i +: 32] <= interrupts[32*i +: 32] + 1'b1;
    end
endmodule
