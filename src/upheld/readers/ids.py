"""Notices ids that stand on several records, in a fixed amount of memory."""

from __future__ import annotations

from array import array

from upheld.readers.values import shown

__all__ = ["IdWatch"]

_SLOTS = 1 << 18
_REMEMBERED = _SLOTS // 2


class IdWatch:
    """Counts records whose id was seen before.

    It keeps 8 bytes of hash for each of the first 131,072 ids, 2 MB however long the file is, and compares every id
    with those. Ids made of line numbers need no watch.
    """

    def __init__(self) -> None:
        self._slots = array("Q", bytes(8 * _SLOTS))
        self._kept = 0
        self._repeated = 0
        self._example = ("", "")

    def see(self, id_: str, source: str) -> None:
        """Look at the id of one record, which stands at `source`."""
        # 0 marks an empty slot.
        key = (hash(id_) & 0xFFFF_FFFF_FFFF_FFFF) or 1
        slot = key % _SLOTS
        while (there := self._slots[slot]) != key:
            if not there:
                self._keep(slot, key)
                return
            slot = (slot + 1) % _SLOTS
        self._repeated += 1
        if self._repeated == 1:
            self._example = (id_, source)

    def warning(self) -> str | None:
        """Return how many records repeat an id, with an example; None where none does."""
        if not self._repeated:
            return None
        records = (
            "1 record repeats an id" if self._repeated == 1 else f"{self._repeated} records repeat an id"
        )
        full = f" (compared with the first {_REMEMBERED:,} ids)" if self._kept == _REMEMBERED else ""
        return f"{records} of an earlier one, such as {shown(self._example[0])} at {self._example[1]}; all are kept{full}"

    def _keep(self, slot: int, key: int) -> None:
        if self._kept < _REMEMBERED:
            self._slots[slot] = key
            self._kept += 1
