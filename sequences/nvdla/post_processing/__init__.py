"""What SDP does with cubes, written in a line."""
