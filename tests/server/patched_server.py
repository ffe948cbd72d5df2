"""The command `huefall` with constants of its modules changed, for limits that a test cannot wait for.

``python -m tests.server.patched_server huefall.server.http.table_socket:HELLO_SECONDS=0.5 -- serve --port=0``
"""

from __future__ import annotations

import importlib
import sys

from huefall.cli import main


def patch(constant: str) -> None:
    """Set ``module:NAME=number``; a name that the module does not have is a mistake of the test."""
    path, _, value = constant.partition("=")
    module_name, _, name = path.partition(":")
    module = importlib.import_module(module_name)
    setattr(module, name, type(getattr(module, name))(value))


if __name__ == "__main__":
    end = sys.argv.index("--")
    for given in sys.argv[1:end]:
        patch(given)
    sys.argv[1 : end + 1] = []
    sys.exit(main())
