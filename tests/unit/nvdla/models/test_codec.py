"""What metadata of fields say of registers: decoded, encoded, and shared by blocks."""

from dataclasses import dataclass, field, replace

import pytest

from models.nvdla.codec.codec import decode, encode, shared_fields
from models.nvdla.codec.forms import FLAG, LESS_ONE, NAME
from models.nvdla.codec.items import either, held, meant
from models.nvdla.codec.parts import choice, part
from models.nvdla.codec.words import Only, Place, SharedField, Words, places
from models.nvdla.config import NV_FULL
from models.nvdla.registers import registers

BLOCKS = registers(NV_FULL).blocks
MODE = "SDP|SDP_RDMA.D_FEATURE_MODE_CFG"
FLYING, NOT_FLYING = Only.of(f"{MODE}.FLYING_MODE", "ON"), Only.of(f"{MODE}.FLYING_MODE", "ON").others


@dataclass(frozen=True, kw_only=True)
class Extent:
    size: int = field(default=0, metadata=held("SDP|SDP_RDMA.D_DATA_CUBE_{axis}.{axis}", form=LESS_ONE))


@dataclass(frozen=True, kw_only=True)
class Read:
    precision: str = field(metadata=held("SDP_RDMA.D_FEATURE_MODE_CFG.IN_PRECISION", form=NAME))


@dataclass(frozen=True, kw_only=True)
class Told:
    read: Read | None = field(default=None, metadata=choice(f"{MODE}.FLYING_MODE", ON=None, OFF=part(Read)))
    width: Extent = field(default=Extent(), metadata=part(Extent, axis="WIDTH"))
    height: Extent = field(default=Extent(), metadata=part(Extent, axis="HEIGHT"))
    batches: int = field(default=1, metadata=meant(held("SDP.D_FEATURE_MODE_CFG.BATCH_NUMBER", form=LESS_ONE), FLYING))
    winograd: bool = field(
        default=False,
        metadata=either(
            held(f"{MODE}.WINOGRAD", form=FLAG, only=(FLYING,)),
            held("SDP_RDMA.D_FEATURE_MODE_CFG.WINOGRAD", form=FLAG, only=(NOT_FLYING,)),
        ),
    )


@dataclass(frozen=True, kw_only=True)
class WidthAlone:
    width: Extent


def words(values):
    return Words(BLOCKS, NV_FULL, values)


LAYERS = (
    Told(width=Extent(size=3), height=Extent(size=5), batches=7, winograd=True),
    Told(read=Read(precision="FP16"), width=Extent(size=8192), height=Extent(size=1), winograd=True),
)


@pytest.mark.parametrize("layer", LAYERS)
def test_words_give_a_layer_back(layer):
    assert decode(Told, words(encode(BLOCKS, NV_FULL, layer))) == layer


def test_blocks_that_are_not_there_leave_defaults():
    made = encode(BLOCKS, NV_FULL, LAYERS[1])
    assert decode(Told, words({"SDP": made["SDP"]})) == Told(width=Extent(size=8192), height=Extent(size=1))
    assert decode(WidthAlone, words({"SDP_RDMA": made["SDP_RDMA"]}), Told).width == Extent(size=8192)


def test_what_means_nothing_is_written_and_not_decoded():
    made = encode(BLOCKS, NV_FULL, replace(LAYERS[1], batches=9))
    assert BLOCKS["SDP"].D_FEATURE_MODE_CFG.BATCH_NUMBER.get(made["SDP"]["D_FEATURE_MODE_CFG"]) == 8
    assert decode(Told, words(made)).batches == 1


def test_a_size_that_does_not_fit_is_named():
    with pytest.raises(ValueError, match="HEIGHT: 0 does not fit; 1 to 8192 do"):
        encode(BLOCKS, NV_FULL, Told(width=Extent(size=1)))


def test_a_part_alone_is_given_its_names():
    made = encode(BLOCKS, NV_FULL, Extent(size=4), axis="WIDTH")
    assert made == {name: {"D_DATA_CUBE_WIDTH": 3} for name in ("SDP", "SDP_RDMA")}


def test_blocks_share_what_several_have():
    assert shared_fields(Told) == (
        SharedField(places(f"{MODE}.FLYING_MODE")),
        SharedField(places("SDP|SDP_RDMA.D_DATA_CUBE_WIDTH.WIDTH")),
        SharedField(places("SDP|SDP_RDMA.D_DATA_CUBE_HEIGHT.HEIGHT")),
        SharedField(places(f"{MODE}.WINOGRAD"), (FLYING,)),
    )


def test_what_blocks_share_matters_in_layers_of_its_kind():
    *_, winograd = shared_fields(Told)
    flying, reading = (words(encode(BLOCKS, NV_FULL, layer)) for layer in LAYERS)
    assert winograd.matters(flying)
    assert not winograd.matters(reading)
    assert winograd.values(flying) == dict.fromkeys(places(f"{MODE}.WINOGRAD"), 1)
    assert str(Place("SDP", "D_CVT_SHIFT", "CVT_SHIFT")) == "SDP.D_CVT_SHIFT.CVT_SHIFT"
