"""How long a test waits for something that must come."""

from __future__ import annotations

#: Far longer than anything takes: only a fault makes a test wait to the end, however busy the machine is.
MAX_WAIT_SECONDS = 300.0
