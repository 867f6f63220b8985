// The read side of a memory port: the read clients of units that are there, their arbitration, the AR and R channels.
// Beats come back in the order of requests within an id, in any order between ids; one that nobody asked for is ignored.
// The port is always ready for them, but for +rready_drops.
module nvdla_memory_read
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import check_pkg::*;
  import dice_pkg::*;
#(
  parameter int MAX_BURST_BEATS = 1,
  parameter int BOUNDARY_BEATS = 4
) (
  input  logic                                      clk,
  input  logic                                      reset_n,
  input  logic                                      keep_running,  // all clocks
  input  logic [READ_CLIENTS-1:0][WEIGHT_BITS-1:0]  weight,
  input  logic [LIMIT_BITS-1:0]                     limit,   // beats outstanding at most, less one
  // the units
  input  logic [READ_CLIENTS-1:0]                   req_valid,
  output logic [READ_CLIENTS-1:0]                   req_ready,
  input  logic [READ_CLIENTS-1:0][ADDRESS_BITS-1:0] req_address,
  input  logic [READ_CLIENTS-1:0][SIZE_BITS-1:0]    req_size,
  output logic [READ_CLIENTS-1:0]                   data_valid,
  input  logic [READ_CLIENTS-1:0]                   data_ready,
  output wire  [BEAT_BITS-1:0]                      data [0:READ_CLIENTS-1],
  // the port
  output logic                                      arvalid,
  input  logic                                      arready,
  output logic [ID_BITS-1:0]                        arid,
  output logic [LEN_BITS-1:0]                       arlen,
  output logic [ADDRESS_BITS-1:0]                   araddr,
  input  logic                                      rvalid,
  output logic                                      rready,
  input  logic [ID_BITS-1:0]                        rid,
  input  logic [BEAT_BITS-1:0]                      rdata
);
  localparam int INDEX_BITS = $clog2(READ_CLIENTS);

  logic [READ_CLIENTS-1:0]             burst_valid, burst_taken, beats_due, beat_valid;
  wire  [ADDRESS_BITS-1:0]             burst_address [0:READ_CLIENTS-1];
  logic [READ_CLIENTS-1:0][LEN_BITS:0] burst_beats;
  logic [INDEX_BITS-1:0]               winner;
  logic [LIMIT_BITS:0]                 outstanding;  // beats asked for and not yet here
  logic [READ_CLIENTS-1:0]             request;  // bursts that may be granted
  logic [LIMIT_BITS-1:0]               burst_limit;  // what bursts are cut for
  logic                                must_fit;
  wire  [LEN_BITS:0]                   beats = burst_beats[winner];
  wire                                 alone = outstanding == '0 && !must_fit;
  wire                                 fits = alone || 32'(outstanding) + 32'(beats) <= 32'(limit) + 1;
  wire                                 take = request[winner] && fits && (!arvalid || arready);

  // +rready_drops=<seed>: rready is low in a quarter of the cycles with data
  logic        drops;
  logic [31:0] seed = '0;
  logic [31:0] dice;
  wire         arrives = rvalid && rready;

  // Each client has a clock of its own, and so has what they share
  localparam int SHARED = READ_CLIENTS;
  logic [SHARED:0] awake;
  wire  [SHARED:0] clocks;
  wire             shared_clk = clocks[SHARED];

  assign awake[SHARED] = burst_valid != '0 || arvalid || rvalid;

  nvdla_clock_gates #(.PARTS(SHARED + 1)) gates (.*);

  nvdla_starving #(.CLIENTS(READ_CLIENTS)) starving (.*);

  genvar unit;
  for (unit = 0; unit < READ_CLIENTS; unit++) begin : g_client
    assign burst_taken[unit] = take && 32'(winner) == unit;
    assign beat_valid[unit] = arrives && beats_due[unit] && rid == READ_AXI_IDS[unit*ID_BITS +: ID_BITS];
    if (READ_PRESENT[unit]) begin : g_present
      nvdla_read_client #(
        .MAX_BURST_BEATS(MAX_BURST_BEATS),
        .BOUNDARY_BEATS(BOUNDARY_BEATS)
      ) client (
        .clk(clocks[unit]),
        .reset_n,
        .awake(awake[unit]),
        .req_valid(req_valid[unit]),
        .req_ready(req_ready[unit]),
        .req_address(req_address[unit]),
        .req_size(req_size[unit]),
        .data_valid(data_valid[unit]),
        .data_ready(data_ready[unit]),
        .data(data[unit]),
        .limit(burst_limit),
        .burst_valid(burst_valid[unit]),
        .burst_taken(burst_taken[unit]),
        .burst_address(burst_address[unit]),
        .burst_beats(burst_beats[unit]),
        .beats_due(beats_due[unit]),
        .beat_valid(beat_valid[unit]),
        .beat(rdata)
      );
    end else begin : g_absent
      assign {awake[unit], req_ready[unit], data_valid[unit], burst_valid[unit], beats_due[unit]} = '0;
      assign data[unit] = '0;
      assign burst_address[unit] = '0;
      assign burst_beats[unit] = '0;
    end
  end

  nvdla_weighted_arbiter #(
    .REQUESTERS(READ_CLIENTS),
    .WEIGHT_BITS(WEIGHT_BITS)
  ) arbiter (
    .clk(shared_clk),
    .reset_n,
    .request,
    .weight,
    .taken(take),
    .winner
  );

  assign rready = reset_n && !(drops && dice[1:0] == '0);

  initial drops = $value$plusargs("rready_drops=%d", seed) != 0;

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge shared_clk or negedge reset_n)
    if (!reset_n) begin
      arvalid <= 1'b0;
      arid <= '0;
      arlen <= '0;
      araddr <= '0;
      outstanding <= '0;
      dice <= first_dice(seed);
    end else begin
      assert (!arrives || beat_valid != '0) else assertion_failed("unrequested-data", $sformatf("%m"), $time);
      if (drops && rvalid) dice <= next_dice(dice);
      if (take) begin
        arid <= READ_AXI_IDS[32'(winner)*ID_BITS +: ID_BITS];
        arlen <= LEN_BITS'(beats - 1'b1);
        araddr <= burst_address[winner];
      end
      if (!arvalid || arready) arvalid <= take;
      outstanding <= outstanding + (take ? (LIMIT_BITS+1)'(beats) : '0) - (LIMIT_BITS+1)'(beat_valid != '0);
    end
endmodule
