"""Traces whose commands are in `input.txn`: read and written (docs/traces.md)."""
