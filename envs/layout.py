"""Named segments of an observation vector."""

import hashlib
import math
from collections.abc import Iterator
from typing import NamedTuple


class Segment(NamedTuple):
    """A run of numbers in an observation: where it lies, its shape (row-major) and what it means."""

    name: str
    start: int
    size: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def slice(self) -> slice:
        """Where the segment lies in the vector."""
        return slice(self.start, self.start + self.size)


class Layout:
    """The segments of an observation in order, without gaps.

    Iterating gives the segments, `layout["hand"]` the slice of one, `layout.size` the length of the whole vector.
    `layout.digest` changes with any name, place, shape or meaning, so that a checkpoint knows its inputs again.
    """

    def __init__(self, segments: list[tuple[str, tuple[int, ...], str]]):
        placed, start = [], 0
        for name, shape, meaning in segments:
            placed.append(Segment(name, start, math.prod(shape), shape, meaning))
            start += placed[-1].size
        self.segments: tuple[Segment, ...] = tuple(placed)
        self.size = start
        self.digest = hashlib.sha256(repr(self.segments).encode()).hexdigest()[:16]
        self._of_name = {segment.name: segment for segment in self.segments}

    def __iter__(self) -> Iterator[Segment]:
        return iter(self.segments)

    def __len__(self) -> int:
        return len(self.segments)

    def __getitem__(self, name: str) -> slice:
        return self.segment(name).slice

    def segment(self, name: str) -> Segment:
        """The segment of that name; `KeyError` naming those there are."""
        try:
            return self._of_name[name]
        except KeyError:
            raise KeyError(f"there is no segment {name!r}; there are {', '.join(self._of_name)}") from None
