"""The vendor's functional model of BM1684X as a judge: what it makes of random words, held against the operations here.

It is a library without sources that comes with the Python package `tpu_mlir`. Nothing of it is in this repository: it
is looked for where it is installed, known by its hash, and loaded in a process of its own, since it ends its process
when an argument displeases it.
"""
