// The sides of a transfer: the shape and the strides of what is read and of what is written.
package sophgo_gdma_sides_pkg;
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_words_pkg::*;
  import sophgo_number_pkg::*;
  import sophgo_gdma_pkg::*;

  function automatic loops_t loops_of(
    input logic [COUNT_BITS-1:0] n, input logic [COUNT_BITS-1:0] c, input logic [COUNT_BITS-1:0] h,
    input logic [COUNT_BITS-1:0] w
  );
    loops_of = {n, c, h, w, w};
  endfunction

  // The sizes of elements as words have them, floating-point numbers among these
  function automatic size_t move_size(input logic [2:0] format);
    case (format)
      3'd0: move_size = BITS_8;
      3'd2, 3'd4: move_size = BITS_32;
      default: move_size = BITS_16;
    endcase
  endfunction

  function automatic loops_t source_loops(input dma_tensor_t word);
    source_loops = loops_of(
      COUNT_BITS'(word.src_nsize), COUNT_BITS'(word.src_csize), COUNT_BITS'(word.src_hsize), COUNT_BITS'(word.src_wsize));
  endfunction

  function automatic loops_t target_loops(input dma_tensor_t word);
    target_loops = loops_of(
      COUNT_BITS'(word.dst_nsize), COUNT_BITS'(word.dst_csize), COUNT_BITS'(word.dst_hsize), COUNT_BITS'(word.dst_wsize));
  endfunction

  // The sides of a word: with strides that it gives, or as tensors of a shape usually are
  function automatic tensor_t source_of(input dma_tensor_t word, input loops_t shape);
    source_of = {
      word.src_start_addr_h8, word.src_start_addr_l32, 2'd1, word.src_nstride, word.src_cstride, word.src_hstride,
      word.src_wstride};
    if (!word.stride_enable)
      source_of = usual_tensor(source_of.address, shape, move_size(word.src_data_format));
  endfunction

  function automatic tensor_t target_of(input dma_tensor_t word, input loops_t shape);
    target_of = {
      word.dst_start_addr_h8, word.dst_start_addr_l32, 2'd1, word.dst_nstride, word.dst_cstride, word.dst_hstride,
      word.dst_wstride};
    if (!word.stride_enable)
      target_of = usual_tensor(target_of.address, shape, move_size(word.src_data_format));
  endfunction

  // A tensor of which a word has no strides: aligned in local memory, elsewhere without gaps
  function automatic tensor_t usual_tensor(
    input logic [ADDRESS_BITS-1:0] address, input loops_t shape, input size_t size
  );
    logic [COUNT_BITS-1:0] elements;  // of a channel
    logic [COUNT_BITS-1:0] rows;
    elements = shape.h * shape.w;
    rows = shape.c;
    if (memory_of(address) == LOCAL) begin
      elements = (((elements << size) + (EU_BYTES - 1)) & ~COUNT_BITS'(EU_BYTES - 1)) >> size;
      rows = (COUNT_BITS'(first_lane(address)) + shape.c + (LANES - 1)) >> LANE_BITS;
    end
    usual_tensor = {address, 2'd1, rows * elements, elements, shape.w, STRIDE_BITS'(1)};
  endfunction

  function automatic logic [LANE_BITS-1:0] first_lane(input logic [ADDRESS_BITS-1:0] address);
    first_lane = LANE_BITS'((address - LOCAL_BASE) >> PLACE_BITS);
  endfunction
endpackage
