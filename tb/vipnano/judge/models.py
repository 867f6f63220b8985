"""Layers as models of one operator, in LiteRT's own form; for the judge's process alone."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sequences.vipnano.layers import Add, Conv2d, FullyConnected, Layer, Quantisation

VERSION = 3
"""Of the form."""


def model_of(layer: Layer) -> bytes:
    """The model of a layer."""
    return _Model().of(layer)


class _Model:
    """A model that gets tensors and one operator."""

    def __init__(self) -> None:
        self._schema: Any = importlib.import_module("ai_edge_litert.schema_py_generated")
        self._builder: Any = importlib.import_module("flatbuffers").Builder(1024)
        self._tensors: list[Any] = []
        self._buffers: list[Any] = [self._schema.BufferT()]

    def of(self, layer: Layer) -> bytes:
        """The bytes of the model."""
        match layer:
            case Add():
                inputs, options, code = self._add(layer)
            case FullyConnected():
                inputs, options, code = self._fully_connected(layer)
            case Conv2d():
                inputs, options, code = self._convolution(layer)
        output = self._tensor((1, *layer.out_shape), layer.output)
        return self._packed(inputs, len(layer.in_shapes), output, options, code)

    def _add(self, layer: Add) -> tuple[list[int], Any, str]:
        inputs = [self._tensor((1, *layer.shape), item) for item in (layer.first, layer.second)]
        return inputs, self._schema.AddOptionsT(), "ADD"

    def _fully_connected(self, layer: FullyConnected) -> tuple[list[int], Any, str]:
        inputs = self._weighted((1, layer.weights.shape[1]), layer)
        return inputs, self._schema.FullyConnectedOptionsT(), "FULLY_CONNECTED"

    def _convolution(self, layer: Conv2d) -> tuple[list[int], Any, str]:
        inputs = self._weighted((1, layer.lines, layer.columns, layer.channels), layer)
        schema = self._schema
        options = schema.DepthwiseConv2DOptionsT() if layer.depthwise else schema.Conv2DOptionsT()
        options.padding = schema.Padding.SAME if layer.same else schema.Padding.VALID
        options.strideH, options.strideW = layer.stride
        options.dilationHFactor = options.dilationWFactor = 1
        if layer.depthwise:
            options.depthMultiplier = layer.out_channels // layer.channels
        return inputs, options, "DEPTHWISE_CONV_2D" if layer.depthwise else "CONV_2D"

    def _weighted(self, shape: tuple[int, ...], layer: Conv2d | FullyConnected) -> list[int]:
        product = float(np.float32(layer.input.scale) * np.float32(layer.kernel.scale))
        return [
            self._tensor(shape, layer.input),
            self._tensor(layer.weights.shape, layer.kernel, layer.weights),
            self._tensor(layer.bias.shape, Quantisation(product, 0), layer.bias),
        ]

    def _tensor(
        self, shape: tuple[int, ...], quantisation: Quantisation, data: NDArray[np.generic] | None = None
    ) -> int:
        """A tensor, with its bytes if they are constant; returns its number."""
        schema = self._schema
        tensor = schema.TensorT()
        tensor.shape = list(shape)
        tensor.type = (
            schema.TensorType.INT32 if data is not None and data.dtype == np.int32 else schema.TensorType.UINT8
        )
        tensor.quantization = schema.QuantizationParametersT()
        tensor.quantization.scale, tensor.quantization.zeroPoint = [quantisation.scale], [quantisation.zero_point]
        tensor.buffer = 0
        if data is not None:
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(np.ascontiguousarray(data).tobytes(), np.uint8)
            tensor.buffer = len(self._buffers)
            self._buffers.append(buffer)
        self._tensors.append(tensor)
        return len(self._tensors) - 1

    def _packed(self, inputs: list[int], variable: int, output: int, options: Any, code: str) -> bytes:  # noqa: ANN401 - made by the schema
        """The model with its one operator, of whose inputs the first ones are the model's."""
        schema = self._schema
        operator, operator_code = schema.OperatorT(), schema.OperatorCodeT()
        operator_code.builtinCode = getattr(schema.BuiltinOperator, code)
        operator_code.deprecatedBuiltinCode = operator_code.builtinCode
        operator_code.version = 1
        operator.opcodeIndex, operator.inputs, operator.outputs = 0, inputs, [output]
        operator.builtinOptions = options
        operator.builtinOptionsType = getattr(schema.BuiltinOptions, type(options).__name__.removesuffix("T"))
        graph, model = schema.SubGraphT(), schema.ModelT()
        graph.tensors, graph.operators = self._tensors, [operator]
        graph.inputs, graph.outputs = inputs[:variable], [output]
        model.version, model.operatorCodes, model.subgraphs = VERSION, [operator_code], [graph]
        model.buffers = self._buffers
        self._builder.Finish(model.Pack(self._builder), file_identifier=b"TFL3")
        return bytes(self._builder.Output())
