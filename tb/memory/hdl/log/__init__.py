"""The log that an HDL memory writes about its port, read by whole arrays."""
