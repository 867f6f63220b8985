"""Which lines, branches, expressions and bits of the RTL were reached: what Verilator counts, merged."""
