"""PDP: pooling, with its read DMA (docs/nvdla/pooling_and_normalisation.md)."""
