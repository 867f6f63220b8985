"""Pictures as SVG that stands in a page, drawn by matplotlib; whoever needs none does not import it."""
