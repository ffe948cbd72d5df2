"""The build backend (PEP 517): hatchling, which packs, preceded by what it cannot know.

- An unsupported Python is refused before anything is downloaded.
- The page is built if the checkout does not have it; where no fitting Node is installed, the frontend (pip, build, uv) is
  asked to put one from the package index into the build environment.

An editable installation needs no page: ``make page`` builds it into the checkout at any time. Tested in
tests/package/test_backend.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hatchling import build as hatchling

from tools.package.node import NODE_FROM_INDEX, fits, installed_version
from tools.package.page import PageError, build_page, needs_build
from tools.package.python_version import check_python

if TYPE_CHECKING:
    Settings = dict[str, Any] | None  # older versions of Python, which are refused below, cannot evaluate it


def __getattr__(name: str) -> Any:
    """Return the hooks that are hatchling's alone, which has more of them in some environments than in others."""
    return getattr(hatchling, name)


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    check_python()
    return [*hatchling.get_requires_for_build_wheel(config_settings), *_node()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    check_python()
    return [*hatchling.get_requires_for_build_sdist(config_settings), *_node()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    check_python()
    return hatchling.get_requires_for_build_editable(config_settings)


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    _build_page()
    return hatchling.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    _build_page()
    return hatchling.build_sdist(sdist_directory, config_settings)


def _node() -> list[str]:
    return [NODE_FROM_INDEX] if needs_build() and not fits(installed_version()) else []


def _build_page() -> None:
    try:
        build_page()
    except PageError as error:
        raise SystemExit(f"huefall: {error}") from None
