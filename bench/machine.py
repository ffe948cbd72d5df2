"""The machine that the measurements were made on."""

from __future__ import annotations

import platform
from pathlib import Path


def processor() -> str:
    """Name the processor if the system knows it, else the architecture."""
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        for line in facts.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def file_system(path: Path) -> str:
    """Name the file system of a directory: on a RAM disk durable writes cost nothing."""
    best, kind = "", "unknown"
    for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines():
        _, mount, found, *_ = line.split()
        if path.resolve().is_relative_to(mount) and len(mount) >= len(best):
            best, kind = mount, found
    return kind
