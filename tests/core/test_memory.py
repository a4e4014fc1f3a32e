"""What the rules and the bots remember is bounded, however many games are played in one process."""

import gc
from functools import _lru_cache_wrapper
from importlib import import_module
from pkgutil import walk_packages

import core

#: More answers than these are not worth their memory.
MOST_REMEMBERED = 1 << 15


def test_whatever_is_remembered_has_a_bound() -> None:
    for module in walk_packages(core.__path__, "core."):
        if module.name.split(".")[-1] != "__main__":
            import_module(module.name)
    gc.unfreeze()  # what tests/conftest.py has frozen is not among the objects otherwise
    remembering = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    own = [each for each in remembering if each.__module__.startswith("core.")]
    bounds = {f"{each.__module__}.{each.__name__}": each.cache_parameters()["maxsize"] for each in own}
    assert bounds
    assert {name: most for name, most in bounds.items() if most is None or most > MOST_REMEMBERED} == {}
