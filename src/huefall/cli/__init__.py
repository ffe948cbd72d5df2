"""The command ``huefall`` and its subcommands."""

from huefall.cli.main import main

__all__ = ["main"]
