"""Cases of Sophgo's TPU: streams, dumps of memory, and traces with memory images."""

from tests.fuzz.sophgo.streams import dump_case, stream_case
from tests.fuzz.sophgo.traces import trace_case

KINDS = {"stream": stream_case, "dump": dump_case, "trace": trace_case}


def prepare():
    """Nothing is shared."""
