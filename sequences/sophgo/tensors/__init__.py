"""Arrays in memory and in the lanes, as operations take them."""
