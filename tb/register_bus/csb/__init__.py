"""The CSB agent: register reads and writes on the configuration space bus."""
