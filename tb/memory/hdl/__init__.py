"""The HDL memory: SystemVerilog that answers a port beside the design, and the top level that puts it there."""
