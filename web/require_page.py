"""Build hook: a wheel must contain the built page; if it is missing, say how to build it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RequirePage(BuildHookInterface):  # type: ignore[type-arg]
    """Refuses to build a wheel before the page is built; an editable install needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        package = Path(self.root) / "src" / "huefall"
        built = (package / "server" / "page" / "index.html", package / "review" / "page" / "review.html")
        if version != "editable" and not all(file.is_file() for file in built):
            raise SystemExit("the page is not built yet: run `make page` first (`make wheel` does both)")
