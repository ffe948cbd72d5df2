"""Where the project lives, for the package's metadata: nobody needs to write it down, and nobody can forget to change it.

The address is ``HUEFALL_PROJECT_URL`` if that is set at build time, else the one that the checkout was cloned from, as in
``pip install git+https://…``. A checkout without an address on the web has no project URLs. An sdist keeps those that it was
made with. Tested in tests/package/test_project_urls.py.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

VARIABLE = "HUEFALL_PROJECT_URL"

#: https://name:token@host/path.git, ssh://git@host/path.git or git@host:path.git. Names and tokens must not be published.
WEB = re.compile(r"(?:https?|ssh|git)://(?:[^@/]+@)?(?P<host>[\w.-]+\.\w+)(?::\d+)?/(?P<path>[^?#]+?)(?:\.git)?/?")
SSH = re.compile(r"(?:[^@/:]+@)(?P<host>[\w.-]+\.\w+):(?P<path>[^?#]+?)(?:\.git)?/?")


class ProjectUrls(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        address = web_address(os.environ.get(VARIABLE) or _origin(Path(self.root)))
        metadata["urls"] = {"Homepage": address, "Repository": f"{address}.git"} if address else {}


def web_address(remote: str) -> str:
    """Return the page of a repository; an empty text if its address is not one on the web.

    >>> web_address("git@code.example.org:cards/huefall.git")
    'https://code.example.org/cards/huefall'
    >>> web_address("/home/me/huefall")
    ''
    """
    found = WEB.fullmatch(remote.strip()) or SSH.fullmatch(remote.strip())
    return f"https://{found['host']}/{found['path']}" if found else ""


def _origin(root: Path) -> str:
    if not (root / ".git").exists():  # not a repository around this folder, which is somebody else's
        return ""
    try:
        done = subprocess.run(
            ["git", "config", "--get", "remote.origin.url"],  # noqa: S607
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return ""
    return done.stdout
