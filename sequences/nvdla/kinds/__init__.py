"""Kinds of layers: what is drawn and played alike, whichever unit it is of."""
