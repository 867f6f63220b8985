// BDMA: copies blocks of memory from either memory to either memory. Software writes an operation into the registers
// and queues it as a slot with CFG_OP; CFG_LAUNCHn makes what was queued a launch of group n, with one interrupt at its
// end.
module nvdla_bdma
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_bdma_pkg::*;
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
  // memory interfaces, by port
  output logic [MEMORIES-1:0]                 read_req_valid,
  input  logic [MEMORIES-1:0]                 read_req_ready,
  output logic [ADDRESS_BITS-1:0]             read_req_address,
  output logic [SIZE_BITS-1:0]                read_req_size,
  input  logic [MEMORIES-1:0]                 read_data_valid,
  output logic [MEMORIES-1:0]                 read_data_ready,
  input  wire  [BEAT_BITS-1:0]                read_data [0:DATA_PORTS-1],
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
  settings_t settings;
  written_t  written;
  status_t   status;
  status_reg_t state;
  settings_t load_slot, store_slot;
  dma_request_t read_request, write_request;
  logic owes;  // the end of a layer is still to be told
  logic [1:0]                 busy;
  logic [7:0]                 free_slots;
  logic [1:0][STALL_BITS-1:0] read_stalls, write_stalls;            // of what runs
  logic [1:0][STALL_BITS-1:0] kept_read_stalls, kept_write_stalls;  // of what is done
  logic idle, load_valid, load_group, load_done, store_valid, store_group, store_last, store_done;
  logic word_valid, word_ready;
  wire              gather = written.cfg_op && settings.cfg_op.en == CFG_OP_EN_ENABLE;
  wire  [1:0]       launch = {
    written.cfg_launch1 && settings.cfg_launch1.grp1_launch == CFG_LAUNCH1_GRP1_LAUNCH_YES,
    written.cfg_launch0 && settings.cfg_launch0.grp0_launch == CFG_LAUNCH0_GRP0_LAUNCH_YES};

  wire changing = launch != '0 || done != '0;

  nvdla_bdma_side source (
    .ram_type(load_slot.cfg_cmd.src_ram_type),
    .group(load_group),
    .notify(1'b0),
    .address({load_slot.cfg_src_addr_high, load_slot.cfg_src_addr_low}),
    .line(load_slot.cfg_line),
    .line_repeat(load_slot.cfg_line_repeat),
    .surf_repeat(load_slot.cfg_surf_repeat),
    .line_stride(load_slot.cfg_src_line),
    .surf_stride(load_slot.cfg_src_surf),
    .request(read_request)
  );

  nvdla_bdma_side destination (
    .ram_type(store_slot.cfg_cmd.dst_ram_type),
    .group(store_group),
    .notify(store_last),
    .address({store_slot.cfg_dst_addr_high, store_slot.cfg_dst_addr_low}),
    .line(store_slot.cfg_line),
    .line_repeat(store_slot.cfg_line_repeat),
    .surf_repeat(store_slot.cfg_surf_repeat),
    .line_stride(store_slot.cfg_dst_line),
    .surf_stride(store_slot.cfg_dst_surf),
    .request(write_request)
  );

  assign awake = req_valid || written != '0 || !idle || owes;
  assign state.reserved_31_11 = '0;
  assign state.grp1_busy = busy[1];
  assign state.grp0_busy = busy[0];
  assign state.idle = idle;
  assign state.free_slot = free_slots;
  assign status.status = state;
  assign status.status_grp0_read_stall = kept_read_stalls[0];
  assign status.status_grp0_write_stall = kept_write_stalls[0];
  assign status.status_grp1_read_stall = kept_read_stalls[1];
  assign status.status_grp1_write_stall = kept_write_stalls[1];

  // A launch without a slot leaves its group busy until the group's next launch is done.
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) busy <= '0;
    else if (changing) busy <= (busy & ~done) | launch;

  // Software sees 0 from a launch to its end, and then what it counted.
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) {kept_read_stalls, kept_write_stalls} <= '0;
    else if (changing)
      for (int i = 0; i < 2; i++)
        if (launch[i]) {kept_read_stalls[i], kept_write_stalls[i]} <= '0;
        else if (done[i]) {kept_read_stalls[i], kept_write_stalls[i]} <= {read_stalls[i], write_stalls[i]};

  nvdla_bdma_regs regs (.*);

  nvdla_bdma_slots slots (.gathered_slot(settings), .answered(done), .*);

  // Load runs ahead of store, into later slots too.
  nvdla_dma_read load (
    .request_valid(load_valid),
    .request_ready(load_done),
    .request(read_request),
    .valid(word_valid),
    .ready(word_ready),
    .data(write_data),
    .stall_enable(settings.cfg_status.stall_count_en),
    .stall_clear(done),
    .stalls(read_stalls),
    .line_valid(read_req_valid),
    .line_ready(read_req_ready),
    .line_address(read_req_address),
    .line_size(read_req_size),
    .data_valid(read_data_valid),
    .data_ready(read_data_ready),
    .line_data(read_data),
    .*
  );

  nvdla_dma_write store (
    .request_valid(store_valid),
    .request_ready(store_done),
    .request(write_request),
    .active(),
    .ends(),
    .valid(word_valid),
    .ready(word_ready),
    .stall_enable(settings.cfg_status.stall_count_en),
    .stall_clear(done),
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
    link_tap #(.NAME("bdma_read"), .WIDTH(BEAT_BITS)) read_tap (
      .valid(word_valid),
      .ready(word_ready),
      .payload(write_data),
      .group(store_group),
      .layer_done(store_done && store_last),
      .*
    );

    link_tap #(.NAME("bdma_write"), .WIDTH(BEAT_BITS)) write_tap (
      .valid(|write_data_valid),
      .ready(|(write_data_valid & write_data_ready)),
      .payload(write_data),
      .group(store_group),
      .layer_done(store_done && store_last),
      .*
    );
  end
endmodule
