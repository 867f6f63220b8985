"""cocotb and pyuvm tests of VIPNano."""
