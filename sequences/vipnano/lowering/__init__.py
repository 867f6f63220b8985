"""What a driver makes of layers (docs/vipnano/README.md, 'What the driver makes of layers')."""
