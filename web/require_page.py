"""A wheel without its page would be a server without a face: say how to build it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RequirePage(BuildHookInterface):  # type: ignore[type-arg]
    """Refuses to build a wheel before the page is built. An editable install takes it when it is there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Look for the page."""
        page = Path(self.root) / "src" / "huefall" / "server" / "page" / "index.html"
        if version != "editable" and not page.is_file():
            raise SystemExit("the page is not built yet: run `make page` first (`make wheel` does both)")
