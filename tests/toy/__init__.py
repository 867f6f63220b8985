"""Stages of several blocks, made for tests: registers of the real blocks, and arithmetic that a reader can follow.

CONV adds what it knows to its input and flies to SDP; SDP reads memory or is fed, and writes, compares or feeds PDP.
"""
