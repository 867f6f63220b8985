// The port to a unit's look-up tables: one register chooses table, direction and entry, another moves data, and each access
// of it goes on to the next entry. The unit's register file tells of the accesses.
module nvdla_lut_port
  import nvdla_lut_pkg::*;
  import nvdla_sdp_pkg::*;  // CDP's registers of tables are the same
#(
  parameter bit SHOWS_ENTRY = 0,         // the access register reads the present entry, else what was written
  parameter bit OWN_DIRECTION_ONLY = 0,  // a write counts only where writing was chosen, a read where reading was
  parameter bit STOPS_AT_END = 0         // the last entry stays, else the entry goes on
) (
  input  logic                      clk,
  input  logic                      reset_n,
  // accesses in the cycle before, and what was last written
  input  logic                      access_written,
  input  logic                      data_written,
  input  logic                      data_read,
  input  logic [31:0]               access,
  output logic [31:0]               access_shown,  // what the access register reads
  // the entry that the data register reaches
  output logic [LUT_ENTRY_BITS-1:0] entry,
  output logic                      there,         // it is one of its table
  output logic                      store          // it gets what was written
);
  s_lut_access_cfg_reg_t present;  // table, direction and present entry

  wire is_lo = present.lut_table_id == S_LUT_ACCESS_CFG_LUT_TABLE_ID_LO;
  wire writing = present.lut_access_type == S_LUT_ACCESS_CFG_LUT_ACCESS_TYPE_WRITE;
  wire [31:0] number = 32'(present.lut_addr);
  wire [31:0] last = 32'(is_lo ? LO_LAST : LE_LAST);
  wire counts = (data_written && (writing || !OWN_DIRECTION_ONLY)) || (data_read && !(writing && OWN_DIRECTION_ONLY));
  wire stays = STOPS_AT_END && number == last;
  wire accessed = access_written || data_written || data_read;

  assign access_shown = SHOWS_ENTRY ? present : access;
  assign entry = lut_entry(is_lo, LUT_INDEX_BITS'(number));
  assign there = number <= last;
  assign store = data_written && writing && there;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) present <= '0;
    else if (accessed) begin
      if (access_written) present <= access;
      if (counts && !stays) present.lut_addr <= present.lut_addr + 1'b1;
    end
endmodule
