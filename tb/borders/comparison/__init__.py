"""What a border is, and how what passed it is compared with what must pass it."""
