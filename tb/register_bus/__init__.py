"""Register reads and writes on whatever bus a design has: what all buses have in common, and a folder for each bus."""
