"""Jobs as a person writes them down: what follows from other numbers is left out."""
