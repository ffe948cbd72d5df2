"""The command `huefall` on a machine whose wall clock is wrong by some seconds; the steady clock runs as ever.

``python -m tests.server.wrong_clock -86400 serve --port=0``
"""

from __future__ import annotations

import sys
import time

if __name__ == "__main__":
    wrong_by_ns = int(sys.argv.pop(1)) * 1_000_000_000
    right_ns = time.time_ns
    time.time_ns = lambda: right_ns() + wrong_by_ns
    time.time = lambda: time.time_ns() / 1_000_000_000

    from huefall.cli import main  # after the clock was set: modules may keep the functions

    sys.exit(main())
