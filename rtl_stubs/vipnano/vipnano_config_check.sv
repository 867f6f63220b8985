// What the sizes of a configuration must be to each other for the RTL to compute what it should. A relation that is not kept
// instantiates a module that nobody has, whose name says what must be.
module vipnano_config_check
  import vipnano_config_pkg::*;
();
  function automatic bit is_power(input int number);
    is_power = number > 0 && (number & (number - 1)) == 0;
  endfunction

  if (!is_power(DATA_BYTES) || DATA_BYTES < 4 || DATA_BYTES > 32) begin : g_port
    a_beat_must_have_4_8_16_or_32_bytes refused ();
  end
  if (NN_CORES < 2 || NN_CORES > 15 || HEADER_BYTES != STREAM_ALIGN_BYTES) begin : g_cores
    there_must_be_2_to_15_cores_and_a_header_of_one_piece refused ();
  end
  if (ZRL_BITS < 1 || ZRL_BITS > 8) begin : g_runs
    a_run_must_have_1_to_8_bits refused ();
  end
endmodule
