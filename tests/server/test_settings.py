from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from huefall.protocol.fields import BotPause, MoveSeconds
from huefall.server.settings import Settings, SettingsError, add_flags, given_flags, read_settings, settings_table
from huefall.server.settings.field import SETTINGS, SettingField

PAGE = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment whose data directory is empty."""
    return {"XDG_DATA_HOME": str(tmp_path)}


def complaint(flags: dict[str, str], environ: dict[str, str]) -> str:
    with pytest.raises(SettingsError) as caught:
        read_settings(flags, environ)
    return str(caught.value)


def an_example(setting: SettingField, folder: Path) -> tuple[str, object]:
    """Give a value that is not the default, as text and as it should come out."""
    match setting.kind:
        case msgspec.inspect.IntType(le=most):
            return str(most), most
        case msgspec.inspect.BoolType():
            return "true", True
        case msgspec.inspect.LiteralType(values=values):
            return str(values[0]), values[0]
        case msgspec.inspect.VarTupleType():
            text = "*" if setting.name == "origins" else "10.0.0.0/8"
            return text, (text,)
        case msgspec.inspect.CustomType():
            return str(folder), folder
        case _ if setting.name == "store":
            return "postgresql://ann@db/cards", "postgresql://ann@db/cards"
        case _:
            return "https://example.org", "https://example.org"


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


# Where a value comes from


def test_without_anything_the_defaults_hold(home: dict[str, str], tmp_path: Path) -> None:
    settings = read_settings({}, home)
    assert (settings.host, settings.port, settings.max_tables) == ("127.0.0.1", 8000, 2000)
    assert settings.data == tmp_path / "huefall"
    assert settings == Settings(data=settings.data)


def test_without_xdg_the_data_lies_below_the_home() -> None:
    expected = Path.home() / ".local" / "share" / "huefall"
    assert read_settings({}, {}).data == expected
    assert read_settings({}, {"XDG_DATA_HOME": "relative"}).data == expected


def test_a_flag_wins_over_a_variable_and_this_over_the_file(home: dict[str, str], tmp_path: Path) -> None:
    file = write(tmp_path / "my.toml", "port = 1\nthinkers = 1\nmax_tables = 1\n")
    environ = {**home, "HUEFALL_PORT": "2", "HUEFALL_THINKERS": "2"}
    settings = read_settings({"config": file, "port": "3"}, environ)
    assert (settings.port, settings.thinkers, settings.max_tables) == (3, 2, 1)


def test_the_file_is_found_in_the_data_directory(home: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path / "huefall" / "huefall.toml", "port = 1\n")
    write(tmp_path / "other" / "huefall.toml", "port = 2\n")
    write(tmp_path / "named.toml", "port = 3\n")
    assert read_settings({}, home).port == 1
    assert read_settings({"data": str(tmp_path / "other")}, home).port == 2
    assert read_settings({}, {**home, "HUEFALL_DATA": str(tmp_path / "other")}).port == 2
    assert read_settings({}, {**home, "HUEFALL_CONFIG": str(tmp_path / "named.toml")}).port == 3


def test_a_directory_in_the_file_is_relative_to_the_file(home: dict[str, str], tmp_path: Path) -> None:
    file = write(tmp_path / "etc" / "my.toml", 'data = "../games"\n')
    assert read_settings({"config": file}, home).data == tmp_path / "etc" / ".." / "games"


def test_every_setting_can_be_given_in_every_way(home: dict[str, str], tmp_path: Path) -> None:
    for setting in SETTINGS.values():
        text, value = an_example(setting, tmp_path)
        toml = json.dumps(list(value) if isinstance(value, tuple) else str(value) if isinstance(value, Path) else value)
        file = write(tmp_path / "one.toml", f"{setting.name} = {toml}\n")
        parser = argparse.ArgumentParser()
        add_flags(parser)
        flags = given_flags(parser.parse_args([setting.flag, text]))
        assert flags == {setting.name: text}
        for found in (
            read_settings(flags, home),
            read_settings({}, {**home, setting.variable: text}),
            read_settings({"config": file}, home),
        ):
            assert getattr(found, setting.name) == value, setting.name


def test_flags_that_are_not_given_leave_no_trace() -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    assert given_flags(parser.parse_args([])) == {}
    assert given_flags(parser.parse_args(["--open-browser", "--config", "x"])) == {
        "config": "x",
        "open_browser": "true",
    }
    assert all(f"{setting.flag} " in parser.format_help() for setting in SETTINGS.values())


def test_lists_and_addresses_are_spelt_one_way(home: dict[str, str]) -> None:
    flags = {
        "origins": " https://A.example:443 ,http://b.example:8080,",
        "trusted_proxies": "10.1.2.3/8,::1",
        "public_url": "https://Cards.example.org/",
    }
    settings = read_settings(flags, home)
    assert settings.origins == ("https://a.example", "http://b.example:8080")
    assert settings.trusted_proxies == ("10.0.0.0/8", "::1/128")
    assert settings.public_url == "https://cards.example.org"
    assert read_settings({"origins": "", "public_url": ""}, home).origins == ()


# What is refused


NO_PATH = "an address without a path, such as https://cards.example.org, or an empty text"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "abc", "a whole number from 0 to 65535"),
        ("port", "65536", "a whole number from 0 to 65535"),
        ("port", "-1", "a whole number from 0 to 65535"),
        ("port", "", "a whole number from 0 to 65535"),
        ("port", "9" * 5000, "a whole number from 0 to 65535"),
        ("open_browser", "perhaps", "true or false"),
        ("log_format", "xml", "one of auto, console, json"),
        ("host", "", "an address or the name of a host"),
        ("data", "", "a directory"),
        ("data", "~nobody-of-this-name/x", "a directory"),
        ("public_url", "cards.example.org", NO_PATH),
        ("public_url", "https://x/?a=b", NO_PATH),
        ("public_url", "https://x/uno", NO_PATH),
        ("origins", "https://a.example/path", "origins such as https://example.org, or *, separated by commas"),
        ("origins", "https://u:p@a.example", "origins such as https://example.org, or *, separated by commas"),
        (
            "trusted_proxies",
            "localhost",
            "addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas",
        ),
    ],
)
def test_a_wrong_value_names_its_place_and_what_was_expected(
    name: str, text: str, expected: str, home: dict[str, str]
) -> None:
    setting = SETTINGS[name]
    assert complaint({name: text}, home) == f"{setting.flag}: expected {expected}, got {text!r}"
    assert complaint({}, {**home, setting.variable: text}) == f"{setting.variable}: expected {expected}, got {text!r}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('\n# port\nport = "abc"\n', ", line 3, port: expected a whole number from 0 to 65535, got 'abc'"),
        ("port = true\n", ", line 1, port: expected a whole number from 0 to 65535, got True"),
        ("port = 1.0\n", ", line 1, port: expected a whole number from 0 to 65535, got 1.0"),
        ("open_browser = 1\n", ", line 1, open_browser: expected true or false, got 1"),
        ('origins = "*"\n', ", line 1, origins: expected a list of origins such as https://example.org, or *, got '*'"),
        ('host = "x"\nprot = 1\n', ", line 2, prot: there is no such setting; did you mean port?"),
        ("[limits]\nport = 1\n", ", line 1, limits: there is no such setting; docs/hosting.md lists the settings"),
        ('config = "x"\n', ", line 1, config: there is no such setting; docs/hosting.md lists the settings"),
    ],
)
def test_a_wrong_line_of_the_file_is_named(text: str, said: str, home: dict[str, str], tmp_path: Path) -> None:
    file = write(tmp_path / "my.toml", text)
    assert complaint({"config": file}, home) == file + said


def test_a_file_that_cannot_be_read_is_named_with_who_named_it(home: dict[str, str], tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.toml")
    assert complaint({"config": missing}, home) == f"--config: cannot read {missing}: No such file or directory"
    assert complaint({}, {**home, "HUEFALL_CONFIG": missing}).startswith("HUEFALL_CONFIG: cannot read ")
    broken = write(tmp_path / "broken.toml", "port = 1\nport 2\n")
    assert complaint({"config": broken}, home).startswith(f"{broken}: expected TOML") and "line 2" in complaint(
        {"config": broken}, home
    )
    (tmp_path / "bytes.toml").write_bytes(b"host = '\xff'")
    assert complaint({"config": str(tmp_path / "bytes.toml")}, home).endswith("expected a TOML file in UTF-8")


def test_unknown_variables_and_flags_get_the_nearest_known_name(home: dict[str, str]) -> None:
    said = complaint({}, {**home, "HUEFALL_MAX_TABELS": "3"})
    assert said == "HUEFALL_MAX_TABELS: there is no such setting; did you mean HUEFALL_MAX_TABLES?"
    assert complaint({"max-tabels": "3"}, home) == "--max-tabels: there is no such setting; did you mean --max-tables?"


def test_variables_of_the_engine_and_the_tests_are_none_of_its_business(home: dict[str, str]) -> None:
    others = {"HUEFALL_CACHE": "/x", "HUEFALL_GAMES": "5", "HUEFALL_SEED": "7", "HUEFALLEN": "x", "PORT": "abc"}
    assert read_settings({}, {**home, **others}) == read_settings({}, home)


# The declarations


def test_defaults_are_values_that_would_be_accepted() -> None:
    for setting in SETTINGS.values():
        if setting.name != "data":
            assert setting.check(setting.default, strict=False) == setting.default, setting.name


def test_limits_of_a_table_are_those_of_the_wire() -> None:
    for name, wire in (("move_seconds", MoveSeconds), ("bot_pause_ms", BotPause)):
        kind = msgspec.inspect.type_info(wire)
        assert isinstance(kind, msgspec.inspect.Metadata)
        assert SETTINGS[name].kind == kind.type


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Settings().port = 1  # type: ignore[misc]


def test_the_page_shows_the_settings() -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = text.partition("<!-- settings: written by `make docs` -->\n\n")[2].partition("\n<!-- end of settings -->")[
        0
    ]
    assert shown == settings_table()


@pytest.mark.process
def test_the_settings_need_no_engine() -> None:
    parts = "logs, metrics, tokens"
    guards = "address, body, connections, gate, headers, origins, rates"
    code = (
        f"import sys; from huefall.server import settings; from huefall.server.ops import {parts}; from huefall.server.guard import {guards}; "
        "print([name for name in sys.modules if name == 'numba' or name.startswith(('huefall.game', 'huefall.kernel'))])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
