"""Reads the settings. In rising priority: the default, the file, the environment, the command line.

Tested in tests/server/test_settings.py.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from huefall.server.settings.declared import Settings, default_data
from huefall.server.settings.field import PREFIX, SETTINGS, SettingField
from huefall.vocabulary.errors import HuefallError

FILE_NAME = "huefall.toml"

#: Variables of the engine and of the tests, and the one that names the file.
OTHER_VARIABLES = frozenset({"HUEFALL_CACHE", "HUEFALL_GAMES", "HUEFALL_SEED", "HUEFALL_CONFIG"})


class SettingsError(HuefallError):
    """A setting is unknown or invalid; the text names the place, the expected value and the actual one."""


def read_settings(flags: Mapping[str, str], environ: Mapping[str, str]) -> Settings:
    """Combine flags, environment and file; raise ``SettingsError`` for unknown names and invalid values."""
    named = {name.replace("-", "_"): text for name, text in flags.items()}
    config = named.pop("config", None)
    from_flags = _read_texts(named, {setting.flag: setting for setting in SETTINGS.values()}, _flag_of)
    names = [name for name in environ if name.startswith(PREFIX) and name not in OTHER_VARIABLES]
    variables = {setting.variable: setting for setting in SETTINGS.values()}
    from_environment = _read_texts({name: environ[name] for name in names}, variables, str)

    values: dict[str, Any] = {"data": default_data(environ)}
    if config or environ.get("HUEFALL_CONFIG"):
        values |= _read_file(Path(config or environ["HUEFALL_CONFIG"]), "--config" if config else "HUEFALL_CONFIG")
    else:
        path = {**values, **from_environment, **from_flags}["data"] / FILE_NAME
        values |= _read_file(path, "the data directory") if path.is_file() else {}
    values |= {**from_environment, **from_flags}
    values["data"] = values["data"].absolute()
    return Settings(**values)


def _flag_of(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _read_texts(
    texts: Mapping[str, str], known: Mapping[str, SettingField], spell: Callable[[str], str]
) -> dict[str, object]:
    settings = {}
    for name, text in texts.items():
        place = spell(name)
        if place not in known:
            _raise_unknown(place, place, known)
        setting = known[place]
        try:
            settings[setting.name] = setting.parse(text)
        except ValueError:
            raise SettingsError(
                f"{place}: expected {setting.expected(', separated by commas')}, got {setting.show(text)}"
            ) from None
    return settings


def _read_file(path: Path, named_by: str) -> dict[str, object]:
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise SettingsError(f"{named_by}: cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: expected a TOML file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: expected TOML, got something else: {error}") from None
    settings = {}
    for name, value in values.items():
        place = f"{path}{_line_of(text, name)}, {name}"
        if name not in SETTINGS:
            _raise_unknown(place, name, SETTINGS)
        setting = SETTINGS[name]
        is_list = isinstance(setting.kind, msgspec.inspect.VarTupleType)
        try:
            settings[name] = setting.check(value)
        except ValueError:
            expected = f"a list of {setting.expected()}" if is_list else setting.expected()
            raise SettingsError(f"{place}: expected {expected}, got {setting.show(value)}") from None
    if isinstance(data := settings.get("data"), Path):
        # Relative to the file, not to the directory where the server is started.
        settings["data"] = path.parent / data
    return settings


def _line_of(text: str, name: str) -> str:
    """Return the line of a key for error messages; tomllib gives only the values."""
    key = re.compile(rf"""\s*\[*\s*["']?{re.escape(name)}["']?\s*[=.\]]""")
    numbers = (number for number, line in enumerate(text.splitlines(), 1) if key.match(line))
    number = next(numbers, None)
    return f", line {number}" if number else ""


def _raise_unknown(place: str, name: str, known: Iterable[str]) -> NoReturn:
    near = difflib.get_close_matches(name, list(known), n=1)
    hint = f"did you mean {near[0]}?" if near else "docs/hosting.md lists the settings"
    raise SettingsError(f"{place}: there is no such setting; {hint}")
