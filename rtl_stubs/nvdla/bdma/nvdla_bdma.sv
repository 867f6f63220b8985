// BDMA: copies blocks of memory from either memory to either memory. Software writes an operation into the registers
// and queues it as a slot with CFG_OP; CFG_LAUNCHn makes what was queued a launch of group n, with one interrupt at its
// end.
module nvdla_bdma
  import nvdla_memory_pkg::*;
  import nvdla_bdma_pkg::*;
  import nvdla_bdma_slot_pkg::*;
(
  input  logic                                clk,
  input  logic                                reset_n,
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // memory interfaces, by RAM type
  output logic [1:0]                          read_req_valid,
  input  logic [1:0]                          read_req_ready,
  output logic [ADDRESS_BITS-1:0]             read_req_address,
  output logic [SIZE_BITS-1:0]                read_req_size,
  input  logic [1:0]                          read_data_valid,
  output logic [1:0]                          read_data_ready,
  input  wire  [BEAT_BITS-1:0]                read_data [0:1],
  output logic [1:0]                          write_req_valid,
  input  logic [1:0]                          write_req_ready,
  output logic [ADDRESS_BITS-1:0]             write_req_address,
  output logic [SIZE_BITS-1:0]                write_req_size,
  output logic [1:0]                          write_req_notify,
  output logic [1:0]                          write_data_valid,
  input  logic [1:0]                          write_data_ready,
  output logic [BEAT_BITS-1:0]                write_data,
  input  logic [1:0][1:0]                     write_done,
  // interrupts, by group
  output logic [1:0]                          done
);
  settings_t settings;
  written_t  written;
  status_t   status;
  status_reg_t state;
  cfg_line_reg_t line;
  slot_t     gathered_slot, load_slot, store_slot;
  logic [1:0]       busy;
  logic [7:0]       free_slots;
  logic [1:0][31:0] read_stalls, write_stalls;
  logic             idle, load_valid, load_group, load_done, store_valid, store_group, store_last, store_done, all_stored;
  wire              gather = written.cfg_op && settings.cfg_op.en == CFG_OP_EN_ENABLE;
  wire  [1:0]       launch = {
    written.cfg_launch1 && settings.cfg_launch1.grp1_launch == CFG_LAUNCH1_GRP1_LAUNCH_YES,
    written.cfg_launch0 && settings.cfg_launch0.grp0_launch == CFG_LAUNCH0_GRP0_LAUNCH_YES};

  wire changing = launch != '0 || done != '0;

  assign done = write_done[0] | write_done[1];

  assign line = settings.cfg_line;
  assign gathered_slot.source_ram = settings.cfg_cmd.src_ram_type;
  assign gathered_slot.destination_ram = settings.cfg_cmd.dst_ram_type;
  assign gathered_slot.size = SIZE_BITS'(line.size);
  assign gathered_slot.line_repeat = settings.cfg_line_repeat.number;
  assign gathered_slot.surf_repeat = settings.cfg_surf_repeat.number;
  assign gathered_slot.source_address = {settings.cfg_src_addr_high, settings.cfg_src_addr_low};
  assign gathered_slot.source_line_stride = settings.cfg_src_line;
  assign gathered_slot.source_surf_stride = settings.cfg_src_surf;
  assign gathered_slot.destination_address = {settings.cfg_dst_addr_high, settings.cfg_dst_addr_low};
  assign gathered_slot.destination_line_stride = settings.cfg_dst_line;
  assign gathered_slot.destination_surf_stride = settings.cfg_dst_surf;

  assign state.reserved_31_11 = '0;
  assign state.grp1_busy = busy[1];
  assign state.grp0_busy = busy[0];
  assign state.idle = idle;
  assign state.free_slot = free_slots;
  assign status.status = state;
  assign status.status_grp0_read_stall = read_stalls[0];
  assign status.status_grp0_write_stall = write_stalls[0];
  assign status.status_grp1_read_stall = read_stalls[1];
  assign status.status_grp1_write_stall = write_stalls[1];

  // A launch without a slot leaves its group busy until the group's next launch is done.
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) busy <= '0;
    else if (changing) busy <= (busy & ~done) | launch;

  nvdla_bdma_regs regs (
    .clk,
    .reset_n,
    .req_valid,
    .req_write,
    .req_word,
    .req_data,
    .settings,
    .written,
    .status,
    .rsp_data
  );

  nvdla_bdma_slots slots (
    .clk,
    .reset_n,
    .gather,
    .gathered_slot,
    .launch,
    .free_slots,
    .idle,
    .load_valid,
    .load_slot,
    .load_group,
    .load_done,
    .store_valid,
    .store_slot,
    .store_group,
    .store_last,
    .store_done,
    .all_stored
  );

  nvdla_bdma_load load (
    .clk,
    .reset_n,
    .slot_valid(load_valid),
    .slot(load_slot),
    .slot_done(load_done),
    .all_stored,
    .req_valid(read_req_valid),
    .req_ready(read_req_ready),
    .req_address(read_req_address),
    .req_size(read_req_size)
  );

  nvdla_bdma_store store (
    .clk,
    .reset_n,
    .slot_valid(store_valid),
    .slot(store_slot),
    .slot_group(store_group),
    .slot_last(store_last),
    .slot_done(store_done),
    .source_valid(read_data_valid),
    .source_ready(read_data_ready),
    .source_data(read_data),
    .req_valid(write_req_valid),
    .req_ready(write_req_ready),
    .req_address(write_req_address),
    .req_size(write_req_size),
    .req_notify(write_req_notify),
    .data_valid(write_data_valid),
    .data_ready(write_data_ready),
    .data(write_data)
  );

  nvdla_bdma_stall read_stall (
    .clk,
    .reset_n,
    .count_enable(settings.cfg_status.stall_count_en),
    .launch,
    .waiting((read_req_valid & ~read_req_ready) != '0),
    .group(load_group),
    .count(read_stalls)
  );

  nvdla_bdma_stall write_stall (
    .clk,
    .reset_n,
    .count_enable(settings.cfg_status.stall_count_en),
    .launch,
    .waiting((write_req_valid & ~write_req_ready) != '0 || (write_data_valid & ~write_data_ready) != '0),
    .group(store_group),
    .count(write_stalls)
  );
endmodule
