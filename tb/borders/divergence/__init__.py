"""From what was found at the borders, in carriers and in errors to the unit that is wrong."""
