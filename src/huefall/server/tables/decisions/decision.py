"""``Decision``: what a command comes to, and ``Context``: what that depends on besides the table's state.

Tested in tests/server/tables/decisions/test_dispatch.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

from huefall.protocol.messages import Message
from huefall.protocol.tables import TableSetup
from huefall.server.ops.engine import Engine
from huefall.server.tables import entries
from huefall.server.tables.decisions.actions import Action
from huefall.server.tables.match_start import MatchStart


@dataclass(frozen=True, slots=True)
class Context:
    """What decisions depend on besides the table's state."""

    #: Checks a setup and fills in the server's defaults; raises ``HuefallError``.
    fill_setup: Callable[[TableSetup], TableSetup]
    #: Whether a guest is connected to this table.
    is_here: Callable[[str | None], bool]
    engine: Engine
    #: Whether a guest has not been connected for the grace period.
    is_absent: Callable[[str | None], bool] = lambda _: False
    #: The start that is on its way; None if starts wait for nobody.
    start: MatchStart | None = None


class Decision(Struct, frozen=True):
    """What one command comes to. The table applies the entries, then carries out the action, then replies."""

    entries: tuple[entries.TableEntry, ...] = ()
    action: Action | None = None
    #: None: ``Done`` with the revision after the entries.
    reply: Message | None = None
    #: The action ends in a reply of its own, so none is sent now.
    replies_later: bool = False


#: Done without entries and actions: what the command asks for is already so.
DONE = Decision()
