"""Structures that a task's blobs hold, as the kernel driver and the processor's emulator know them."""
