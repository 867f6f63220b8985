"""Which runs and which tests have hit which bins, in arrays over all bins of a configuration."""
