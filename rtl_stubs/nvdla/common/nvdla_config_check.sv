// What the numbers of a configuration must be to each other, and at most, for the RTL to compute what it should:
// docs/configurations.md, 'Relations'. The rules of the configuration's file say it first, and with the numbers; this is for
// who skips them. A relation that is not kept instantiates a module that nobody has, whose name says what must be: Icarus 11
// has no elaboration tasks, and this ends the elaboration everywhere.
module nvdla_config_check
  import nvdla_config_pkg::*;
();
  localparam int CONVOLUTION_BLOCKS = HAS_CDMA + HAS_CSC + HAS_CMAC_A + HAS_CMAC_B + HAS_CACC;
  localparam int TILE_SIDE = 4;  // of Winograd: rows and columns of a tile, and channels of an operation of it

  function automatic bit is_power(input int number);
    is_power = number > 0 && (number & (number - 1)) == 0;
  endfunction

  // Whether what a memory port does is what the memory interface can do
  function automatic bit is_port(input int burst_beats, input int boundary_bytes, input int align_bytes);
    is_port = burst_beats >= 1 && burst_beats <= 256 && (MEMORY_LEN_BITS >= 8 || burst_beats <= 2 ** MEMORY_LEN_BITS)
      && is_power(boundary_bytes) && boundary_bytes >= burst_beats * MEMORY_DATA_BYTES
      && is_power(align_bytes) && align_bytes >= ATOM_BYTES && align_bytes <= MEMORY_DATA_BYTES;
  endfunction

  localparam bit POWERS = is_power(ATOM_BYTES) && is_power(MAC_CHANNELS) && is_power(MAC_INT8_KERNELS) && is_power(CBUF_BANKS)
    && is_power(CBUF_BANK_ENTRIES) && is_power(CBUF_ENTRY_BYTES) && is_power(CBUF_FLUSH_BYTES)
    && is_power(PDP_BANK_ATOMS) && is_power(BLOCK_BYTES) && is_power(MEMORY_DATA_BYTES);
  localparam bit PORTS =
    is_port(DBB_MAX_BURST_BEATS, DBB_BURST_BOUNDARY_BYTES, DBB_WRITE_ALIGN_BYTES)
    && is_port(CVSRAM_MAX_BURST_BEATS, CVSRAM_BURST_BOUNDARY_BYTES, CVSRAM_WRITE_ALIGN_BYTES);

  if (!POWERS) begin : g_powers
    sizes_must_be_powers_of_two refused ();
  end
  if (ATOM_BYTES < 8) begin : g_atom
    atom_bytes_must_be_8_or_more refused ();
  end
  if (MEMORY_DATA_BYTES < ATOM_BYTES || MEMORY_DATA_BYTES > 128) begin : g_beat
    a_beat_must_hold_an_atom_and_have_128_bytes_at_most refused ();
  end
  if (!PORTS) begin : g_ports
    bursts_must_have_1_to_256_beats_within_len_bits_and_boundary refused ();
  end
  if (MEMORY_LEN_BITS < 1) begin : g_len
    len_bits_must_be_1_or_more refused ();
  end
  if (BDMA_SLOTS < 1 || BDMA_SLOTS > 255) begin : g_slots
    bdma_slots_must_be_1_to_255 refused ();
  end
  if (PDP_BANK_ATOMS > 8192) begin : g_pdp
    pdp_bank_atoms_must_be_8192_or_less refused ();
  end

  // Units
  if (CONVOLUTION_BLOCKS % 5 != 0 || HAS_SDP != HAS_SDP_RDMA || HAS_PDP != HAS_PDP_RDMA || HAS_CDP != HAS_CDP_RDMA)
  begin : g_together
    blocks_of_a_unit_must_be_there_together refused ();
  end
  if (HAS_CDMA != 0 && HAS_SDP == 0) begin : g_sdp
    convolution_must_have_sdp refused ();
  end
  if (FEATURE_SDP_LUT != 0 && FEATURE_SDP_Y == 0) begin : g_sdp_lut
    sdp_lut_must_have_sdp_y refused ();
  end
  if (LUT_LE_ENTRIES < 2 || LUT_LE_ENTRIES > 128) begin : g_le
    table_le_must_have_2_to_128_entries refused ();
  end
  if (LUT_LO_ENTRIES < 2 || LUT_LO_ENTRIES > 512) begin : g_lo
    table_lo_must_have_2_to_512_entries refused ();
  end

  if (HAS_CDMA != 0) begin : g_convolution
    if (CBUF_ENTRY_BYTES < MEMORY_DATA_BYTES) begin : g_entry
      cbuf_entry_must_hold_a_beat refused ();
    end
    if (CBUF_FLUSH_BYTES > 2 * CBUF_ENTRY_BYTES) begin : g_flush
      cbuf_flush_bytes_must_be_two_entries_or_less refused ();
    end
    if (CBUF_BANKS < (FEATURE_WEIGHT_COMPRESSION != 0 ? 3 : 2)) begin : g_banks
      cbuf_must_have_banks_for_data_weights_and_masks refused ();
    end
    if (CBUF_ENTRY_BYTES != 2 * MAC_CHANNELS && !(PRECISION_16_BITS == 0 && CBUF_ENTRY_BYTES == MAC_CHANNELS)) begin : g_channels
      cbuf_entry_must_hold_an_element_of_each_mac_channel refused ();
    end
    if (MAC_INT8_KERNELS != ATOM_BYTES) begin : g_kernels
      mac_int8_kernels_must_be_as_many_as_an_atom_has_bytes refused ();
    end
    if (PRECISION_FP16 != 0 && MAC_CHANNELS > 64) begin : g_fp16
      mac_channels_must_be_64_or_fewer_with_fp16 refused ();
    end
    if (FEATURE_WINOGRAD != 0 && (MAC_CHANNELS != TILE_SIDE ** 3 || CBUF_ENTRY_BYTES != TILE_SIDE * ATOM_BYTES))
    begin : g_winograd
      winograd_must_have_64_mac_channels_and_entries_of_4_atoms refused ();
    end
  end
endmodule
