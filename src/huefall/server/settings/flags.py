"""The settings as flags of the command line, and as the table in docs/hosting.md. Tested in tests/server/test_settings.py."""

from __future__ import annotations

import argparse

import msgspec

from huefall.server.settings.field import PREFIX, SETTINGS
from huefall.server.settings.loading import FILE_NAME


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add ``--config`` and a flag for each setting; flags that are not given are missing in the parsed namespace."""
    group = parser.add_argument_group(
        "settings",
        f"also as variables {PREFIX}NAME or in a file (docs/hosting.md); flags win over variables, these over the file",
    )
    group.add_argument(
        "--config",
        metavar="FILE",
        default=argparse.SUPPRESS,
        help=f"file with settings (default: {FILE_NAME} in the data directory, if there is one)",
    )
    for setting in SETTINGS.values():
        default = f" (default: {setting.shown_default})" if setting.shown_default else ""
        is_switch = isinstance(setting.kind, msgspec.inspect.BoolType)
        group.add_argument(
            setting.flag,
            dest=setting.name,
            metavar=_placeholder(setting.kind),
            nargs="?" if is_switch else None,
            const="true" if is_switch else None,
            default=argparse.SUPPRESS,
            help=f"{setting.help.removesuffix('.')}{default}".replace("%", "%%"),
        )


def _placeholder(kind: msgspec.inspect.Type) -> str:
    match kind:
        case msgspec.inspect.IntType():
            return "N"
        case msgspec.inspect.LiteralType(values=values):
            return "|".join(map(str, values))
        case msgspec.inspect.CustomType():
            return "DIR"
        case msgspec.inspect.VarTupleType():
            return "A,B"
        case msgspec.inspect.BoolType():
            return "true|false"
        case _:
            return "TEXT"


def given_flags(parsed: argparse.Namespace) -> dict[str, str]:
    """Return the flags that were given, for ``read_settings``."""
    return {name: getattr(parsed, name) for name in ("config", *SETTINGS) if hasattr(parsed, name)}


def settings_table() -> str:
    """Return the settings as a Markdown table, for docs/hosting.md."""
    rows = ["| Setting | Default | Values | |", "|---|---|---|---|"]
    for setting in SETTINGS.values():
        default = " or ".join(f"`{part}`" for part in setting.shown_default.split(" or ") if part) or "none"
        rows.append(f"| `{setting.name}` | {default} | {setting.expected()} | {setting.help} |")
    return "\n".join(rows) + "\n"
