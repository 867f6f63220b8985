"""The page: a frame, styles and scripts of our own, put together with the data into one file."""
