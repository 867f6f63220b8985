// Which words of the GDMA have a member with a value that they must not have (docs/sophgo/README.md, 'Words').
package sophgo_gdma_rules_pkg;
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
  import sophgo_words_pkg::*;
  import sophgo_number_pkg::*;

  localparam logic [2:0] LARGEST_FORMAT = 3'd5;

  function automatic logic is_refused(input logic [WORD_BITS-1:0] word);
    gdma_head_t         head;
    dma_tensor_t        tensor;
    dma_masked_select_t select;
    dma_nonzero_t       nonzero;
    dma_gather_t        gather;
    head = word[$bits(gdma_head_t)-1:0];
    tensor = word;
    select = word;
    nonzero = word;
    gather = word;
    case (head.cmd_type)
      DMA_TENSOR_OPCODE: is_refused = tensor_refused(tensor);
      DMA_MATRIX_OPCODE: is_refused = matrix_refused(tensor);
      DMA_MASKED_SELECT_OPCODE: is_refused = source_empty(tensor) || !is_integer(select.mask_data_format);
      DMA_NONZERO_OPCODE:
        is_refused = source_empty(tensor) || !is_integer(nonzero.src_data_format)
          || nonzero.index_data_format != PREC_32;
      DMA_GATHER_OPCODE:
        is_refused = gather.src_csize == '0 || gather.src_hsize == '0 || gather.src_wsize == '0 || gather.dst_hsize == '0;
      default: is_refused = source_empty(tensor);
    endcase
    is_refused = is_refused || head.src_data_format > LARGEST_FORMAT;
  endfunction

  function automatic logic source_empty(input dma_tensor_t word);
    source_empty = word.src_nsize == '0 || word.src_csize == '0 || word.src_hsize == '0 || word.src_wsize == '0;
  endfunction

  function automatic logic target_empty(input dma_tensor_t word);
    target_empty = word.dst_nsize == '0 || word.dst_csize == '0 || word.dst_hsize == '0 || word.dst_wsize == '0;
  endfunction

  function automatic logic tensor_refused(input dma_tensor_t word);
    logic copies, fills;
    copies = word.cmd_special_function == DMA_TENSOR_COPY;
    fills = copies && word.fill_constant_en;
    if (fills || word.cmd_special_function == DMA_TENSOR_BROADCAST) tensor_refused = target_empty(word);
    else tensor_refused = source_empty(word) || (copies && !word.nchw_copy && target_empty(word));
  endfunction

  function automatic logic matrix_refused(input dma_tensor_t word);
    logic stores;
    stores = {word.src_start_addr_h8, word.src_start_addr_l32} < STATIC_BASE;
    matrix_refused = word.src_wsize == '0 || word.dst_wsize == '0 || (stores ? word.dst_hsize == '0 : word.src_hsize == '0);
  endfunction
endpackage
