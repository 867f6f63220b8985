"""What must pass the borders of each unit for a layer, by the reference device."""
