"""What words of the GDMA do."""
