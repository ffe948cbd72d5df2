"""``python -m huefall``: the same as the command ``huefall``."""

import sys

from huefall.cli import main

if __name__ == "__main__":
    sys.exit(main())
