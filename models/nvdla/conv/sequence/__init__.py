"""In which order CSC feeds the MAC array: which inputs an output takes."""
