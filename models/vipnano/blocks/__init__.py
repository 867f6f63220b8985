"""The register blocks: the queue of jobs, and what software learns of it."""
