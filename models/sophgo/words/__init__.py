"""Command words: their description, words as members and as bytes, streams of them (docs/sophgo/README.md, 'Words')."""
