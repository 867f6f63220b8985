// What is to be done for a word: how its tensors are walked, in the order of what is written.
module sophgo_gdma_plan
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_words_pkg::*;
  import sophgo_number_pkg::*;
  import sophgo_gdma_pkg::*;
  import sophgo_gdma_sides_pkg::*;
(
  input  logic [WORD_BITS-1:0] gdma_word,
  input  logic                 word_valid,
  output plan_t                plan
);
  gdma_head_t         head;
  dma_tensor_t        tensor;
  dma_gather_t        gather;
  dma_masked_select_t select;
  dma_nonzero_t       nonzero;

  assign head = gdma_word[$bits(gdma_head_t)-1:0];
  assign tensor = gdma_word;
  assign gather = gdma_word;
  assign select = gdma_word;
  assign nonzero = gdma_word;

  // Guarded, so that it costs a simulator nothing while words come
  always @* begin
    plan = '0;
    if (word_valid) begin
      case (head.cmd_type)
        DMA_MATRIX_OPCODE: plan = matrix_plan(tensor);
        DMA_MASKED_SELECT_OPCODE: plan = select_plan(select);
        DMA_NONZERO_OPCODE: plan = nonzero_plan(nonzero);
        DMA_GATHER_OPCODE: plan = gather_plan(gather);
        default: plan = tensor_plan(tensor);
      endcase
    end
  end

  // Copies and fills: all that lies element by element where it is to lie, after a change of axes perhaps
  function automatic plan_t tensor_plan(input dma_tensor_t word);
    loops_t  shape, loops;
    tensor_t source;
    shape = source_loops(word);
    loops = shape;
    source = source_of(word, shape);
    tensor_plan = '0;
    if (word.cmd_type == DMA_CW_TRANSPOSE_OPCODE) begin
      loops = {shape.n, shape.w, shape.h, shape.c, shape.c};
      source = {source.address, 2'd3, source.n, source.w, source.h, source.c};
    end else if (word.cmd_special_function == DMA_TENSOR_TRANSPOSE) begin
      loops = {shape.c, shape.n, shape.h, shape.w, shape.w};
      source = {source.address, 2'd0, source.c, source.n, source.h, source.w};
    end else if (word.cmd_special_function == DMA_TENSOR_BROADCAST) begin
      loops = target_loops(word);
      shape = {loops.n, COUNT_BITS'(1), loops.h, loops.w, loops.w};
      source = source_of(word, shape);
      source.channels = 2'd2;
      source.c = '0;
    end else begin
      if (word.fill_constant_en) tensor_plan.kind = FILL;
      if (word.fill_constant_en || !word.nchw_copy) loops = target_loops(word);
    end
    tensor_plan.size = move_size(word.src_data_format);
    tensor_plan.read_size = tensor_plan.size;
    tensor_plan.constant = word.constant_value;
    tensor_plan.read_loops =
      word.cmd_type == DMA_TENSOR_OPCODE && word.cmd_special_function == DMA_TENSOR_COPY ? shape : loops;
    tensor_plan.write_loops = loops;
    tensor_plan.read = source;
    tensor_plan.write = target_of(word, loops);
  endfunction

  // A matrix is walked row by row. In local memory its columns are shared out among channels, of which the last one may
  // have fewer; what is elsewhere is transposed.
  function automatic plan_t matrix_plan(input dma_tensor_t word);
    logic                  stores, turns;
    logic [COUNT_BITS-1:0] rows, columns, width, channels;  // rows and columns: of the side elsewhere
    loops_t                there, here;
    tensor_t               source, target;
    stores = memory_of({word.src_start_addr_h8, word.src_start_addr_l32}) == LOCAL;
    turns = word.cmd_special_function == DMA_MATRIX_TRANSPOSE;
    rows = COUNT_BITS'(stores ? word.dst_hsize : word.src_hsize);
    columns = COUNT_BITS'(stores ? word.dst_wsize : word.src_wsize);
    width = COUNT_BITS'(stores ? word.src_wsize : word.dst_wsize);
    there = loops_of(COUNT_BITS'(1), COUNT_BITS'(1), turns ? columns : rows, turns ? rows : columns);
    channels = (there.w + width - 1'b1) / width;
    here = {there.h, channels, COUNT_BITS'(1), width, there.w - (channels - 1'b1) * width};
    source = source_of(word, stores ? here : loops_of(COUNT_BITS'(1), COUNT_BITS'(1), rows, columns));
    target = target_of(word, stores ? loops_of(COUNT_BITS'(1), COUNT_BITS'(1), rows, columns) : here);
    if (stores) begin
      {target.h, target.w} = turns ? {STRIDE_BITS'(1), target.h} : {target.h, STRIDE_BITS'(1)};
      source.w = STRIDE_BITS'(1);
    end else begin
      {source.h, source.w} = turns ? {STRIDE_BITS'(1), source.h} : {source.h, STRIDE_BITS'(1)};
      target.w = STRIDE_BITS'(1);
    end
    matrix_plan = '0;
    matrix_plan.size = move_size(word.src_data_format);
    matrix_plan.read_size = matrix_plan.size;
    {matrix_plan.read_loops, matrix_plan.write_loops} = stores ? {here, there} : {there, here};
    matrix_plan.read = source;
    matrix_plan.write = target;
  endfunction

  // Lines, which an index chooses in each channel
  function automatic plan_t gather_plan(input dma_gather_t word);
    loops_t there, here;  // of the source, of the destination
    there = loops_of(COUNT_BITS'(1), COUNT_BITS'(word.src_csize), word.src_hsize, COUNT_BITS'(word.src_wsize));
    here = loops_of(COUNT_BITS'(1), COUNT_BITS'(word.src_csize), word.dst_hsize, COUNT_BITS'(word.src_wsize));
    gather_plan = '0;
    gather_plan.kind = GATHER;
    gather_plan.size = move_size(word.src_data_format);
    gather_plan.read_size = gather_plan.size;
    gather_plan.key_size = BITS_32;
    gather_plan.constant = word.constant_value;
    gather_plan.read_loops = here;
    gather_plan.write_loops = here;
    gather_plan.lines = word.src_hsize;
    gather_plan.read = usual_tensor({word.src_start_addr_h8, word.src_start_addr_l32}, there, gather_plan.size);
    gather_plan.write = usual_tensor({word.dst_start_addr_h8, word.dst_start_addr_l32}, here, gather_plan.size);
    gather_plan.key = usual_tensor(
      {word.index_start_addr_h8, word.index_start_addr_l32},
      {here.n, here.c, here.h, COUNT_BITS'(1), COUNT_BITS'(1)}, BITS_32);
    if (word.stride_enable) begin
      gather_plan.read = {
        word.src_start_addr_h8, word.src_start_addr_l32, 2'd1, STRIDE_BITS'(0), word.src_cstride, word.src_hstride,
        STRIDE_BITS'(1)};
      gather_plan.write = {
        word.dst_start_addr_h8, word.dst_start_addr_l32, 2'd1, STRIDE_BITS'(0), word.dst_cstride, word.dst_hstride,
        STRIDE_BITS'(1)};
      gather_plan.key = {
        word.index_start_addr_h8, word.index_start_addr_l32, 2'd1, STRIDE_BITS'(0), word.index_cstride,
        word.index_hstride, STRIDE_BITS'(1)};
    end
  endfunction

  // Elements for which the mask is not 0, one behind the other
  function automatic plan_t select_plan(input dma_masked_select_t word);
    select_plan = '0;
    select_plan.kind = SELECT;
    select_plan.size = move_size(word.src_data_format);
    select_plan.read_size = select_plan.size;
    select_plan.key_size = move_size(word.mask_data_format);
    select_plan.read_loops = loops_of(
      COUNT_BITS'(word.src_nsize), COUNT_BITS'(word.src_csize), COUNT_BITS'(word.src_hsize), COUNT_BITS'(word.src_wsize));
    select_plan.read = usual_tensor(
      {word.src_start_addr_h8, word.src_start_addr_l32}, select_plan.read_loops, select_plan.read_size);
    select_plan.key = usual_tensor(
      {word.mask_start_addr_h8[7:0], word.mask_start_addr_l32}, select_plan.read_loops, select_plan.key_size);
    select_plan.write.address = {word.dst_start_addr_h8, word.dst_start_addr_l32};
  endfunction

  // The numbers of elements that are not 0, one behind the other
  function automatic plan_t nonzero_plan(input dma_nonzero_t word);
    nonzero_plan = '0;
    nonzero_plan.kind = NONZERO;
    nonzero_plan.size = BITS_32;
    nonzero_plan.read_size = move_size(word.src_data_format);
    nonzero_plan.constant = word.base_index;
    nonzero_plan.read_loops = loops_of(
      COUNT_BITS'(word.src_nsize), COUNT_BITS'(word.src_csize), COUNT_BITS'(word.src_hsize), COUNT_BITS'(word.src_wsize));
    nonzero_plan.read = usual_tensor(
      {word.src_start_addr_h8, word.src_start_addr_l32}, nonzero_plan.read_loops, nonzero_plan.read_size);
    nonzero_plan.write.address = {word.dst_start_addr_h8, word.dst_start_addr_l32};
  endfunction
endmodule
