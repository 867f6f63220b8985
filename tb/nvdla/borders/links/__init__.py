"""The links between units: what their payloads consist of."""
