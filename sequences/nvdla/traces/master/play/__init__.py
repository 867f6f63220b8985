"""Playing traces of master's dialect (docs/nvdla/traces.md, 'How traces of master are played')."""
