"""Faults on the way to memory: addresses, what the two units share, and the CSB (see `planted`)."""

from tests.selfcheck.planted import PlantedFault

ADDRESSES = (
    PlantedFault(
        name="high-address-word-cut",
        file="bdma/nvdla_bdma_side.sv",
        text="assign request.base = ADDRESS_BITS'(address);",
        replacement="assign request.base = ADDRESS_BITS'(address[31:0]);",
        test="addresses.BdmaAddressBitsTest",
        kind="stray-read",
    ),
    PlantedFault(
        name="address-bit-dropped-where-rubik-reads",
        file="rubik/nvdla_rbk_plan.sv",
        text="source.base = ADDRESS_BITS'({layer.d_dain_addr_high,",
        replacement="source.base = ADDRESS_BITS'({layer.d_dain_addr_high & ~32'h8,",
        test="addresses.RubikAddressBitsTest",
        kind="stray-read",
    ),
    PlantedFault(
        name="address-bit-dropped-where-rubik-writes",
        file="rubik/nvdla_rbk_plan.sv",
        text="destination.base = ADDRESS_BITS'({layer.d_daout_addr_high,",
        replacement="destination.base = ADDRESS_BITS'({layer.d_daout_addr_high & ~32'h20,",
        test="addresses.RubikAddressBitsTest",
        kind="stray-write",
    ),
    PlantedFault(
        name="carry-of-a-stride-lost",
        file="dma/nvdla_dma_pkg.sv",
        text="address = addresses[level] + strides[level];",
        replacement="address = (addresses[level] & ~WORD) | ((addresses[level] + strides[level]) & WORD);".replace(
            "WORD", "ADDRESS_BITS'(32'hffff_ffff)"
        ),
        test="addresses.BdmaCarriesTest",
        kind="stray-read",
    ),
    PlantedFault(
        name="carry-lost-between-bursts-that-read",
        file="memory/nvdla_read_client.sv",
        text="address <= address + (ADDRESS_BITS'(burst_beats) << BEAT_LSB);",
        replacement="address <= {address[ADDRESS_BITS-1:32], address[31:0] + (32'(burst_beats) << BEAT_LSB)};",
        test="addresses.RubikCarriesTest",
        kind="stray-read",
    ),
    PlantedFault(
        name="carry-lost-between-bursts-that-write",
        file="memory/nvdla_write_client.sv",
        text="{address[ADDRESS_BITS-1:BEAT_LSB] + (ADDRESS_BITS-BEAT_LSB)'(length) + 1'b1,",
        replacement="{address[ADDRESS_BITS-1:32], address[31:BEAT_LSB] + (32-BEAT_LSB)'(length) + 1'b1,",
        test="addresses.BdmaCarriesTest",
        kind="stray-write",
    ),
)
"""Bits above a word, and the carry into them."""

PLANTED_MEMORY = ADDRESSES
