"""Random programs: words of both queues that hang on each other, with the data that they need."""
