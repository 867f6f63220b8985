"""The demonstration of ``make sim``: small networks that see which way the stripes of a picture run."""
