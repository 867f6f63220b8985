"""``tb tables``: look-up tables of a function as registers, entries, and a page that shows how far off they are."""
