"""All that a test or a script needs to write stimulus, in one place."""

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.config import CONFIGS, NV_FULL
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.device import Device
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.operands import OperandConvertor
from sequences.host import BrokenRuleError, HangError
from sequences.model_host import ModelHost, run
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bench import NvdlaBench, make_bench
from sequences.nvdla.cdp.layers import CdpLayer
from sequences.nvdla.conv.deconvolution import DeconvolutionPlan, Deconvolve, deconvolve
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.mapping.split import Split
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import Playable
from sequences.nvdla.lut.design import LutDesign, design_table
from sequences.nvdla.lut.functions import lrn_table, sigmoid_table, square_root_table, tanh_table
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.post_processing.batch_norm import batch_norm
from sequences.nvdla.post_processing.compare import differs
from sequences.nvdla.post_processing.compare_batches import batches_differ
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import (
    Step,
    add,
    affine,
    bias,
    equal,
    lookup,
    maximum,
    minimum,
    multiply,
    normalise,
    prelu,
    relu,
)
from sequences.nvdla.rubik.layers import RubikContract, RubikMerge, RubikSplit
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.kept import AnyTensor
from sequences.nvdla.tensors.kernel_orders import ForFeatures, ForImage, ForWinograd
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.operands import OperandTensor
from sequences.nvdla.tensors.tensor import Tensor

__all__ = [
    "CONFIGS",
    "NV_FULL",
    "AnyTensor",
    "BrokenRuleError",
    "CdpConvertor",
    "CdpLayer",
    "Convertor",
    "Convolve",
    "Copy",
    "DeconvolutionPlan",
    "Deconvolve",
    "Device",
    "FirmwareKnobs",
    "ForFeatures",
    "ForImage",
    "ForWinograd",
    "HangError",
    "ImageTensor",
    "KernelTensor",
    "LutDesign",
    "ModelHost",
    "NvdlaBench",
    "OperandConvertor",
    "OperandTensor",
    "OutputConvertor",
    "PdpLayer",
    "Playable",
    "Pool",
    "RubikContract",
    "RubikMerge",
    "RubikSplit",
    "SdpLayer",
    "Split",
    "Step",
    "Tensor",
    "TensorBatch",
    "add",
    "affine",
    "batch_norm",
    "batches_differ",
    "bias",
    "deconvolve",
    "design_table",
    "differs",
    "equal",
    "lookup",
    "lrn_table",
    "make_bench",
    "maximum",
    "minimum",
    "multiply",
    "normalise",
    "prelu",
    "relu",
    "run",
    "sigmoid_table",
    "square_root_table",
    "tanh_table",
]
