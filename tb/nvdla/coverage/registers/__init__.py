"""What is to be covered of registers: accesses, toggled bits, groups in turn, interrupts."""
