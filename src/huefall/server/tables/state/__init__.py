"""``TableState``: a table as its entries make it. Applying the same entries gives the same table.

It knows no sockets, no store and no clock: every entry comes with its times.
"""

from huefall.server.tables.state.table_state import TableState

__all__ = ["TableState"]
