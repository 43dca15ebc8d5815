"""The events of a run, as columns of numpy."""

from . import _orrery


class Trace:
    """The events of a run. Each method but links() returns a dict of numpy arrays, a row for each event, times in picoseconds;
    they look into the recording where they can, and cannot be written to."""

    def __init__(self, recorded):
        self._recorded = recorded

    def messages(self):
        """Return all transfers: id, source, destination (ranks), round (of the sender), lane, tag, bytes, element and
        elements (in the sender's buffer), posted_ps, start_ps, ready_ps (latency is paid), flow_ps (bytes flow), end_ps."""
        return self._recorded.messages()

    def rounds(self):
        """Return the times at which ranks entered rounds: rank, round, time_ps."""
        return self._recorded.rounds()

    def computes(self):
        """Return the reductions and copies of ranks: rank, round, bytes, reduction (or a copy), start_ps, end_ps."""
        return self._recorded.computes()

    def link_loads(self):
        """Return the load of links over time: from time_ps on link carries bytes_per_second."""
        return self._recorded.link_loads()

    def links(self):
        """Return all links as a list of dicts, by number: from, to (nodes), level, and the names of both ends."""
        return self._recorded.links()
