"""What is to be covered of VIPNano."""
