"""What the kernel driver writes into registers for each kind of operation, as descriptors."""
