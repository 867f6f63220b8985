// The look-up tables of a unit behind two registers: one chooses table, direction and entry, the other moves data, and
// each access of it goes on to the next entry. Beside the unit's register file, whose answers pass through here.
module nvdla_lut_port #(
  parameter int ACCESS_WORD = 0,
  parameter int DATA_WORD = 0,
  parameter bit SHOWS_ENTRY = 0,         // the access register reads the present entry, else what was written
  parameter bit OWN_DIRECTION_ONLY = 0,  // a write counts only where writing was chosen, a read where reading was
  parameter bit STOPS_AT_END = 0         // the last entry stays, else the entry goes on
) (
  input  logic                                clk,
  input  logic                                reset_n,
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  input  logic [31:0]                         file_data,  // the register file's answer
  output logic [31:0]                         rsp_data
);
  localparam int LE_ENTRIES = 65;
  localparam int LO_ENTRIES = 257;
  localparam int ENTRY_BITS = 10;
  localparam int PLACE_BITS = $clog2(LE_ENTRIES + LO_ENTRIES);
  localparam logic [ENTRY_BITS-1:0] LE_LAST = ENTRY_BITS'(LE_ENTRIES - 1);
  localparam logic [ENTRY_BITS-1:0] LO_LAST = ENTRY_BITS'(LO_ENTRIES - 1);

  logic [15:0] tables [0:LE_ENTRIES+LO_ENTRIES-1];  // LO behind LE
  logic [ENTRY_BITS-1:0] entry;
  logic lo, writing;  // table and direction
  logic answers;      // the answer is from here, not from the register file
  logic [31:0] answer;
  integer number;

  wire [ENTRY_BITS-1:0] last = lo ? LO_LAST : LE_LAST;
  wire in_table = entry <= last;
  wire [PLACE_BITS-1:0] place = PLACE_BITS'(entry) + (lo ? PLACE_BITS'(LE_ENTRIES) : '0);
  wire counts = !OWN_DIRECTION_ONLY || req_write == writing;
  wire stays = STOPS_AT_END && entry == last;

  assign rsp_data = answers ? answer : file_data;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      for (number = 0; number < LE_ENTRIES + LO_ENTRIES; number = number + 1) tables[number] <= '0;
      {entry, lo, writing, answers} <= '0;
      answer <= '0;
    end else if (req_valid) begin
      answers <= 1'b0;
      if (32'(req_word) == ACCESS_WORD) begin
        if (req_write) begin
          {writing, lo} <= req_data[17:16];
          entry <= req_data[ENTRY_BITS-1:0];
        end else if (SHOWS_ENTRY) begin
          answers <= 1'b1;
          answer <= {14'b0, writing, lo, 6'b0, entry};
        end
      end else if (32'(req_word) == DATA_WORD) begin
        if (req_write && writing && in_table) tables[place] <= req_data[15:0];
        if (!req_write) begin
          answers <= 1'b1;
          answer <= in_table ? {16'b0, tables[place]} : '0;
        end
        if (counts && !stays) entry <= entry + 1'b1;
      end
    end
endmodule
