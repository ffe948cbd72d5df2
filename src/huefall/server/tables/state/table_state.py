"""``TableState``: a table as its entries make it."""

from __future__ import annotations

from huefall.server.tables import entries
from huefall.server.tables.history import Change
from huefall.server.tables.seen_commands import SeenCommand
from huefall.server.tables.state import playing, seating, setting_up
from huefall.server.tables.state.fields import TableFields


class TableState(TableFields):
    """A table with all entries applied so far."""

    def become(self, other: TableState) -> None:
        """Become another state of the same table. Every part of a table holds this object, so it cannot be replaced."""
        self.__dict__.update(vars(other))

    def apply(self, entry: entries.TableEntry, at: int, steady_ms: int | None = None) -> Change:
        """Apply an entry. A move the engine refuses raises ``MoveRefused`` and changes nothing.

        ``at`` is the entry's time by the wall clock, ``steady_ms`` that by the steady one; it has none when it is loaded.
        """
        change = self._dispatch(entry, at, at if steady_ms is None else steady_ms)
        self.revision += 1
        self.changed_at_ms = at
        if entry.guest is not None:
            self.guests.add(entry.guest)
            if entry.id is not None:
                self._seen_commands.add(entry.guest, entry.id, SeenCommand(self.revision, entry.digest))
        self.history.add(change)
        return change

    def give_time_anew(self, steady_ms: int) -> None:
        """Begin everybody's time now: nobody knows how long the table was not in memory."""
        self.asked_at_ms = self.turn_began_at_ms = self.moved_at_ms = steady_ms
        self.requests.give_time_anew(steady_ms)

    def _dispatch(self, entry: entries.TableEntry, at: int, steady_ms: int) -> Change:
        match entry:
            case entries.Moved():  # first, because nearly every entry is a move
                return playing.move(self, entry, at, steady_ms)
            case entries.Dealt():
                return playing.deal(self, entry, steady_ms)
            case entries.Created():
                return setting_up.create(self, entry)
            case entries.Configured():
                return setting_up.configure(self, entry)
            case entries.Sat():
                return seating.sit(self, entry)
            case entries.Left() | entries.Kicked():
                return seating.leave(self, entry)
            case entries.BotAdded():
                return seating.add_bot(self, entry)
            case entries.BotRemoved():
                return seating.remove_bot(self, entry)
            case entries.Swapped():
                return seating.swap(self, entry)
            case entries.HandedOver():
                return seating.change_host(self, entry)
            case entries.StartWanted():
                self.start_wanted = entry.guest
                return self.make_change(entry)
            case entries.SeedDrawn():
                return playing.draw_seed(self, entry)
            case entries.Sealed():
                return playing.seal(self, entry)
            case entries.Mixed():
                return playing.mix(self, entry)
            case entries.Committed():
                return playing.commit(self, entry)
            case entries.StoodIn():
                return seating.stand_in(self, entry)
            case entries.Paced():
                return setting_up.pace(self, entry)
            case entries.HintsAllowed():
                return setting_up.allow_hints(self, entry)
            case entries.TakenOver():
                return seating.take_over(self, entry)
            case entries.SeatRequested() | entries.RequestGranted() | entries.RequestEnded():
                return seating.note_request(self, entry, steady_ms)
            case entries.LateJoiningSet():
                return setting_up.set_late_joining(self, entry)
            case entries.RematchWanted():
                self.seats[entry.seat].wants_rematch = True
                return self.make_change(entry)
            case entries.Closed():
                self.closed = entry.reason
                return self.make_change(entry)
