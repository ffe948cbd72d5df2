"""Every module has a test of its name, or its docstring names the file that tests it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "huefall"
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.name not in {"__init__.py", "__main__.py"})
NAMED = re.compile(r"[Tt]ested\s+in\s+([^\n]*(?:\n[^\n]+)*)")
TEST_PATH = re.compile(r"tests/[\w/.]+\w")


def own_test(module: Path) -> Path:
    relative = module.relative_to(SOURCE)
    return ROOT / "tests" / relative.parent / f"test_{relative.name}"


def named_tests(module: Path) -> list[Path]:
    """Return the files and folders that a module's docstring names after "Tested in"."""
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return [ROOT / path for sentence in NAMED.findall(docstring) for path in TEST_PATH.findall(sentence)]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.relative_to(SOURCE).as_posix())
def test_a_module_has_a_test_or_says_where_it_is_tested(module: Path) -> None:
    named = named_tests(module)
    assert own_test(module).is_file() or named, (
        f"write {own_test(module).relative_to(ROOT)}, or end the module's docstring with “Tested in tests/….”"
    )
    assert [path for path in named if not path.exists()] == [], "the docstring names tests that do not exist"
