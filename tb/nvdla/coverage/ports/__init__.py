"""What is to be covered of memory ports: their traffic."""
