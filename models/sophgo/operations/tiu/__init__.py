"""What words of the TIU do."""
