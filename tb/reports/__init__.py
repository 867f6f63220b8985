"""What a run leaves behind and how it is shown."""
