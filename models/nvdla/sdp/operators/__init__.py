"""SDP's operators X1, X2 and Y: how they are set, their operands, what they compute."""
