"""Random kernels, and what may be wrong with them."""

from dataclasses import replace
from types import MappingProxyType

from models.sophgo.config import CONFIGS
from models.sophgo.kernels.entry import ENTRY_BYTES, KernelEntry, name_number
from models.sophgo.words.description import KINDS, Queue
from models.sophgo.words.stream import UNIT_BYTES
from models.sophgo.words.word import END, Word
from sequences.sophgo.draw.words import draw_word
from sequences.sophgo.kernels import one_behind_another
from sequences.sophgo.queues import Queues
from tests.fuzz.text import chance, pick

CONFIG_NAMES = tuple(CONFIGS)
MOST_WORDS, MOST_KERNELS = 5, 3
TABLE, IMAGE_BYTES = 0x400, 0x2000
"""Where an image of memory has its table of kernels, and how long it is."""
PLACES = (0, 1, TABLE, TABLE + 1, IMAGE_BYTES - 16, IMAGE_BYTES, 1 << 31, (1 << 32) - 16)


def spoilt_streams(rng, config):
    """The streams of a kernel by queue, with some things wrong, sometimes with none."""
    queues = Queues(config)
    for _ in range(int(rng.integers(1, MOST_WORDS + 1))):
        queues.add(draw_word(rng, config))
    streams = {}
    for queue in Queue:
        own = [word for word in queues.words if word.queue is queue]
        for _ in range(int(rng.integers(1, 3)) * chance(rng, 0.5) * bool(own)):
            own = _spoilt_words(rng, own)
        data = b"".join(word.encode().tobytes() for word in [*own, END[queue]])
        streams[queue] = _spoilt_bytes(rng, data) if chance(rng, 0.3) else data
    return streams


def _spoilt_words(rng, words):
    """A member changed, a word of another kind, or words fewer, more or elsewhere: ids run backwards then."""
    words, at = list(words), int(rng.integers(len(words)))
    kind = int(rng.integers(6))
    if kind < 3:
        words[at] = _spoilt_word(rng, words[at])
    elif kind == 3:
        other = pick(rng, list(KINDS.values()))
        words[at] = Word.of(other.name, pick(rng, list(other.functions.values())), cmd_id=words[at]["cmd_id"])
    elif kind == 4:
        words.insert(int(rng.integers(len(words))), words.pop(at))
    else:
        words[at : at + 1] = [words[at]] * int(rng.integers(3))
    return words or [END[pick(rng, list(Queue))]]


def _spoilt_word(rng, word):
    """One of its members at an end, near what it was, or anywhere."""
    name = pick(rng, list(word.kind.fields))
    width = word.kind.fields[name].width
    most, old = (1 << width) - 1, word[name] & (1 << width) - 1
    value = pick(rng, (0, 1, most, most >> 1, old ^ 1, old + 1 & most, old ^ 1 << int(rng.integers(width))))
    where = word.kind.fields[name]
    return replace(word, values=MappingProxyType(dict(word.values) | {name: where.get(value << where.low)}))


def _spoilt_bytes(rng, data):
    """A stream that is cut, has bits flipped, or is none."""
    kind = int(rng.integers(4))
    if kind == 0:
        return data[: int(rng.integers(len(data) + 1))]
    if kind == 1:
        return rng.bytes(int(rng.integers(1, 300)))
    if kind == 2:
        return data + rng.bytes(int(rng.integers(1, 40)))
    some = bytearray(data)
    for _ in range(int(rng.integers(1, 4))):
        some[int(rng.integers(len(some)))] ^= 1 << int(rng.integers(8))
    return bytes(some)


def spoilt_image(rng, config):
    """Bytes of DDR with a table of kernels and their streams, some of it wrong; and how many kernels."""
    image, place = bytearray(IMAGE_BYTES), one_behind_another(TABLE + MOST_KERNELS * ENTRY_BYTES)
    count = int(rng.integers(1, MOST_KERNELS + 1))
    for number in range(1, count + 1):
        places = {}
        for queue, data in spoilt_streams(rng, config).items():
            at = place(len(data), UNIT_BYTES)
            image[at : at + len(data)] = data
            if chance(rng, 0.1):
                at = pick(rng, PLACES)
            size_bytes = (
                pick(rng, (0, 1, 16, 1 << 31)) if chance(rng, 0.1) else -(-len(data) // UNIT_BYTES) * UNIT_BYTES
            )
            places |= {f"{queue.lower()}_address": config.ddr_base + at, f"{queue.lower()}_bytes": size_bytes}
        name = pick(rng, ("k", "a\nb", "\x1b[2J", ""))
        entry = KernelEntry(name=name_number(name), id=number, **places)
        at = TABLE + (number - 1) * ENTRY_BYTES
        image[at : at + ENTRY_BYTES] = entry.encode().tobytes()
    data = bytes(image[:IMAGE_BYTES])
    return _spoilt_bytes(rng, data) if chance(rng, 0.1) else data, count
