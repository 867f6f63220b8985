// Walks a tensor by four nested loops and cuts it into runs. What lies without gaps outside of local memory becomes one
// run, over as many loops as that holds for.
module sophgo_gdma_walk
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_gdma_pkg::*;
  import sophgo_number_pkg::*;
(
  input  logic    clk,
  input  logic    reset_n,
  input  logic    begins,
  input  loops_t  loops,   // these three stay as they are until it has ended
  input  tensor_t tensor,
  input  size_t   size,
  output logic    run_valid,
  input  logic    run_ready,
  output run_t    run
);
  logic [COUNT_BITS-1:0] n, c, h, w;
  logic                  walks;

  wire in_lanes = memory_of(tensor.address) == LOCAL;

  // Which loops are inside a run: each with those that are inside of it
  wire whole_w = !in_lanes || tensor.channels != 2'd3;
  wire whole_h = !in_lanes && (tensor.w == STRIDE_BITS'(1) || loops.w == COUNT_BITS'(1))
    && (tensor.h == loops.w || loops.h == COUNT_BITS'(1));
  wire whole_c = whole_h && (tensor.c == loops.w * loops.h || loops.c == COUNT_BITS'(1));
  wire whole_n = whole_c && (tensor.n == loops.w * loops.h * loops.c || loops.n == COUNT_BITS'(1));
  wire last_n = whole_n || n == loops.n - 1'b1;
  wire last_c = whole_c || c == loops.c - 1'b1;
  wire last_h = whole_h || h == loops.h - 1'b1;
  wire last_w = whole_w || w == (last_c ? loops.w_last : loops.w) - 1'b1;
  wire moves = run_valid && run_ready;

  assign run_valid = walks;

  // Where a run begins. Guarded, so that it costs a simulator nothing while other words run
  always @* begin
    run = '0;
    if (walks) begin
      run.address = address_of(tensor, n, c, h, w, size);
      run.step = whole_h ? ADDRESS_BITS'(1) << size : ADDRESS_BITS'(tensor.w) << size;
      run.count = count_of(loops, whole_n, whole_c, whole_h, whole_w, last_c);
    end
  end

  function automatic logic [COUNT_BITS-1:0] count_of(
    input loops_t inner, input logic with_n, input logic with_c, input logic with_h, input logic with_w,
    input logic at_last
  );
    count_of = (with_n ? inner.n : COUNT_BITS'(1)) * (with_c ? inner.c : COUNT_BITS'(1))
      * (with_h ? inner.h : COUNT_BITS'(1)) * (!with_w ? COUNT_BITS'(1) : at_last ? inner.w_last : inner.w);
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      walks <= 1'b0;
      {n, c, h, w} <= '0;
    end else if (begins) begin
      walks <= 1'b1;
      {n, c, h, w} <= '0;
    end else if (moves) begin
      w <= last_w ? '0 : w + 1'b1;
      if (last_w) h <= last_h ? '0 : h + 1'b1;
      if (last_w && last_h) c <= last_c ? '0 : c + 1'b1;
      if (last_w && last_h && last_c) n <= n + 1'b1;
      if (last_w && last_h && last_c && last_n) walks <= 1'b0;
    end
endmodule
