"""What touches a simulator or runs one, of VeriSilicon's VIPNano."""
