// The slots of the BDMA, each an operation as software wrote it into the registers: gathers operations, launches what was gathered as a group, and hands launched slots, oldest
// first, to load and to store, each at its own pace.
module nvdla_bdma_slots
  import nvdla_config_pkg::*;
  import nvdla_bdma_pkg::*;
(
  input  logic       clk,
  input  logic       reset_n,
  // software's side
  input  logic       gather,           // `gathered_slot` is a slot of the group to be launched next
  input  settings_t  gathered_slot,
  input  logic [1:0] launch,           // what was gathered is a launch of this group
  output logic [7:0] free_slots,
  output logic       idle,             // nothing is gathered, and all launches are answered
  // load
  output logic       load_valid,
  output settings_t  load_slot,
  output logic       load_group,
  input  logic       load_done,
  // store, behind load
  output logic       store_valid,
  output settings_t  store_slot,
  output logic       store_group,
  output logic       store_last,       // the last slot of its launch
  input  logic       store_done,
  input  logic [1:0] answered          // the memory has answered a launch of this group
);
  // One more slot than the queue has sits in its output stage. Both groups may be launched while a third lot is gathered.
  localparam int MOST_GATHERED = BDMA_SLOTS + 1;
  localparam int INDEX_BITS = $clog2(3 * MOST_GATHERED);
  localparam int DEPTH = 2 ** INDEX_BITS;

  logic [SETTINGS_BITS-1:0] ring [0:DEPTH-1];
  logic [DEPTH-1:0]      last_of_launch;
  logic [DEPTH-1:0]      group_of_launch;                  // by number of the launch
  logic [INDEX_BITS:0]   tail, launched, loaded, stored;   // number of slots gathered, launched, loaded and stored so far
  logic [INDEX_BITS-1:0] launches, load_launch, store_launch, answers;
  wire  [INDEX_BITS:0]   gathered = tail - launched;
  wire                   full = 32'(gathered) == MOST_GATHERED || 32'(tail - stored) == DEPTH;
  wire                   active = gather || launch != '0 || load_done || store_done || answered != '0;
  wire  [INDEX_BITS-1:0] newest = tail[INDEX_BITS-1:0] - 1'b1;

  assign free_slots = 8'(gathered == '0 ? BDMA_SLOTS : MOST_GATHERED - 32'(gathered));
  assign idle = tail == stored && launches == answers;
  assign load_valid = loaded != launched;
  assign load_slot = ring[loaded[INDEX_BITS-1:0]];
  assign load_group = group_of_launch[load_launch];
  assign store_valid = stored != launched;
  assign store_slot = ring[stored[INDEX_BITS-1:0]];
  assign store_group = group_of_launch[store_launch];
  assign store_last = last_of_launch[stored[INDEX_BITS-1:0]];

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {tail, launched, loaded, stored} <= '0;
      {launches, load_launch, store_launch, answers} <= '0;
      last_of_launch <= '0;
      group_of_launch <= '0;
    end else if (active) begin
      if (gather && !full) begin
        ring[tail[INDEX_BITS-1:0]] <= gathered_slot;
        last_of_launch[tail[INDEX_BITS-1:0]] <= 1'b0;
        tail <= tail + 1'b1;
      end
      if (launch != '0 && gathered != '0) begin
        last_of_launch[newest] <= 1'b1;
        group_of_launch[launches] <= launch[1];
        launches <= launches + 1'b1;
        launched <= tail;
      end
      if (load_done) begin
        loaded <= loaded + 1'b1;
        load_launch <= load_launch + INDEX_BITS'(last_of_launch[loaded[INDEX_BITS-1:0]]);
      end
      if (store_done) begin
        stored <= stored + 1'b1;
        store_launch <= store_launch + INDEX_BITS'(store_last);
      end
      answers <= answers + INDEX_BITS'(answered[0]) + INDEX_BITS'(answered[1]);
    end
endmodule
