"""LiteRT as a judge: what it makes of random quantised layers, held against the jobs that they become here.

It comes with the Python package `ai-edge-litert`. Nothing of it is in this repository: it is looked for where it is
installed, known by its hash, and loaded in a process of its own. It judges numbers; how the part rounds ties it cannot
know.
"""
