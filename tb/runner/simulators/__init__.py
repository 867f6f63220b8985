"""The simulators: how each is called, and how their programs run."""
