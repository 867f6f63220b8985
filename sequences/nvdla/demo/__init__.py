"""The demonstration of ``make sim``: a small network that sees which way the stripes of a picture run."""
