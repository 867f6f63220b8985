"""What passes between NVDLA's units, what must pass there by the reference device, and units that only carry."""
