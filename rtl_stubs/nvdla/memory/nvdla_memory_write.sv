// The write side of a memory port: the write clients of units that are there, their arbitration, the AW, W and B channels.
// A burst is granted once all its beats are there, so a slow unit never holds up the others. AW and W leave by their own
// queues, W in the order of AW; the memory may take either first and may answer in any order. A response that nobody
// waits for is ignored.
module nvdla_memory_write
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import check_pkg::*;
  import dice_pkg::*;
#(
  parameter int MAX_BURST_BEATS = 1,
  parameter int BOUNDARY_BEATS = 4,
  parameter int WRITE_ALIGN_BYTES = 64
) (
  input  logic                                       clk,
  input  logic                                       reset_n,
  input  logic                                       keep_running,  // all clocks
  input  logic [WRITE_CLIENTS-1:0][WEIGHT_BITS-1:0]  weight,
  input  logic [LIMIT_BITS-1:0]                      limit,   // beats outstanding at most, less one
  // the units
  input  logic [WRITE_CLIENTS-1:0]                   req_valid,
  output logic [WRITE_CLIENTS-1:0]                   req_ready,
  input  logic [WRITE_CLIENTS-1:0][ADDRESS_BITS-1:0] req_address,
  input  logic [WRITE_CLIENTS-1:0][SIZE_BITS-1:0]    req_size,
  input  logic [WRITE_CLIENTS-1:0][1:0]              req_notify,
  input  logic [WRITE_CLIENTS-1:0]                   data_valid,
  output logic [WRITE_CLIENTS-1:0]                   data_ready,
  input  wire  [BEAT_BITS-1:0]                       data [0:WRITE_CLIENTS-1],
  output logic [WRITE_CLIENTS-1:0][1:0]              done,
  // the port
  output logic                                       awvalid,
  input  logic                                       awready,
  output logic [ID_BITS-1:0]                         awid,
  output logic [LEN_BITS-1:0]                        awlen,
  output logic [ADDRESS_BITS-1:0]                    awaddr,
  output logic                                       wvalid,
  input  logic                                       wready,
  output logic [BEAT_BITS-1:0]                       wdata,
  output logic [BEAT_BYTES-1:0]                      wstrb,
  output logic                                       wlast,
  input  logic                                       bvalid,
  output logic                                       bready,
  input  logic [ID_BITS-1:0]                         bid
);
  localparam int INDEX_BITS = $clog2(WRITE_CLIENTS);
  localparam int AW_AHEAD = 2;  // bursts that AW may be behind W, or W behind AW

  logic [WRITE_CLIENTS-1:0]                 burst_valid, burst_taken, beat_taken;
  logic [WRITE_CLIENTS-1:0]                 answers_due, answer_valid;
  wire  [ADDRESS_BITS-1:0]                  burst_address [0:WRITE_CLIENTS-1];
  logic [WRITE_CLIENTS-1:0][LEN_BITS:0]     burst_beats, answer_beats;
  logic [WRITE_CLIENTS-1:0][BEAT_ATOMS-1:0] beat_atoms;
  wire  [BEAT_BITS-1:0]                     beat [0:WRITE_CLIENTS-1];
  logic [INDEX_BITS-1:0]                    winner, sender;
  logic [LEN_BITS-1:0]                      sender_len, sent;
  logic [LIMIT_BITS:0]                      outstanding;  // beats granted and not yet answered
  logic                                     aw_full, job_full, job_valid;
  logic [WRITE_CLIENTS-1:0]                 request;  // bursts that may be granted
  logic [LIMIT_BITS-1:0]                    burst_limit;  // what bursts are cut for
  logic                                     must_fit;
  wire  [LEN_BITS:0]                        beats = burst_beats[winner];
  wire                                      alone = outstanding == '0 && !must_fit;
  wire                                      fits = alone || 32'(outstanding) + 32'(beats) <= 32'(limit) + 1;
  wire                                      take = request[winner] && fits && !aw_full && !job_full;
  wire                                      send = job_valid && (!wvalid || wready);
  wire                                      send_last = send && sent == sender_len;
  wire  [BEAT_ATOMS-1:0]                    sender_atoms = beat_atoms[sender];

  wire [INDEX_BITS-1:0]                     answered = INDEX_BITS'($clog2(answer_valid));  // whose burst, if any

  // +bready_drops=<seed>: bready is low in a quarter of the cycles with a response
  logic        drops;
  logic [31:0] seed = '0;
  logic [31:0] dice;
  wire         taken = bvalid && bready;

  // Each client has a clock of its own, and so has what they share
  localparam int SHARED = WRITE_CLIENTS;
  logic [SHARED:0] awake;
  wire  [SHARED:0] clocks;
  wire             shared_clk = clocks[SHARED];

  assign awake[SHARED] = burst_valid != '0 || awvalid || job_valid || wvalid || bvalid;

  nvdla_clock_gates #(.PARTS(SHARED + 1)) gates (.*);

  nvdla_starving #(.CLIENTS(WRITE_CLIENTS)) starving (.*);

  genvar unit;
  for (unit = 0; unit < WRITE_CLIENTS; unit++) begin : g_client
    assign burst_taken[unit] = take && 32'(winner) == unit;
    assign beat_taken[unit] = send && 32'(sender) == unit;
    assign answer_valid[unit] = taken && answers_due[unit] && bid == WRITE_AXI_IDS[unit*ID_BITS +: ID_BITS];
    if (WRITE_PRESENT[unit]) begin : g_present
      nvdla_write_client #(
        .MAX_BURST_BEATS(MAX_BURST_BEATS),
        .BOUNDARY_BEATS(BOUNDARY_BEATS),
        .WRITE_ALIGN_BYTES(WRITE_ALIGN_BYTES)
      ) client (
        .clk(clocks[unit]),
        .reset_n,
        .awake(awake[unit]),
        .req_valid(req_valid[unit]),
        .req_ready(req_ready[unit]),
        .req_address(req_address[unit]),
        .req_size(req_size[unit]),
        .req_notify(req_notify[unit]),
        .data_valid(data_valid[unit]),
        .data_ready(data_ready[unit]),
        .data(data[unit]),
        .done(done[unit]),
        .limit(burst_limit),
        .burst_valid(burst_valid[unit]),
        .burst_taken(burst_taken[unit]),
        .burst_address(burst_address[unit]),
        .burst_beats(burst_beats[unit]),
        .beat_taken(beat_taken[unit]),
        .beat_atoms(beat_atoms[unit]),
        .beat(beat[unit]),
        .answers_due(answers_due[unit]),
        .answer_valid(answer_valid[unit]),
        .answer_beats(answer_beats[unit])
      );
    end else begin : g_absent
      assign {awake[unit], req_ready[unit], data_ready[unit], burst_valid[unit], answers_due[unit]} = '0;
      assign done[unit] = '0;
      assign burst_address[unit] = '0;
      assign {burst_beats[unit], answer_beats[unit]} = '0;
      assign beat_atoms[unit] = '0;
      assign beat[unit] = '0;
    end
  end

  nvdla_weighted_arbiter #(
    .REQUESTERS(WRITE_CLIENTS),
    .WEIGHT_BITS(WEIGHT_BITS)
  ) arbiter (
    .clk(shared_clk),
    .reset_n,
    .request,
    .weight,
    .taken(take),
    .winner
  );

  nvdla_fifo #(
    .WIDTH(ID_BITS + LEN_BITS + ADDRESS_BITS),
    .DEPTH(AW_AHEAD)
  ) aw_queue (
    .clk(shared_clk),
    .reset_n,
    .push(take),
    .full(aw_full),
    .push_data({WRITE_AXI_IDS[32'(winner)*ID_BITS +: ID_BITS], LEN_BITS'(beats - 1'b1), burst_address[winner]}),
    .pop(awvalid && awready),
    .valid(awvalid),
    .data({awid, awlen, awaddr})
  );

  nvdla_fifo #(
    .WIDTH(INDEX_BITS + LEN_BITS),
    .DEPTH(AW_AHEAD)
  ) job_queue (
    .clk(shared_clk),
    .reset_n,
    .push(take),
    .full(job_full),
    .push_data({winner, LEN_BITS'(beats - 1'b1)}),
    .pop(send_last),
    .valid(job_valid),
    .data({sender, sender_len})
  );

  assign bready = reset_n && !(drops && dice[1:0] == '0);

  initial drops = $value$plusargs("bready_drops=%d", seed) != 0;

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge shared_clk or negedge reset_n)
    if (!reset_n) begin
      wvalid <= 1'b0;
      wdata <= '0;
      wstrb <= '0;
      wlast <= 1'b0;
      sent <= '0;
      outstanding <= '0;
      dice <= first_dice(seed);
    end else begin
      assert (!taken || answer_valid != '0) else assertion_failed("unrequested-response", $sformatf("%m"), $time);
      if (drops && bvalid) dice <= next_dice(dice);
      if (send) begin
        wdata <= beat[sender];
        if (sender_atoms == '1) wstrb <= '1;
        else for (int i = 0; i < BEAT_ATOMS; i++) wstrb[i*ATOM_BYTES +: ATOM_BYTES] <= {ATOM_BYTES{sender_atoms[i]}};
        wlast <= send_last;
        sent <= send_last ? '0 : sent + 1'b1;
      end
      if (!wvalid || wready) wvalid <= send;
      outstanding <= outstanding + (take ? (LIMIT_BITS+1)'(beats) : '0)
        - (answer_valid != '0 ? (LIMIT_BITS+1)'(answer_beats[answered]) : '0);
    end
endmodule
