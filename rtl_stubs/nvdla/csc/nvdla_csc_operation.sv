// Operation: makes the data of MAC operations of the entries that come back, and gives them to both CMACs.
module nvdla_csc_operation
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
  import nvdla_csc_places_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    narrow,
  // what a block of channels has (nvdla_csc_masks)
  input  logic [MAC_CHANNELS-1:0] channels,
  input  logic [MAC_CHANNELS-1:0] last_channels,
  input  logic [ENTRY_BITS-1:0]   bytes,
  input  logic [ENTRY_BITS-1:0]   last_bytes,
  input  logic [ENTRY_BITS-1:0]   padding,
  input  logic                    step_valid,
  output logic                    step_ready,
  input  step_t                   step,
  input  logic                    cbuf_csc_valid,
  output logic                    cbuf_csc_ready,
  input  cbuf_csc_t               cbuf_csc,
  input  logic                    loaded,     // the next stripe's weights
  output logic                    begin_stripe,  // they are used with this cycle
  output logic                    starting,   // the first operation of a stripe is not taken yet
  output logic                    valid_a,
  input  logic                    ready_a,
  output logic                    valid_b,
  input  logic                    ready_b,
  output csc_cmac_data_t          csc_cmac_data
);
  entry_t entry;  // the one that came last

  wire free = (!valid_a || ready_a) && (!valid_b || ready_b);
  wire take = step_valid && step_ready;
  wire changing = take || valid_a || valid_b;

  assign step_ready = free && (!step.fetched || cbuf_csc_valid) && (!step.operation.stripe_start || loaded);
  assign cbuf_csc_ready = take && step.fetched;
  assign begin_stripe = take && step.operation.stripe_start;
  assign starting = (valid_a || valid_b) && csc_cmac_data.operation.stripe_start;

  function automatic entry_t placed(input entry_t source, input logic [BYTE_BITS-1:0] first_byte, input entry_t mask);
    placed = source;
    if (first_byte != '0) placed = placed >> {first_byte, 3'b000};
    placed = placed & mask;
    if (narrow) placed = spread(PART_BITS'(placed));
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      valid_a <= 1'b0;
      valid_b <= 1'b0;
      csc_cmac_data <= '0;
      entry <= '0;
    end else if (changing) begin
      valid_a <= take || valid_a && !ready_a;
      valid_b <= take || valid_b && !ready_b;
      if (take) begin
        csc_cmac_data <= {
          step.operation,
          step.last_block ? last_channels : channels,
          placed(
            !step.in_cube ? padding : step.fetched ? cbuf_csc.data : entry,
            step.in_cube ? step.first_byte : BYTE_BITS'(0),
            step.last_block ? last_bytes : bytes)};
        if (step.fetched) entry <= cbuf_csc.data;
      end
    end
endmodule
