"""The reference device of BM1684, by the names of its kernel interface (docs/sophgo/names.md, 'BM1684')."""
