"""``SettingField``: one setting, its names, its range, and parsing of its values. Tested in tests/server/test_settings.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from huefall.server.settings.declared import Settings

PREFIX = "HUEFALL_"


@dataclass(frozen=True, slots=True)
class SettingField:
    """One field of ``Settings``."""

    name: str  # "max_tables"
    annotation: Any
    kind: msgspec.inspect.Type
    help: str
    extra: Mapping[str, Any]
    default: object

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """Its environment variable."""
        return PREFIX + self.name.upper()

    @property
    def shown_default(self) -> str:
        """Its default as written on a command line."""
        if "default" in self.extra:
            return str(self.extra["default"])
        return str(self.default).lower() if isinstance(self.default, bool) else str(self.default or "")

    def expected(self, separator: str = "") -> str:
        """Describe the valid values, for error messages."""
        match self.kind:
            case msgspec.inspect.IntType(ge=minimum, le=maximum):
                return f"a whole number from {minimum} to {maximum}"
            case msgspec.inspect.BoolType():
                return "true or false"
            case msgspec.inspect.LiteralType(values=values):
                return f"one of {', '.join(map(str, values))}"
            case msgspec.inspect.CustomType():
                return "a directory"
            case msgspec.inspect.VarTupleType():
                return f"{self.extra['expected']}{separator}"
            case _:
                return str(self.extra.get("expected", "a text"))

    def show(self, value: object) -> str:
        """Return an invalid value for error messages, unless it may contain a password."""
        return "something that may contain a password and is not shown" if self.extra.get("is_secret") else repr(value)

    def parse(self, text: str) -> object:
        """Return the value of a text from a flag or variable; ValueError if it is invalid."""
        value: object = text
        if isinstance(self.kind, msgspec.inspect.VarTupleType):
            value = [part.strip() for part in text.split(",") if part.strip()]
        elif isinstance(self.kind, msgspec.inspect.BoolType):
            value = {"on": "true", "yes": "true", "off": "false", "no": "false"}.get(text.lower(), text)
        return self.check(value, strict=False)

    def check(self, value: object, *, strict: bool = True) -> object:
        """Return a value with its type and canonical spelling; ValueError if it is invalid."""
        checked = msgspec.convert(value, self.annotation, strict=strict, dec_hook=_read_custom)
        if read := self.extra.get("read"):
            checked = tuple(map(read, checked)) if isinstance(checked, tuple) else read(checked)
        return checked


def _read_custom(kind: type, value: object) -> Path:
    if kind is not Path or not isinstance(value, str) or not value or "\0" in value:
        raise ValueError(f"not a path: {value!r}")
    try:
        return Path(value).expanduser()
    except RuntimeError as error:  # ~user of an unknown user
        raise ValueError(str(error)) from None


def _declared() -> dict[str, SettingField]:
    fields = msgspec.structs.fields(Settings)
    kinds = [msgspec.inspect.type_info(field.type) for field in fields]
    settings = {}
    for field, kind in zip(fields, kinds, strict=True):
        if not isinstance(kind, msgspec.inspect.Metadata):
            raise TypeError(f"the setting {field.name} lacks its help")
        text = (kind.extra_json_schema or {})["description"]
        settings[field.name] = SettingField(field.name, field.type, kind.type, text, kind.extra or {}, field.default)
    return settings


SETTINGS: Mapping[str, SettingField] = _declared()
