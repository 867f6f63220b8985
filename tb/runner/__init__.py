"""Building designs and running simulations: no simulation module is imported here."""
