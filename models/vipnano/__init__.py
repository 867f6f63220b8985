"""The reference device of VeriSilicon's VIPNano (docs/vipnano/README.md)."""
