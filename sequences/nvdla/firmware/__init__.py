"""How software plays layers: what depends on what, groups and slots, interrupts."""
