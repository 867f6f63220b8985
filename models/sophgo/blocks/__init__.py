"""The register blocks: the mailbox, and what the queues show."""
