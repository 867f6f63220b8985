"""``python -m tb.vipnano.judge.child <folder>``: the process in which the judge runs.

On its standard input come layers with their tensors, on its standard output go outputs, one for each: pickled. What the
library prints goes to standard error.
"""

from __future__ import annotations

import importlib
import os
import pickle
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sequences.vipnano.layers import Layer
from tb.vipnano.judge.models import model_of


def judged(layer: Layer, tensors: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """What the judge makes of a layer."""
    library: Any = importlib.import_module("ai_edge_litert.interpreter")
    kernels = library.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    interpreter = library.Interpreter(
        model_content=model_of(layer), experimental_op_resolver_type=kernels, num_threads=1
    )
    interpreter.allocate_tensors()
    for described, tensor in zip(interpreter.get_input_details(), tensors, strict=True):
        interpreter.set_tensor(described["index"], tensor[np.newaxis])
    interpreter.invoke()
    output: NDArray[np.uint8] = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])[0]
    return output


def main() -> None:
    """Answer until there are no more questions, with standard output for answers alone."""
    sys.path.insert(0, sys.argv[1])
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        while True:
            try:
                layer, tensors = pickle.load(sys.stdin.buffer)
            except EOFError:
                return
            try:
                answer: object = judged(layer, tensors)
            except (RuntimeError, ValueError) as error:
                answer = str(error)
            pickle.dump(answer, answers)
            answers.flush()


if __name__ == "__main__":
    main()
