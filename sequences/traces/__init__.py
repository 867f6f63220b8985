"""Playing traces of any device family: commands, the player, goldens, results."""
