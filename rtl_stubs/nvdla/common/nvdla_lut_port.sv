// The look-up tables of a unit and the port to them: one register chooses table, direction and entry, another moves
// data, and each access of it goes on to the next entry. The unit's register file tells of the accesses, and shows
// what the registers read. The data path sees whole tables: it may look up any number of entries in a cycle.
module nvdla_lut_port
  import nvdla_config_pkg::LUT_LE_ENTRIES;
  import nvdla_config_pkg::LUT_LO_ENTRIES;
  import nvdla_sdp_pkg::*;  // CDP has the same two registers
#(
  parameter bit SHOWS_ENTRY = 0,         // the access register reads the present entry, else what was written
  parameter bit OWN_DIRECTION_ONLY = 0,  // a write counts only where writing was chosen, a read where reading was
  parameter bit STOPS_AT_END = 0         // the last entry stays, else the entry goes on
) (
  input  logic        clk,
  input  logic        reset_n,
  // accesses in the cycle before, and what was last written
  input  logic        access_written,
  input  logic        data_written,
  input  logic        data_read,
  input  logic [31:0] access,
  input  logic [31:0] data,
  // what the two registers read
  output logic [31:0] access_shown,
  output logic [31:0] data_shown,
  // for the data path
  output wire  [15:0] le [0:LUT_LE_ENTRIES-1],
  output wire  [15:0] lo [0:LUT_LO_ENTRIES-1]
);
  localparam int ENTRIES = LUT_LE_ENTRIES + LUT_LO_ENTRIES;
  localparam int INDEX_BITS = $clog2(ENTRIES);

  logic [15:0]            tables [0:ENTRIES-1];  // LO behind LE
  s_lut_access_cfg_reg_t  present;              // table, direction and present entry
  s_lut_access_data_reg_t written;

  wire is_lo = present.lut_table_id == S_LUT_ACCESS_CFG_LUT_TABLE_ID_LO;
  wire writing = present.lut_access_type == S_LUT_ACCESS_CFG_LUT_ACCESS_TYPE_WRITE;
  wire [31:0] entry = 32'(present.lut_addr);
  wire [31:0] last = is_lo ? LUT_LO_ENTRIES - 1 : LUT_LE_ENTRIES - 1;
  wire in_table = entry <= last;
  wire [INDEX_BITS-1:0] index = INDEX_BITS'(entry) + (is_lo ? INDEX_BITS'(LUT_LE_ENTRIES) : '0);
  wire counts = (data_written && (writing || !OWN_DIRECTION_ONLY)) || (data_read && !(writing && OWN_DIRECTION_ONLY));
  wire stays = STOPS_AT_END && entry == last;
  wire accessed = access_written || data_written || data_read;

  assign written = data;
  assign access_shown = SHOWS_ENTRY ? present : access;
  assign data_shown = in_table ? 32'(tables[index]) : '0;

  genvar number;
  for (number = 0; number < LUT_LE_ENTRIES; number++) begin : g_le
    assign le[number] = tables[number];
  end
  for (number = 0; number < LUT_LO_ENTRIES; number++) begin : g_lo
    assign lo[number] = tables[LUT_LE_ENTRIES + number];
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      for (int i = 0; i < ENTRIES; i++) tables[i] <= '0;
      present <= '0;
    end else if (accessed) begin
      if (access_written) present <= access;
      if (data_written && writing && in_table) tables[index] <= written.lut_data;
      if (counts && !stays) present.lut_addr <= present.lut_addr + 1'b1;
    end
endmodule
