"""An alarm rings once, for the last reason, unless it is switched off."""

from __future__ import annotations

import asyncio

from huefall.server.tables.alarm import Alarm


def test_it_rings_for_the_last_reason_alone() -> None:
    async def run() -> None:
        rung: asyncio.Queue[str] = asyncio.Queue()
        alarm: Alarm[str] = Alarm(rung.put_nowait)
        alarm.set(0, "first")
        alarm.set(-1, "second")
        assert alarm.is_set
        assert await rung.get() == "second"
        assert rung.empty() and not alarm.is_set

    asyncio.run(run())


def test_switched_off_it_does_not_ring() -> None:
    async def run() -> None:
        rung: asyncio.Queue[str] = asyncio.Queue()
        alarm: Alarm[str] = Alarm(rung.put_nowait)
        alarm.set(0, "never")
        alarm.switch_off()
        alarm.switch_off()
        other: Alarm[str] = Alarm(rung.put_nowait)
        other.set(0, "later")
        assert await rung.get() == "later"
        assert rung.empty() and not alarm.is_set

    asyncio.run(run())
