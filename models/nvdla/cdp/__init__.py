"""CDP: local response normalisation, each element multiplied by a function of the squares around it."""
