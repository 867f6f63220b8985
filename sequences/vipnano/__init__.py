"""Stimulus for VeriSilicon's VIPNano: quantised layers, and what a driver makes of them."""
