"""Third-party bots: found by ``module:Class`` or ``file.py:Class``, made, and checked for the required attributes.

The name after the colon is a class or a function that makes a bot. It is called with the edition of the table if its
first argument is named ``edition`` or has no default, and without arguments otherwise.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from huefall.bots.bot import Bot
from huefall.bots.guard import describe, plain_text, short_repr
from huefall.editions import Edition
from huefall.vocabulary.errors import HuefallError

#: Makes a bot: a class, or a function.
Maker = Callable[..., Any]


class BotLoadError(HuefallError):
    """A bot cannot be found or made, or lacks something; the text says what was expected."""


def find_maker(source: str) -> Maker:
    """Import ``module:Class`` (also from the current folder) or ``file.py:Class``.

    >>> find_maker("huefall.bots.levels.easy:EasyBot").__name__
    'EasyBot'
    """
    place, colon, name = source.rpartition(":")
    if not (colon and place and name.isidentifier()):
        raise BotLoadError(f"bot {source!r}: expected module:Class or file.py:Class, such as my_module:MyBot")
    module = _load_file(source, place) if place.endswith(".py") else _load_module(source, place)
    found = getattr(module, name, None)
    if found is None:
        classes = [known for known, value in vars(module).items() if _is_class_of(module, value)]
        raise BotLoadError(f"bot {source!r}: {place} has no {name}; its classes are {', '.join(classes) or '(none)'}")
    if not callable(found):
        raise BotLoadError(f"bot {source!r}: expected a class or a function that makes a bot, got {short_repr(found)}")
    maker: Maker = found
    return maker


def load_bot(maker: Maker, edition: Edition | None, source: str = "") -> Bot:
    """Make a bot and check that it has a level, ``choose(view, rng)`` and ``claim(view, rng)``."""
    name = source or getattr(maker, "__name__", short_repr(maker))
    given: object = maker  # callers may pass anything
    if not callable(given):
        instead = "; give the class itself, not its name" if isinstance(given, str) else ""
        raise BotLoadError(f"expected a class or a function that makes a bot, got {short_repr(given)}{instead}")
    try:
        bot = maker(edition) if _takes_edition(maker) else maker()
        return check_shape(bot, name)
    except BotLoadError:
        raise
    except (Exception, SystemExit) as error:
        raise BotLoadError(
            f"bot {name!r}: cannot be made ({describe(error)}); it is called with the edition if its first argument is "
            f"named edition or has no default, and with nothing otherwise"
        ) from error


def check_shape(bot: Any, name: str) -> Bot:
    """Return the bot if it has all required attributes; raise with what it lacks otherwise."""
    level = _attribute(bot, "level", name)
    text = plain_text(level)
    if not text:
        raise BotLoadError(
            f"bot {name!r}: expected an attribute level with its name, such as 'mybot', got {short_repr(level)}"
        )
    if not " ".join(text.split()).isprintable():  # they would reach the terminal
        raise BotLoadError(f"bot {name!r}: expected a level without control characters, such as 'mybot', got {text!r}")
    for method in ("choose", "claim"):
        found = _attribute(bot, method, name)
        if not callable(found):
            came = "and there is none" if found is None else f"got {short_repr(found)}"
            raise BotLoadError(f"bot {name!r}: expected a method {method}(view, rng), {came}")
        if inspect.iscoroutinefunction(found) or inspect.isasyncgenfunction(found):
            raise BotLoadError(
                f"bot {name!r}: {method} must not be async: its answer is what it returns, and nobody awaits it"
            )
        if not _takes(found, 2):
            raise BotLoadError(f"bot {name!r}: {method} must take two arguments, the view and the generator")
    _check_listens(bot, name)
    own: Bot = bot
    return own


def _attribute(bot: Any, attribute: str, name: str) -> Any:
    """Read an attribute; ``None`` if it is missing. A property may raise anything."""
    try:
        return getattr(bot, attribute, None)
    except (Exception, SystemExit) as error:
        raise BotLoadError(f"bot {name!r}: its {attribute} cannot be read ({describe(error)})") from error


def _check_listens(bot: Any, name: str) -> None:
    listens = _attribute(bot, "listens", name)
    try:
        bool(listens)
    except (Exception, SystemExit) as error:
        raise BotLoadError(
            f"bot {name!r}: expected True or False as listens, got {short_repr(listens)} ({describe(error)})"
        ) from error


def _is_class_of(module: ModuleType, value: object) -> bool:
    """Whether a class is defined in the module, not imported."""
    return inspect.isclass(value) and getattr(value, "__module__", None) == module.__name__


def _load_module(source: str, name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise BotLoadError(
                f"bot {source!r}: no module {error.name!r} here or among what is installed; a file is named with its "
                f"ending, as in my_module.py:MyBot"
            ) from None
        raise BotLoadError(f"bot {source!r}: the module fails when it is imported ({describe(error)})") from error
    except (Exception, SystemExit) as error:
        raise BotLoadError(f"bot {source!r}: the module fails when it is imported ({describe(error)})") from error


def _load_file(source: str, path: str) -> ModuleType:
    file = Path(path).resolve()
    name = f"huefall_own_{abs(hash(str(file)))}"
    if name in sys.modules:  # once, as any module: two bots of a file share what they load
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    if not file.is_file() or spec is None or spec.loader is None:
        raise BotLoadError(f"bot {source!r}: no file {path!r}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look up their module while it is loaded
    sys.path.insert(0, str(file.parent))  # it may import its neighbours, as if it were run
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BotLoadError(f"bot {source!r}: the file fails when it is run ({describe(error)})") from error
    return module


def _takes_edition(maker: Maker) -> bool:
    try:
        first = next(iter(inspect.signature(maker).parameters.values()), None)
    except (TypeError, ValueError):
        return False
    if first is None or first.kind not in (first.POSITIONAL_ONLY, first.POSITIONAL_OR_KEYWORD):
        return False
    return first.name == "edition" or first.default is first.empty


def _takes(method: Callable[..., object], count: int) -> bool:
    try:
        inspect.signature(method).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # written in C: unknown
        return True
    return True
