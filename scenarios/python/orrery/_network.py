"""Networks for runs."""

import os
import tempfile
import weakref

from . import _keys, _orrery
from ._errors import InputError


class Network:
    """A topology with its costs, such as Network("torus:6x10", alpha="1us"): orrery.run(network=net, algorithm="ring").

    Its keys are those of [network] and [cost] in scenario files.
    """

    def __init__(self, topology, **keys):
        for name in keys:
            if name in _keys._TABLE and _keys._TABLE[name]["table"] not in ("network", "cost"):
                raise InputError(f"{name}: a network has no such key; expected one of [network] or [cost]", key=name)
        self._keys = {"topology": topology, **keys}
        pairs = _keys.overrides(self._keys)
        _orrery.load("", [*pairs, ("collective", "barrier")])  # what is wrong is said here

    @classmethod
    def from_edges(cls, edges, *, switches=(), **keys):
        """Make a network of links between named nodes, each for both directions: (a, b), (a, b, level) or (a, b, dict with
        level, bandwidth, latency, count). Nodes are hosts, in the order in which they come, but for the `switches`."""
        switches = {str(s) for s in switches}
        edges = [_edge(e) for e in edges]
        hosts = [n for n in dict.fromkeys(n for a, b, _ in edges for n in (a, b)) if n not in switches]
        text = f"hosts = {_keys._toml(hosts)}\nswitches = {_keys._toml(sorted(switches))}\nlinks = [\n"
        text += "".join("  " + _keys._toml({"ends": [a, b], **costs}) + ",\n" for a, b, costs in edges) + "]\n"
        with tempfile.NamedTemporaryFile("w", suffix=".toml", prefix="orrery-network-", delete=False) as file:
            file.write(text)
        try:
            network = cls(f"file:{file.name}", **keys)
        except BaseException:
            os.unlink(file.name)
            raise
        weakref.finalize(network, os.unlink, file.name)
        return network

    @classmethod
    def from_networkx(cls, graph, *, switches=(), **keys):
        """Make a network of a graph of networkx: its nodes are hosts but for the `switches`, and attributes of edges (level,
        bandwidth, latency, count) the costs of links. Two directions of a directed graph are one link."""
        known = ("level", "bandwidth", "latency", "count")
        links = graph.to_undirected().edges(data=True)
        edges = [(a, b, {k: v for k, v in data.items() if k in known}) for a, b, data in links]
        return cls.from_edges(edges, switches=switches, **keys)

    def __repr__(self):
        return f"Network({', '.join(f'{k}={v!r}' for k, v in self._keys.items())})"


def _edge(edge):
    if not 2 <= len(edge) <= 3:
        raise InputError(f"{edge!r} is not a link; expected (a, b), (a, b, level) or (a, b, dict)", key="edges")
    costs = edge[2] if len(edge) == 3 else {}
    return str(edge[0]), str(edge[1]), (dict(costs) if isinstance(costs, dict) else {"level": int(costs)})
