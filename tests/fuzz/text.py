"""Texts made wrong: tokens, lines and bytes that nobody means."""

import re

NUMBERS = (
    *("", "0x", "0x0", "0x1", "0xffffffff", "0x100000000", "0xffffffffffffffff", "0x1ffffffffffffffff"),
    *("0x" + "f" * 5000, "-0x1", "-1", "0", "1", "00", "4294967295", "99999999999999999999", "9" * 5000, "1e9"),
    *("0x\uff11", "\uff11", "\u00b2", "Ox01", "x1"),
)
SIGNS = (*"'\"#;(){},:=-+`\\", ";;", "((", "==", "<=", ">=", "!=", "//", "/*", "*/")
LETTERS = ("\0", "\x1b[2J", "\u202e", "\u2028", "\x85", "\x0b", "\ufeff", "\udcff", "a" * 300, "A_0" * 2000)
PATHS = ("..", ".", "/", "../outside/data.dat", "/etc/passwd", "/dev/zero", "~", "$HOME", "data.dat/x", "a\\nb")
NASTY = (*NUMBERS, *SIGNS, *LETTERS, *PATHS)
TOKEN = re.compile(r"[^\s,;(){}=]+")
MOST_COPIES = 2000


def pick(rng, items):
    """One of them."""
    return items[int(rng.integers(len(items)))]


def chance(rng, share):
    """Whether something is so that is so this often."""
    return bool(rng.random() < share)


def spoilt(rng, text, words=()):
    """A text with some things wrong, as bytes; sometimes with none.

    Args:
        rng: draws.
        text: what is right.
        words: what may be meant at other places.
    """
    for _ in range(int(rng.integers(0, 4)) * chance(rng, 0.8)):
        text = pick(rng, (_token, _token, _token, _lines, _character))(rng, text, words)
    data = text.encode("utf-8", errors="surrogateescape")
    if chance(rng, 0.1):
        data = pick(rng, (_cut, _flipped, _returns, _marked))(rng, data)
    return data


def _token(rng, text, words):
    """Another word in place of one."""
    found = list(TOKEN.finditer(text))
    if not found:
        return pick(rng, NASTY)
    place = pick(rng, found)
    word = pick(rng, words) if words and chance(rng, 0.5) else _word(rng, place[0])
    return text[: place.start()] + word + text[place.end() :]


def _word(rng, word):
    if word[:2] == "0x" and chance(rng, 0.5):
        try:
            return hex(int(word, 16) ^ 1 << int(rng.integers(64)))
        except ValueError:
            return word
    return pick(rng, NASTY) + (word if chance(rng, 0.2) else "")


def _lines(rng, text, words):
    """Lines fewer, more, or elsewhere."""
    lines = text.split("\n")
    at, other = (int(rng.integers(len(lines))) for _ in range(2))
    kind = int(rng.integers(5))
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 2:
        lines.insert(at, lines[other])
    elif kind == 3:
        lines[at:at] = [lines[other]] * int(rng.integers(2, MOST_COPIES) if chance(rng, 0.05) else 3)
    else:
        lines.insert(at, " ".join(pick(rng, words or NASTY) for _ in range(int(rng.integers(1, 6)))))
    return "\n".join(lines)


def _character(rng, text, _words):
    at = int(rng.integers(len(text) + 1))
    return text[:at] + pick(rng, NASTY)[:3] + text[at + int(rng.integers(3)) :]


def _cut(rng, data):
    return data[: int(rng.integers(len(data) + 1))]


def _flipped(rng, data):
    some = bytearray(data)
    for _ in range(min(3, len(some))):
        some[int(rng.integers(len(some)))] = int(rng.integers(256))
    return bytes(some)


def _returns(_rng, data):
    return data.replace(b"\n", b"\r\n")


def _marked(_rng, data):
    return b"\xef\xbb\xbf" + data
