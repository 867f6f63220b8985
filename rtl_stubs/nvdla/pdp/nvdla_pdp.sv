// PDP: the planar processor: pools windows of each channel, of what SDP gives or what is in memory. A layer that is split in
// width is worked on part by part: each begins when the one before it has left.
module nvdla_pdp
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_pdp_pkg::*;
  import nvdla_pdp_part_pkg::*;
  import nvdla_pdp_pool_pkg::*;
  import nvdla_pdp_job_pkg::*;
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
  // SDP
  input  logic                                sdp_pdp_valid,
  output logic                                sdp_pdp_ready,
  input  sdp_pdp_t                            sdp_pdp,
  // PDP_RDMA
  input  logic                                rdma_atom_valid,
  output logic                                rdma_atom_ready,
  input  rdma_atom_t                          rdma_atom,
  // memory interfaces, by port
  output logic [MEMORIES-1:0]                 write_req_valid,
  input  logic [MEMORIES-1:0]                 write_req_ready,
  output logic [ADDRESS_BITS-1:0]             write_req_address,
  output logic [SIZE_BITS-1:0]                write_req_size,
  output logic [1:0]                          write_req_notify,
  output logic [MEMORIES-1:0]                 write_data_valid,
  input  logic [MEMORIES-1:0]                 write_data_ready,
  output logic [BEAT_BITS-1:0]                write_data,
  input  logic [MEMORIES-1:0][1:0]            write_done,
  // interrupts, by group
  output logic [1:0]                          done
);
  layer_t  layer;
  result_t result;
  pool_kind_t kind;
  pool_job_t  job;
  dma_request_t destination;
  logic owes;  // the end of a layer is still to be told
  logic running, consumer;
  logic [PART_BITS-1:0]   part;
  logic [COLUMN_BITS-1:0] origin;   // output columns of the parts before
  logic last_part, stored, part_stored;
  logic closed, columns_busy;
  logic in_valid, in_ready, in_last, column_valid, column_ready, line_valid, line_ready;
  logic atom_valid, atom_ready, out_valid, out_ready;
  logic [ATOM_BITS-1:0] in_atom, out_atom;
  logic [SUMS_BITS-1:0] column_sums, line_sums;
  logic [2:0] missing;
  logic [31:0] nan;
  logic [1:0][STALL_BITS-1:0] write_stalls;
  // Input lines may be left when all is written, as no window needs them
  wire part_done = (part_stored || stored) && closed && !columns_busy;
  wire layer_done = part_done && last_part;
  wire [1:0] stall_clear = layer_done ? 2'b01 << consumer : 2'b00;
  wire flying = layer.d_operation_mode_cfg.flying_mode == D_OPERATION_MODE_CFG_FLYING_MODE_ON_FLYING;
  wire flush = kind.fp16 && layer.d_nan_flush_to_zero.nan_to_zero == D_NAN_FLUSH_TO_ZERO_NAN_TO_ZERO_ENABLE;
  wire changing = part_stored || part_done;

  assign awake = req_valid || running || owes;

  // The part takes its counts of the input too late: they are always 0
  assign result.d_inf_input_num = '0;
  assign result.d_nan_input_num = '0;
  assign result.d_nan_output_num = nan;
  assign result.d_perf_write_stall = write_stalls[consumer];

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      stored <= 1'b0;
      part <= '0;
      origin <= '0;
    end else if (changing) begin
      stored <= !part_done;
      if (part_done) begin
        part <= last_part ? '0 : part + 1'b1;
        origin <= last_part ? '0 : origin + job.out_width + 1'b1;
      end
    end

  nvdla_pdp_regs regs (.*);

  nvdla_pdp_plan plan (.group(consumer), .*);

  nvdla_pdp_input source (.valid(in_valid), .ready(in_ready), .last_column(in_last), .atom(in_atom), .*);

  nvdla_pdp_columns columns (
    .busy(columns_busy), .valid(column_valid), .ready(column_ready), .sums(column_sums), .*
  );

  nvdla_pdp_lines lines (
    .in_valid(column_valid),
    .in_ready(column_ready),
    .in_sums(column_sums),
    .valid(line_valid),
    .ready(line_ready),
    .sums(line_sums),
    .*
  );

  nvdla_pdp_result elements (
    .in_valid(line_valid),
    .in_ready(line_ready),
    .in_missing(missing),
    .in_sums(line_sums),
    .valid(atom_valid),
    .ready(atom_ready),
    .atom(out_atom),
    .*
  );

  nvdla_pack pack (
    .run(SIZE_BITS'(job.out_width)),
    .twin(1'b0),
    .in_valid(atom_valid),
    .in_ready(atom_ready),
    .in_last(1'b0),
    .in_atoms((2*ATOM_BITS)'(out_atom)),
    .word_end(),
    .valid(out_valid),
    .ready(out_ready),
    .data(write_data),
    .*
  );

  nvdla_pdp_counts counts (
    .fp16(kind.fp16), .take(out_valid && out_ready), .last(part_stored && last_part), .word(write_data), .*
  );

  nvdla_dma_write store (
    .request_valid(running && !stored),
    .request_ready(part_stored),
    .request(destination),
    .active(),
    .ends(),
    .valid(out_valid),
    .ready(out_ready),
    .stall_enable(layer.d_perf_enable.dma_en),
    .stalls(write_stalls),
    .line_valid(write_req_valid),
    .line_ready(write_req_ready),
    .line_address(write_req_address),
    .line_size(write_req_size),
    .line_notify(write_req_notify),
    .data_valid(write_data_valid),
    .data_ready(write_data_ready),
    .line_done(write_done),
    .*
  );

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("sdp_pdp"), .WIDTH($bits(sdp_pdp_t))) sdp_pdp_tap (
      .valid(sdp_pdp_valid), .ready(sdp_pdp_ready), .payload(sdp_pdp), .group(consumer), .*
    );
    link_tap #(.NAME("pdp_write"), .WIDTH(BEAT_BITS)) write_tap (
      .valid(out_valid), .ready(out_ready), .payload(write_data), .group(consumer), .*
    );
    link_tap #(.NAME("rdma_atom_pdp_taken"), .WIDTH($bits(rdma_atom_t))) atoms_tap (
      .valid(rdma_atom_valid), .ready(rdma_atom_ready), .payload(rdma_atom), .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule
