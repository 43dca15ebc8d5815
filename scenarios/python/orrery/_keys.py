"""Values of keys, as Python has them and as scenario files have them."""

import difflib
import inspect
import json
import os
import typing

from . import _orrery
from ._errors import InputError

_TABLE = {key["name"]: key for key in _orrery.keys()}


def names():
    """Return the names of all keys of scenarios, in the order of files."""
    return list(_TABLE)


def _text(name, value):
    """Return one value as a scenario file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if hasattr(value, "item") and getattr(value, "shape", None) == ():  # a number of numpy
        return _text(name, value.item())
    if isinstance(value, (int, float)):
        return repr(value) + ("B" if _TABLE[name]["expected"].startswith("a size") else "")
    named = getattr(value, "_key_text", None)
    if named is not None:
        return named(name)
    if hasattr(value, "__fspath__"):
        return os.fspath(value)
    raise TypeError(
        f"{name}: {type(value).__name__} is not a value of a key; expected {_TABLE[name]['expected']}, or a list of such"
    )


def is_list(value):
    """Return whether a value is several; an array of numpy without dimensions is one."""
    return not isinstance(value, (str, bytes)) and hasattr(value, "__iter__") and getattr(value, "shape", None) != ()


def text_of(name, value):
    """Return a value, or a list of values to sweep over, as the command line has it."""
    if not is_list(value):
        return _text(name, value)
    values = list(value)
    if not values:
        raise InputError(f"{name}: an empty list; expected at least one value", key=name, expected=_TABLE[name]["expected"])
    plain = all(not is_list(v) and not str(v).startswith("list:") for v in values)
    numbers = not any(isinstance(v, str) for v in values)
    if plain and (_TABLE[name]["list"] == "texts" or (_TABLE[name]["list"] == "numbers" and numbers)):
        return "list:" + ",".join(_text(name, v) for v in values)  # one value, as in files
    return ",".join(text_of(name, v) for v in values)


def overrides(keys):
    """Return keyword arguments as pairs of texts, in their order. An object may stand for several keys."""
    pairs = []
    for name, value in keys.items():
        given = getattr(value, "_keys", None)
        if given is not None and name in ("network", "topology"):
            pairs += overrides(given)
            continue
        if name == "network":
            raise InputError(
                f"network: {value!r} is not a Network; expected one, or a name such as 'torus:8x8' as topology", key=name
            )
        if name == "algorithm" and "collective" not in keys:
            of = value[0] if isinstance(value, (list, tuple)) and value else value
            collective = getattr(of, "collective", None)
            if collective is not None:
                pairs.append(("collective", collective))
        if name not in _TABLE and name != "include":
            raise _unknown(name)
        pairs.append((name, text_of(name, value)))
    return pairs


def _unknown(name):
    near = (difflib.get_close_matches(name, [*_TABLE, "network"], 1) or [""])[0]
    hint = f"; did you mean '{near}'?" if near else "; orrery.keys() has all"
    return InputError(f"'{name}' is not a key of scenarios{hint}", key=name, nearest=near, expected="a key of scenarios")


def _toml(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(str(k))} = {_toml(v)}" for k, v in value.items()) + " }"
    if is_list(value):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return json.dumps(str(value if isinstance(value, str) else _text("algorithm", value)), ensure_ascii=False)


def document(tables):
    """Return a scenario that is given as a dict, as TOML."""
    return "".join(f"{json.dumps(str(name))} = {_toml(value)}\n" for name, value in tables.items())


def value_type(key):
    """Return the type of a key's values, for stubs and signatures."""
    words = [word for word, _ in key["choices"]]
    return typing.Literal[tuple(words)] if words and len(words) <= 12 else typing.Any


def signature(function):
    """Return the signature of a function whose **keys are all keys of scenarios."""
    plain = inspect.signature(function)
    own = [p for p in plain.parameters.values() if p.kind != p.VAR_KEYWORD]
    keys = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in _TABLE]
    keys.insert(0, inspect.Parameter("network", inspect.Parameter.KEYWORD_ONLY, default=None))
    return plain.replace(parameters=own + keys)


def described():
    """Return all keys with their meanings, as a part of a docstring."""
    lines = []
    for table in dict.fromkeys(key["table"] for key in _TABLE.values()):
        lines.append(f"\n    [{table}]")
        for name, key in _TABLE.items():
            if key["table"] == table:
                lines.append(f"    {name}: {key['help']}")
    return "\n".join(lines)


def with_keys(function):
    """Give a function with **keys the signature and the docstring that the table of keys says."""
    function.__signature__ = signature(function)
    function.__doc__ = inspect.cleandoc(function.__doc__) + "\n\nKeys:\n" + inspect.cleandoc(described())
    return function
