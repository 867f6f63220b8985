"""Files in FlatBuffers' format: ours read by the public package, its own by us, cut ones and wild ones refused."""

from dataclasses import dataclass

import flatbuffers
import flatbuffers.number_types as numbers
import flatbuffers.table
import numpy as np
import pytest

from sequences.flatbuffers.fields import BYTES, TEXT, TEXTS, InPlace, Numbers, Tables, flat
from sequences.flatbuffers.reader import FlatBufferError, read_root
from sequences.flatbuffers.writer import write_root


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    size: int = flat("Q")
    name: str = flat(TEXT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    version: tuple[int, int, int] = flat(InPlace("BBB"))
    small: int = flat("B")
    least: int = flat("i")
    half: float = flat("f")
    name: str = flat(TEXT)
    data: bytes = flat(BYTES)
    names: tuple[str, ...] = flat(TEXTS)
    sizes: tuple[int, ...] = flat(Numbers("Q"))
    leaves: tuple[Leaf, ...] = flat(Tables(Leaf))


def drawn(seed):
    rng = np.random.default_rng(seed)
    words = ["", "a", "weights", "größer"]
    return Tree(
        version=tuple(int(n) for n in rng.integers(0, 256, 3)),
        small=int(rng.integers(256)),
        least=int(rng.integers(-(1 << 31), 1 << 31)),
        half=float(rng.integers(8)) / 2,
        name=str(rng.choice(words)),
        data=rng.bytes(int(rng.integers(20))),
        names=tuple(str(word) for word in rng.choice(words, rng.integers(4))),
        sizes=tuple(int(n) for n in rng.integers(0, 1 << 60, rng.integers(4))),
        leaves=tuple(Leaf(size=int(n), name=str(rng.choice(words))) for n in rng.integers(0, 9, rng.integers(4))),
    )


@pytest.mark.parametrize("seed", range(30))
def test_what_is_written_is_read(seed):
    tree = drawn(seed)
    assert read_root(write_root(tree), Tree, "tree") == tree


def of_package(data):
    root = int.from_bytes(data[:4], "little")
    return flatbuffers.table.Table(bytearray(data), root)


@pytest.mark.parametrize("seed", range(10))
def test_the_public_package_reads_what_we_write(seed):
    tree = drawn(seed)
    table = of_package(write_root(tree, "TREE"))

    def place(number):
        return table.Offset(4 + 2 * number)

    at = place(2)
    assert (table.Get(numbers.Int32Flags, table.Pos + at) if at else 0) == tree.least
    if at := place(0):
        assert tuple(table.Get(numbers.Uint8Flags, table.Pos + at + number) for number in range(3)) == tree.version
    if at := place(4):
        assert table.String(table.Pos + at).decode() == tree.name
    if at := place(7):
        start = table.Vector(at)
        found = [table.Get(numbers.Uint64Flags, start + 8 * number) for number in range(table.VectorLen(at))]
        assert tuple(found) == tree.sizes
        assert start % 8 == 0
    if at := place(8):
        for number, leaf in enumerate(tree.leaves):
            inner = flatbuffers.table.Table(table.Bytes, table.Indirect(table.Vector(at) + 4 * number))
            size = inner.Offset(4)
            assert (inner.Get(numbers.Uint64Flags, inner.Pos + size) if size else 0) == leaf.size


def test_we_read_what_the_public_package_writes():
    builder = flatbuffers.Builder(0)
    leaves = []
    for size, name in ((5, "five"), (0, "none")):
        text = builder.CreateString(name)
        builder.StartObject(2)
        builder.PrependUint64Slot(0, size, 0)
        builder.PrependUOffsetTRelativeSlot(1, text, 0)
        leaves.append(builder.EndObject())
    builder.StartVector(4, len(leaves), 4)
    for leaf in reversed(leaves):
        builder.PrependUOffsetTRelative(leaf)
    vector = builder.EndVector()
    data = builder.CreateByteVector(b"\1\2\3")
    builder.StartObject(9)
    builder.Prep(1, 3)
    for number in (3, 2, 1):
        builder.PrependByte(number)
    builder.PrependStructSlot(0, builder.Offset(), 0)
    builder.PrependInt32Slot(2, -7, 0)
    builder.PrependFloat32Slot(3, 0.5, 0)
    builder.PrependUOffsetTRelativeSlot(5, data, 0)
    builder.PrependUOffsetTRelativeSlot(8, vector, 0)
    builder.Finish(builder.EndObject())
    assert read_root(bytes(builder.Output()), Tree, "tree") == Tree(
        version=(1, 2, 3), least=-7, half=0.5, data=b"\1\2\3", leaves=(Leaf(size=5, name="five"), Leaf(name="none"))
    )


def read_or_refused(data):
    """What a file holds; None where it is refused."""
    try:
        return read_root(data, Tree, "tree")
    except FlatBufferError:
        return None


@pytest.mark.parametrize("seed", range(6))
def test_a_file_that_is_cut_anywhere_is_refused_or_whole(seed):
    tree = drawn(seed)
    data = write_root(tree)
    results = [read_or_refused(data[:size]) for size in range(len(data))]
    assert all(found in (tree, None) for found in results)
    assert None in results


@pytest.mark.parametrize("seed", range(20))
def test_wild_bytes_bring_nothing_down(seed):
    rng = np.random.default_rng(seed)
    data = bytearray(write_root(drawn(seed)))
    for _ in range(50):
        data[int(rng.integers(len(data)))] = int(rng.integers(256))
        read_or_refused(bytes(data))


def test_tables_that_share_without_end_are_refused():
    count = 2000
    whole = bytearray(write_root(Tree(leaves=tuple(Leaf(name="n" * 100) for _ in range(count)))))
    table = of_package(bytes(whole))
    start = table.Vector(table.Offset(4 + 2 * 8))
    first = table.Indirect(start)
    inner = flatbuffers.table.Table(table.Bytes, first)
    text = inner.Indirect(inner.Pos + inner.Offset(6))
    whole[text : text + 4] = (len(whole) - text - 4).to_bytes(4, "little")
    for number in range(count):
        at = start + 4 * number
        whole[at : at + 4] = (first - at).to_bytes(4, "little", signed=False) if first >= at else whole[at : at + 4]
    with pytest.raises(FlatBufferError, match="share more bytes than it has"):
        read_root(bytes(whole), Tree, "tree")


@pytest.mark.parametrize(
    ("tree", "text"),
    [(Tree(small=256), "Tree.small: 256 does not fit"), (Tree(least=1 << 31), "Tree.least: 2147483648 does not fit")],
)
def test_a_number_that_does_not_fit_is_named(tree, text):
    with pytest.raises(ValueError, match=text):
        write_root(tree)


def test_a_mark_has_four_letters():
    with pytest.raises(ValueError, match="mark 'AB': it must have 4 letters"):
        write_root(Tree(), "AB")
