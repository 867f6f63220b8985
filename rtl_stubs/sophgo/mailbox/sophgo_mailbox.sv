// MAILBOX: the course of a launch, from the mailbox by way of the table of kernels to its completion, and what registers
// show of it.
module sophgo_mailbox
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_mailbox_pkg::*;
(
  input  logic            clk,
  input  logic            reset_n,
  output logic            mailbox_awake,  // a register may change at the next edge
  output logic            irq,
  // registers
  input  settings_t       settings,
  input  written_t        written,
  output status_t         status,
  output logic            full,
  // the queues
  output logic            begins,   // a kernel: the queues forget the one before
  output logic            go,       // the queues have a stream
  output stream_t         tiu_stream,
  output stream_t         gdma_stream,
  output logic            completes,
  input  queue_state_t    tiu_state,
  input  queue_state_t    gdma_state,
  input  logic            memory_failed,  // memory answered a read or write of data with an error
  // MEMORY: entries of the table
  output memory_request_t table_read,
  input  logic            table_ready,
  input  logic            table_beat_valid,
  output logic            table_beat_ready,
  input  read_beat_t      read_beat
);
  localparam int LAUNCH_BITS = KERNEL_ID_BITS + 1;
  localparam int SLOT_BITS = $clog2(LAUNCH_SLOTS + 1);
  localparam int ENTRY_BEATS = ENTRY_BYTES / DATA_BYTES;
  localparam int ENTRY_BEAT_BITS = $clog2(ENTRY_BEATS + 1);

  typedef enum logic [2:0] {IDLE, SEEK, ENTRY, FOUND, KERNEL, COMPLETE} state_t;
  state_t state;

  // Launches that wait, the oldest one lowest
  logic [LAUNCH_SLOTS*LAUNCH_BITS-1:0] launches;
  logic [SLOT_BITS-1:0]                waiting;

  // The one that runs
  logic                      notify;
  logic [KERNEL_ID_BITS-1:0] kernel;
  logic [1:0]                outcome;
  logic [ADDRESS_BITS-1:0]   place;         // of the next entry
  logic [7:0]                entries_left;  // that have not been read
  entry_t                    entry;
  logic [ENTRY_BEAT_BITS-1:0] beats_due;
  logic                      entry_failed;

  // Registers
  logic [15:0]               completed;
  logic [1:0]                raised;  // ERROR, DONE
  logic [KERNEL_ID_BITS-1:0] last_kernel;
  logic [1:0]                last_outcome;

  wire [LAUNCH_BITS-1:0] launch = {settings.launch.notify, settings.launch.kernel};
  wire                   running = state != IDLE;
  wire                   starts = state == IDLE && (waiting != '0 || written.launch);
  wire                   passes = starts && waiting == '0;  // the launch that is written goes right through
  wire                   queues_end = tiu_state.through && gdma_state.through;
  wire                   stopped = tiu_state.word != '0 || gdma_state.word != '0;
  wire                   streams_failed = tiu_state.failed || gdma_state.failed;
  wire                   fits = entry.id == 32'(kernel);
  wire [1:0]             cleared = written.intr_status ? {settings.intr_status.error, settings.intr_status.done} : '0;
  wire [1:0]             raises = {outcome != RESULT_OUTCOME_OK, notify};

  assign begins = starts;
  assign go = state == FOUND;
  assign completes = state == COMPLETE;
  assign mailbox_awake = running || waiting != '0;
  assign full = 32'(waiting) == LAUNCH_SLOTS;

  assign tiu_stream = {entry.tiu_address[ADDRESS_BITS-1:4], 4'b0, entry.tiu_bytes[31:4], 4'b0};
  assign gdma_stream = {entry.gdma_address[ADDRESS_BITS-1:4], 4'b0, entry.gdma_bytes[31:4], 4'b0};

  assign table_read = {state == SEEK && entries_left != '0, place, LENGTH_BITS'(ENTRY_BYTES)};
  assign table_beat_ready = state == ENTRY && beats_due != '0;

  assign status.slots = 32'(LAUNCH_SLOTS - 32'(waiting));
  assign status.completed = 32'(completed);
  assign status.status = 32'(running || waiting != '0);
  assign status.intr_status = 32'(raised);
  assign status.result = 32'({last_outcome, last_kernel});
  assign irq = (raised & ~{settings.intr_mask.error, settings.intr_mask.done}) != '0;

  // The launches that wait
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      launches <= '0;
      waiting <= '0;
    end else if (starts && !passes) begin
      launches <= launches >> LAUNCH_BITS;
      if (written.launch) launches[LAUNCH_BITS*(32'(waiting)-1) +: LAUNCH_BITS] <= launch;
      else waiting <= waiting - 1'b1;
    end else if (written.launch && !passes) begin
      launches[LAUNCH_BITS*32'(waiting) +: LAUNCH_BITS] <= launch;
      waiting <= waiting + 1'b1;
    end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      {notify, kernel} <= '0;
      outcome <= RESULT_OUTCOME_OK;
      place <= '0;
      entries_left <= '0;
      entry <= '0;
      beats_due <= '0;
      entry_failed <= 1'b0;
    end else
      case (state)
        IDLE:
          if (starts) begin
            state <= SEEK;
            {notify, kernel} <= passes ? launch : launches[LAUNCH_BITS-1:0];
            place <= {settings.table_high.address, settings.table_low.address, 6'b0};
            entries_left <= settings.table_size.entries;
            entry_failed <= 1'b0;
          end
        SEEK:
          if (entries_left == '0) begin
            state <= COMPLETE;
            outcome <= RESULT_OUTCOME_NO_KERNEL;
          end else if (table_ready) begin
            state <= ENTRY;
            beats_due <= ENTRY_BEAT_BITS'(ENTRY_BEATS);
            entries_left <= entries_left - 1'b1;
            place <= place + ADDRESS_BITS'(ENTRY_BYTES);
          end
        ENTRY:
          if (beats_due != '0) begin
            if (table_beat_valid) begin
              beats_due <= beats_due - 1'b1;
              entry <= (8*ENTRY_BYTES)'({read_beat.data, entry} >> DATA_BITS);
              if (read_beat.error) entry_failed <= 1'b1;
            end
          end else if (entry_failed) begin
            state <= COMPLETE;
            outcome <= RESULT_OUTCOME_MEMORY;
          end else state <= fits ? FOUND : SEEK;
        FOUND: state <= KERNEL;
        KERNEL:
          if (queues_end) begin
            state <= COMPLETE;
            if (stopped) outcome <= RESULT_OUTCOME_STOPPED;
            else if (memory_failed || streams_failed) outcome <= RESULT_OUTCOME_MEMORY;
            else outcome <= RESULT_OUTCOME_OK;
          end
        default: state <= IDLE;
      endcase

  // What registers show of it
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      completed <= '0;
      raised <= '0;
      last_kernel <= '0;
      last_outcome <= RESULT_OUTCOME_OK;
    end else begin
      // what sets a bit wins over what clears it
      raised <= (raised & ~cleared) | (completes ? raises : '0);
      if (completes) begin
        completed <= completed + 1'b1;
        last_kernel <= kernel;
        last_outcome <= outcome;
      end
    end
endmodule
