// Reads the operands of X1, X2 or Y, whose registers are alike and here named as those of X1, and gives them as often as
// data need them: those of a kernel for every pixel and those of an element for every batch. The operands of an atom of data
// are one, two or four atoms, an element's side by side, the ALU's first.
module nvdla_sdp_rdma_operands
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_rdma_pkg::*;
  import nvdla_atom_pkg::*;
(
  input  logic                       clk,
  input  logic                       reset_n,
  input  logic                       running,
  input  logic                       group,
  input  logic                       layer_done,
  output logic                       finished,    // all is given, or nothing is to be read
  // registers
  input  d_brdma_cfg_reg_t           cfg,
  input  logic [31:0]                base_low,
  input  logic [31:0]                base_high,
  input  logic [31:0]                line_bytes,
  input  logic [31:0]                surface_bytes,
  input  d_feature_mode_cfg_reg_t    mode,
  input  d_data_cube_width_reg_t     width_reg,
  input  d_data_cube_height_reg_t    height_reg,
  input  d_data_cube_channel_reg_t   channel_reg,
  input  logic                       stall_enable,
  input  logic [1:0]                 stall_clear,
  output logic [1:0][STALL_BITS-1:0] stalls,
  output logic                       operand_valid,
  input  logic                       operand_ready,
  output rdma_operand_t              operand,
  // memory interfaces, by port
  output logic [MEMORIES-1:0]        read_req_valid,
  input  logic [MEMORIES-1:0]        read_req_ready,
  output logic [ADDRESS_BITS-1:0]    read_req_address,
  output logic [SIZE_BITS-1:0]       read_req_size,
  input  logic [MEMORIES-1:0]        read_data_valid,
  output logic [MEMORIES-1:0]        read_data_ready,
  input  wire  [BEAT_BITS-1:0]       read_data [0:DATA_PORTS-1]
);
  localparam int USE_BITS = 40;

  // What the registers mean
  wire int8 = PRECISION_16_BITS == 0 || mode.proc_precision == D_FEATURE_MODE_CFG_PROC_PRECISION_INT8;
  wire flying = mode.flying_mode == D_FEATURE_MODE_CFG_FLYING_MODE_ON;
  wire tiles = FEATURE_WINOGRAD != 0 && flying && mode.winograd == D_FEATURE_MODE_CFG_WINOGRAD_ON;
  wire [USE_BITS-1:0]   batches = FEATURE_BATCH != 0 && flying ? USE_BITS'(mode.batch_number) + 1'b1 : USE_BITS'(1);
  wire [COUNT_BITS-1:0] width = COUNT_BITS'(width_reg);
  wire [COUNT_BITS-1:0] height = COUNT_BITS'(height_reg);
  wire [COUNT_BITS-1:0] surfaces = COUNT_BITS'(last_surface_of(CUBE_SIZE_BITS'(channel_reg), int8));
  wire [USE_BITS-1:0]   pixels = (USE_BITS'(width) + 1'b1) * (USE_BITS'(height) + 1'b1);
  wire                  per_kernel = cfg.brdma_data_mode == D_BRDMA_CFG_BRDMA_DATA_MODE_PER_KERNEL;
  wire                  packed_line = per_kernel || pixels == USE_BITS'(1);  // one line has all
  wire                  both = cfg.brdma_data_use == D_BRDMA_CFG_BRDMA_DATA_USE_BOTH;
  wire                  short_codes = int8 && cfg.brdma_data_size == D_BRDMA_CFG_BRDMA_DATA_SIZE_ONE_BYTE;
  wire [1:0]            scale = 2'(both) + 2'(int8 && !short_codes);  // 2^scale atoms
  wire [2:0]            atoms = 3'd1 << scale;
  wire [USE_BITS-1:0]   uses = (per_kernel ? pixels : USE_BITS'(1)) * batches;
  wire [USE_BITS-1:0]   total = (USE_BITS'(surfaces) + 1'b1) * (per_kernel ? USE_BITS'(1) : pixels);
  wire                  active = running && cfg.brdma_disable == D_BRDMA_CFG_BRDMA_DISABLE_NO;
  wire [ADDRESS_BITS-1:0] line_stride = ADDRESS_BITS'(line_bytes);
  wire [ADDRESS_BITS-1:0] surface_stride = ADDRESS_BITS'(surface_bytes);
  wire [SIZE_BITS-1:0]  run = packed_line ? SIZE_BITS'(surfaces) : tiles ? SIZE_BITS'(1) : SIZE_BITS'(width);
  wire [SIZE_BITS-1:0]  size = ((run + 1'b1) << scale) - 1'b1;

  dma_request_t source;
  logic [LEVELS-1:0][COUNT_BITS-1:0]   repeats;
  logic [LEVELS-1:0][ADDRESS_BITS-1:0] strides;
  assign source.ram = ram_of(cfg.brdma_ram_type);
  assign source.group = group;
  assign source.notify = 1'b0;
  assign source.base = ADDRESS_BITS'({base_high, base_low});
  assign source.size = size;
  assign source.last_size = size;
  assign source.last_repeat = repeats[0];
  assign source.repeats = repeats;
  assign source.strides = strides;

  always @* begin
    repeats = '0;
    strides = '0;
    if (tiles && !packed_line) begin  // as the convolution gives them: tiles of two lines and two columns
      repeats = {COUNT_BITS'(0), surfaces, height >> 1, width >> 1, COUNT_BITS'(1)};
      strides = {
        ADDRESS_BITS'(0), surface_stride, line_stride << 1, ADDRESS_BITS'(2 * ATOM_BYTES) << scale, line_stride};
    end else if (!packed_line) begin
      repeats = {COUNT_BITS'(0), COUNT_BITS'(0), surfaces, COUNT_BITS'(0), height};
      strides = {ADDRESS_BITS'(0), ADDRESS_BITS'(0), surface_stride, ADDRESS_BITS'(0), line_stride};
    end
  end

  logic                    asked, given_all;
  logic                    source_done, in_valid, in_ready;
  logic [BEAT_BITS-1:0]    in_data;
  logic [SIZE_BITS-1:0]    column;    // of the next atom
  logic [OFFSET_BITS-1:0]  slot;      // its place in its word
  logic [2:0]              have;      // atoms of an atom's operands that are gathered
  logic [OPERAND_BITS-1:0] gathered, present;  // present: what is given
  logic [USE_BITS-1:0]     used, number;  // of what is given: how often, and which it is

  // As many atoms at once as a word has of an atom's operands
  wire [2:0] step = 32'(atoms) > BEAT_ATOMS ? 3'(BEAT_ATOMS) : atoms;
  wire       give = operand_valid && operand_ready;
  wire       last_use = used + 1'b1 == uses;
  wire       last = last_use && number + 1'b1 == total;
  wire       room = !operand_valid || (give && last_use);
  wire       take = in_valid && room;
  wire       whole = have + step == atoms;
  wire       last_column = column + SIZE_BITS'(step) == size + 1'b1;
  wire       last_slot = last_column || 32'(slot) + 32'(step) == BEAT_ATOMS;
  wire       changing = take || give || source_done || layer_done;

  assign in_ready = take && last_slot;
  assign finished = given_all || !active;
  assign operand.layer_end = last;
  assign operand.operands = present;

  nvdla_dma_read load (
    .request_valid(active && !asked),
    .request_ready(source_done),
    .request(source),
    .valid(in_valid),
    .ready(in_ready),
    .data(in_data),
    .line_valid(read_req_valid),
    .line_ready(read_req_ready),
    .line_address(read_req_address),
    .line_size(read_req_size),
    .data_valid(read_data_valid),
    .data_ready(read_data_ready),
    .line_data(read_data),
    .*
  );

  // The atoms gathered, with those that a word has of them
  function automatic logic [OPERAND_BITS-1:0] with_word(
    input logic [OPERAND_BITS-1:0] earlier,
    input logic [BEAT_BITS-1:0] word,
    input logic [OFFSET_BITS-1:0] from,
    input logic [2:0] at
  );
    with_word = at == '0 ? '0 : earlier;
    with_word = with_word | OPERAND_BITS'(word >> (32'(from) * ATOM_BITS)) << (32'(at) * ATOM_BITS);
  endfunction

  // For each element the operands of ALU and multiplier
  function automatic logic [OPERAND_BITS-1:0] spread(input logic [OPERAND_BITS-1:0] codes);
    int i;
    logic [15:0] first, second;
    for (i = 0; i < ATOM_BYTES; i++) begin
      if (short_codes) begin
        first = 16'($signed(both ? codes[16*i +: 8] : codes[8*i +: 8]));
        second = both ? 16'($signed(codes[16*i+8 +: 8])) : first;
      end else begin
        first = both ? codes[32*i +: 16] : codes[16*i +: 16];
        second = both ? codes[32*i+16 +: 16] : first;
      end
      if (cfg.brdma_data_use == D_BRDMA_CFG_BRDMA_DATA_USE_ALU) second = '0;
      if (cfg.brdma_data_use == D_BRDMA_CFG_BRDMA_DATA_USE_MUL) first = '0;
      spread[32*i +: 32] = int8 || i < ATOM_BYTES / 2 ? {second, first} : '0;
    end
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      asked <= 1'b0;
      given_all <= 1'b0;
      column <= '0;
      slot <= '0;
      have <= '0;
      gathered <= '0;
      used <= '0;
      number <= '0;
      operand_valid <= 1'b0;
      present <= '0;
    end else if (changing) begin
      asked <= (asked || source_done) && !layer_done;
      if (take) begin
        column <= last_column ? '0 : column + SIZE_BITS'(step);
        slot <= last_slot ? '0 : slot + OFFSET_BITS'(step);
        have <= whole ? '0 : have + step;
        gathered <= with_word(gathered, in_data, slot, have);
        if (whole) present <= spread(with_word(gathered, in_data, slot, have));
      end
      if (give) used <= last_use ? '0 : used + 1'b1;
      if (give && last_use) number <= number + 1'b1;
      operand_valid <= (take && whole) || (operand_valid && !(give && last_use));
      given_all <= (given_all || (give && last)) && !layer_done;
      if (layer_done) number <= '0;
    end
endmodule
