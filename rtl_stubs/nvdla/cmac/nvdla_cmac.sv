// CMAC_A or CMAC_B: half of the MAC array. Takes the weights of a stripe, a cell at a time, while the stripe before runs;
// each operation's data gives the sums of all its cells a cycle later.
module nvdla_cmac
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cmac_a_pkg::*;
  import check_pkg::*;
#(
  parameter int HALF = 0
) (
  input  logic                                clk,
  input  logic                                reset_n,
  output logic                                awake,  // a register may change at the next edge
  // CSB
  input  logic                                req_valid,
  input  logic                                req_write,
  input  logic [nvdla_csb_pkg::WORD_BITS-1:0] req_word,
  input  logic [31:0]                         req_data,
  output logic [31:0]                         rsp_data,
  // from CSC
  input  logic                                csc_cmac_data_valid,
  output logic                                csc_cmac_data_ready,
  input  csc_cmac_data_t                      csc_cmac_data,
  input  logic                                csc_cmac_weights_valid,
  output logic                                csc_cmac_weights_ready,
  input  csc_cmac_weights_t                   csc_cmac_weights,
  // to CACC
  output logic                                cmac_cacc_valid,
  input  logic                                cmac_cacc_ready,
  output cmac_cacc_t                          cmac_cacc
);
  layer_t layer;
  logic   running, consumer, layer_done;
  logic [ENTRY_BITS-1:0] loaded [0:CMAC_CELLS-1];  // weights of the next stripe
  logic [CMAC_CELLS-1:0] loaded_cells;             // that have some
  logic                  complete;                 // all of that stripe
  logic [CMAC_CELLS-1:0] cells;                    // of the stripe that runs
  operation_t            operation, given;
  logic [CMAC_CELLS-1:0] given_cells;
  logic                  given_is_float;
  wire  [ENTRY_BITS-1:0] weights [0:CMAC_CELLS-1];
  wire  [CMAC_CELLS*CELL_SUM_BITS-1:0] integers, floats;

  // The next layer's data may come when this one's registers are free.
  assign csc_cmac_data_ready = running && (!cmac_cacc_valid || cmac_cacc_ready && !given.layer_end);
  assign csc_cmac_weights_ready = !complete;
  assign operation = csc_cmac_data.operation;
  wire take = csc_cmac_data_valid && csc_cmac_data_ready;
  wire start = take && operation.stripe_start;
  wire load = csc_cmac_weights_valid && csc_cmac_weights_ready;
  wire changing = take || load || cmac_cacc_valid && cmac_cacc_ready;
  wire [CMAC_CELLS-1:0] running_cells = start ? loaded_cells : cells;
  wire is_int8 = PRECISION_16_BITS == 0 || layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_INT8;
  wire is_float = PRECISION_FP16 != 0 && layer.d_misc_cfg.proc_precision == D_MISC_CFG_PROC_PRECISION_FP16;
  wire is_winograd = TILE_SUMS > 1 && layer.d_misc_cfg.conv_mode == D_MISC_CFG_CONV_MODE_WINOGRAD;
  wire [ENTRY_BITS-1:0] data = csc_cmac_data.data;
  assign awake = req_valid || csc_cmac_data_valid || csc_cmac_weights_valid || cmac_cacc_valid;
  assign layer_done = cmac_cacc_valid && cmac_cacc_ready && given.layer_end;

  nvdla_cmac_a_regs regs (.*);

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      loaded_cells <= '0;
      complete <= 1'b0;
      cells <= '0;
      cmac_cacc_valid <= 1'b0;
      given <= '0;
      given_cells <= '0;
      given_is_float <= 1'b0;
    end else if (changing) begin
      assert (!start || complete || loaded_cells == '0)
      else assertion_failed("weights-incomplete", $sformatf("%m"), $time);
      if (start) begin
        cells <= loaded_cells;
        loaded_cells <= '0;
        complete <= 1'b0;
      end
      if (load) begin
        loaded[csc_cmac_weights.cell_index] <= csc_cmac_weights.weights;
        loaded_cells[csc_cmac_weights.cell_index] <= 1'b1;
        complete <= csc_cmac_weights.last;
      end
      if (!cmac_cacc_valid || cmac_cacc_ready) cmac_cacc_valid <= take;
      if (take) begin
        given <= operation;
        given_cells <= running_cells;
        given_is_float <= is_float;
      end
    end

  genvar number;
  for (number = 0; number < CMAC_CELLS; number++) begin : g_cells
    assign weights[number] = loaded[number];
  end
  assign cmac_cacc = {given, given_cells, given_is_float ? floats : integers};

  nvdla_cmac_integers integer_cells (
    .load(start && !is_float),
    .operate(take && !is_float),
    .cells(running_cells),
    .sums(integers),
    .*
  );

  if (PRECISION_FP16 != 0) begin : g_floats
    nvdla_cmac_floats float_cells (
      .load(start && is_float),
      .operate(take && is_float),
      .cells(running_cells),
      .sums(floats),
      .*
    );
  end else begin : g_no_floats
    assign floats = '0;
  end

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME(HALF == 0 ? "cmac_cacc_a" : "cmac_cacc_b"), .WIDTH($bits(cmac_cacc_t))) sums_tap (
      .valid(cmac_cacc_valid),
      .ready(cmac_cacc_ready),
      .payload(cmac_cacc),
      .group(consumer),
      .*
    );
    link_tap #(.NAME(HALF == 0 ? "csc_cmac_data_taken_a" : "csc_cmac_data_taken_b"), .WIDTH($bits(csc_cmac_data_t))) data_tap (
      .valid(csc_cmac_data_valid), .ready(csc_cmac_data_ready), .payload(csc_cmac_data), .group(1'b0), .layer_done(1'b0), .*
    );
    link_tap #(.NAME(HALF == 0 ? "csc_cmac_weights_a_taken" : "csc_cmac_weights_b_taken"), .WIDTH($bits(csc_cmac_weights_t))) weights_tap (
      .valid(csc_cmac_weights_valid), .ready(csc_cmac_weights_ready), .payload(csc_cmac_weights), .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule
