// What the sizes of a configuration must be to each other for the RTL to compute what it should. A relation that is not kept
// instantiates a module that nobody has, whose name says what must be.
module sophgo_config_check
  import sophgo_config_pkg::*;
();
  function automatic bit is_power(input int number);
    is_power = number > 0 && (number & (number - 1)) == 0;
  endfunction

  if (!is_power(LANES) || !is_power(LANE_BYTES) || !is_power(EU_BYTES) || !is_power(DATA_BYTES)) begin : g_powers
    sizes_must_be_powers_of_two refused ();
  end
  if (LANES < 4 || LANES > 64 || KERNEL_BYTES % LANES != 0) begin : g_lanes
    there_must_be_4_to_64_lanes_and_a_kernel_must_have_a_multiple_of_them refused ();
  end
  if (DATA_BYTES < 4 || DATA_BYTES > 64 || MAX_BURST_BEATS > 256) begin : g_port
    the_port_must_have_4_to_64_bytes_and_bursts_of_at_most_256_beats refused ();
  end
endmodule
