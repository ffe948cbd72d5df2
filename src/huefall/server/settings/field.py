"""One setting by itself: how it is called where, what it may be, and reading its value."""

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
    """One setting, as ``Settings`` declares it."""

    name: str  # "max_tables"
    annotation: Any
    kind: msgspec.inspect.Type
    help: str
    extra: Mapping[str, Any]
    default: object

    @property
    def flag(self) -> str:
        """Its name on a command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.name.upper()

    @property
    def shown_default(self) -> str:
        """Its default as one would write it on a command line."""
        if "default" in self.extra:
            return str(self.extra["default"])
        return str(self.default).lower() if isinstance(self.default, bool) else str(self.default or "")

    def expected(self, separator: str = "") -> str:
        """Say what values there are."""
        match self.kind:
            case msgspec.inspect.IntType(ge=least, le=most):
                return f"a whole number from {least} to {most}"
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

    def parse(self, text: str) -> object:
        """Read a value as a command line or the environment has it; ValueError if it cannot be."""
        value: object = text
        if isinstance(self.kind, msgspec.inspect.VarTupleType):
            value = [part.strip() for part in text.split(",") if part.strip()]
        elif isinstance(self.kind, msgspec.inspect.BoolType):
            value = {"on": "true", "yes": "true", "off": "false", "no": "false"}.get(text.lower(), text)
        return self.check(value, strict=False)

    def check(self, value: object, *, strict: bool = True) -> object:
        """Return the value in its type and one spelling; ValueError if it cannot be."""
        found = msgspec.convert(value, self.annotation, strict=strict, dec_hook=_read_custom)
        if read := self.extra.get("read"):
            found = tuple(map(read, found)) if isinstance(found, tuple) else read(found)
        return found


def _read_custom(kind: type, value: object) -> Path:
    if kind is not Path or not isinstance(value, str) or not value or "\0" in value:
        raise ValueError(f"no path: {value!r}")
    try:
        return Path(value).expanduser()
    except RuntimeError as error:  # ~somebody who is not known here
        raise ValueError(str(error)) from None


def _declared() -> dict[str, SettingField]:
    fields = msgspec.structs.fields(Settings)
    kinds = [msgspec.inspect.type_info(field.type) for field in fields]
    found = {}
    for field, kind in zip(fields, kinds, strict=True):
        if not isinstance(kind, msgspec.inspect.Metadata):
            raise TypeError(f"the setting {field.name} lacks its help")
        text = (kind.extra_json_schema or {})["description"]
        found[field.name] = SettingField(field.name, field.type, kind.type, text, kind.extra or {}, field.default)
    return found


SETTINGS: Mapping[str, SettingField] = _declared()
