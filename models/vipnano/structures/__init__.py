"""The structures in memory that jobs are: a description as data, and its values as bytes."""
