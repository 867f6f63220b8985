// TP: the course of a job that moves a tensor.
module vipnano_tp
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
  import vipnano_structures_pkg::*;
(
  input  logic                      clk,
  input  logic                      reset_n,
  // FRONT
  input  logic [STRUCTURE_BITS-1:0] structure,
  input  logic                      tp_begins,
  output logic                      tp_ends,
  // MEMORY
  output memory_request_t           tp_read,
  input  logic                      tp_ready,
  input  logic                      tp_beat_valid,
  output logic                      tp_beat_ready,
  input  logic [DATA_BITS-1:0]      read_data,
  output run_t                      tp_run,
  input  logic                      run_ready,
  output out_byte_t                 tp_byte,
  input  logic                      out_byte_ready,
  input  logic                      writes_idle
);
  tp_structure_t           layout;
  logic                    works, walks, segment_inside, segment_taken, element_valid, element_ready, writer_idle;
  logic [ADDRESS_BITS-1:0] segment_address;
  logic [16:0]             segment_length, elements;
  logic [7:0]              element;

  assign layout = structure;

  wire empty = layout.in_x_size == '0 || layout.in_y_size == '0 || layout.in_z_size == '0
    || layout.in_tile_x_size == '0 || layout.in_tile_y_size == '0 || layout.in_tile_x_inc == '0
    || layout.in_tile_y_inc == '0 || layout.out_loop_0_count == '0 || layout.out_loop_1_count == '0
    || layout.out_loop_2_count == '0 || layout.out_loop_3_count == '0 || layout.out_loop_4_count == '0
    || layout.out_loop_5_count == '0 || $signed(layout.in_window_x_end) < $signed(layout.in_window_x_start)
    || $signed(layout.in_window_y_end) < $signed(layout.in_window_y_start);
  wire begins = tp_begins && !empty;

  assign tp_ends = works && !walks && writer_idle && writes_idle;

  vipnano_tp_walk walk (.structure(layout), .*);
  vipnano_tp_source source (.structure(layout), .*);
  vipnano_tp_writer writer (.structure(layout), .*);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) works <= 1'b0;
    else works <= begins || (works && !tp_ends);
endmodule
