"""What is drawn at random: kernels, layers, jobs."""
