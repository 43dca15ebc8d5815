"""Scenarios, results and errors of the module."""

import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import orrery
from orrery import _keys, _stubs


def has(module):
    import importlib.util

    return importlib.util.find_spec(module) is not None


class Runs(unittest.TestCase):
    def test_built_in_scenario_has_the_numbers_of_the_readme(self):
        run = orrery.run("lessons/first-allreduce")[0]
        self.assertAlmostEqual(run.completion_time, 630.72e-9, delta=1e-15)
        self.assertEqual((run.rounds, run.outcome, run["lambda"]), (6, "fine", 3.0))

    def test_lists_are_sweeps_in_the_order_of_the_product(self):
        results = orrery.run(ranks=[4, 8], collective="allgather", algorithm=["ring", "bruck"], bytes="1KiB")
        self.assertEqual([(r.ranks, r.algorithm) for r in results],
                         [(4, "ring"), (4, "bruck"), (8, "ring"), (8, "bruck")])
        self.assertEqual(results["rounds"], [3, 2, 7, 3])

    def test_values_may_be_numbers_lists_of_numbers_and_texts(self):
        run = orrery.run(ranks=3, collective="gatherv", algorithm="linear", sizes=[5, 0, 7], payload="real")[0]
        self.assertEqual((run.bytes, run.verified), (12, True))
        self.assertEqual(orrery.run(ranks=2, bytes=4096)[0].bytes, 4096)
        self.assertEqual(len(orrery.run(ranks=range(2, 5))), 3)
        levels = orrery.run(topology="two-tier:2,2", level_bandwidth=["10Gb/s", "40Gb/s"])
        self.assertEqual((len(levels), levels[0].level_bandwidth), (1, "list:10Gb/s,40Gb/s"))

    def test_values_may_be_paths(self):
        file = orrery.scenario_folder() / "lessons/data/all-send-first.goal"
        self.assertEqual(orrery.run(schedule=file, check=False)[0].outcome, "deadlock")

    def test_a_dict_is_a_scenario_with_expectations(self):
        results = orrery.run({"network": {"topology": "torus:4"}, "run": {"algorithm": "ring", "bytes": ["1KiB", "2KiB"]},
                              "expect": {"*.rounds": 6, "1KiB.rounds": {"max": 5}}})
        self.assertEqual([c["verdict"] for c in results.expectations], ["passed", "passed", "failed"])
        self.assertFalse(results.ok)
        self.assertEqual(results.expectations[2]["got"], 6)

    def test_expectations_that_could_not_be_checked_do_not_fail(self):
        results = orrery.run("lessons/swing", bytes="2MiB")
        self.assertEqual({c["verdict"] for c in results.expectations}, {"passed", "skipped"})
        self.assertTrue(results.ok)

    def test_csv_columns_and_json_are_those_of_the_command(self):
        results = orrery.run(ranks=4, bytes=["1KiB", "2KiB"])
        self.assertEqual(results.csv().splitlines()[0].split(","), list(results.columns()))
        self.assertEqual([f["name"] for f in orrery.fields()], list(results.columns()))

    def test_columns_and_runs_have_the_metrics_of_operations(self):
        results = orrery.run("ci/operations")
        name = "operation.sum.completion_time_s"
        self.assertEqual(results.csv().splitlines()[0].split(","), list(results.columns()))
        self.assertEqual(results[0].keys(), list(results.columns()))
        self.assertEqual(results["operation.sum.completion_time"], [run[name] for run in results])
        self.assertEqual(results[0][name], json.loads(results.json())["runs"][0][name])
        with self.assertRaisesRegex(KeyError, "did you mean 'operation.sum.rounds'"):
            results[0]["operation.sum.round"]

    @unittest.skipUnless(has("pandas"), "pandas is not installed")
    def test_frame_has_the_columns_and_numbers_of_csv(self):
        import io

        import pandas

        results = orrery.run("papers/swing-8x8", algorithm=["swing", "ring"], bytes=["1KiB", "2MiB"])
        frame, read = results.frame(), pandas.read_csv(io.StringIO(results.csv()))
        self.assertEqual(list(frame.columns), list(read.columns))
        for column in ("completion_time_s", "bytes", "rounds", "goodput_bps", "xi"):
            for ours, theirs in zip(frame[column], read[column]):
                self.assertTrue(math.isclose(ours, theirs, rel_tol=1e-9), column)

    def test_why_what_if_and_bounds(self):
        results = orrery.run("lessons/first-allreduce")
        why = results.why()
        self.assertIn("start-up of messages", why)
        causes = why.data["runs"][0]["causes_ps"]
        self.assertEqual(sum(causes.values()), 630720)
        self.assertIn("runs", results.what_if(factor=2).data)
        bounds = results[0].bounds()
        self.assertLessEqual(bounds["least_s"], results[0].completion_time)

    def test_rounds_are_rows(self):
        rows = orrery.run("lessons/first-allreduce")[0].per_round()
        self.assertEqual([row["round"] for row in rows], list(range(6)))
        self.assertEqual(sum(row["bytes"] for row in rows), 6 * 1024)

    def test_sweep_goes_on_where_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            file, told = pathlib.Path(folder) / "runs", []
            keys = dict(ranks=[4, 8, 16], bytes=["1KiB", "64KiB"], resume=file, jobs=2)
            first = orrery.sweep(progress=lambda done, all: told.append((done, all)), **keys)
            again = orrery.sweep(progress=lambda done, all: told.append("again"), **keys)
        self.assertEqual(told, [(i, 6) for i in range(1, 7)])
        self.assertEqual(first["completion_time"], again["completion_time"])

    def test_network(self):
        net = orrery.Network("torus:4x4", alpha="1us")
        run = orrery.run(network=net, algorithm="swing", bytes="1KiB")[0]
        self.assertEqual((run.topology, run.ranks), ("torus:4x4", 16))
        self.assertEqual(orrery.run(topology=net, algorithm="swing", bytes="1KiB")[0].alpha, "1us")
        with self.assertRaisesRegex(orrery.InputError, "'torus:4x4' is not a Network; .* as topology"):
            orrery.run(network="torus:4x4")
        path = orrery.Network.from_edges([("a", "s"), ("b", "s"), ("c", "s", {"bandwidth": "1GB/s"})], switches=["s"])
        self.assertEqual(orrery.run(network=path, bytes="1KiB")[0].ranks, 3)

    def test_edges_are_merged_and_named(self):
        link = {"bandwidth": 100e9, "latency": 1e-6}
        number = orrery.Network.from_edges([("a", "b", link), ("b", "a", link)])
        text = orrery.Network.from_edges([("a", "b", {"bandwidth": "100Gb/s", "latency": "1us", "count": 2})])
        self.assertEqual(*(orrery.run(network=n, bytes="1MiB")[0].completion_time for n in (number, text)))
        for costs, said in (({"bandwidth": "fast"}, "edge 'b' - 'c': links: 'fast' is not a number"),
                            ({"count": 0}, "edge 'b' - 'c': links: expected a count of 1 .. 1024"),
                            ({"width": 3}, "edge 'b' - 'c': width: unknown key")):
            with self.assertRaisesRegex(orrery.InputError, said):
                orrery.Network.from_edges([("a", "b"), ("b", "c", costs)])
        with self.assertRaisesRegex(orrery.InputError, "edge 'a' - 'b': links: joins 'a' and 'b' a second time"):
            orrery.Network.from_edges([("a", "b"), ("a", "b", 1)])

    @unittest.skipUnless(has("networkx"), "networkx is not installed")
    def test_network_of_networkx(self):
        import networkx

        twice = networkx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c")])
        self.assertEqual(len(orrery.run(network=orrery.Network.from_networkx(twice))[0].trace().links()), 6)
        for graph in (networkx.petersen_graph(), networkx.petersen_graph().to_directed()):
            net = orrery.Network.from_networkx(graph)
            self.assertEqual(orrery.run(network=net, bytes="1KiB")[0].ranks, 10)


class Errors(unittest.TestCase):
    def error(self, *args, **keys):
        with self.assertRaises(orrery.InputError) as caught:
            orrery.run(*args, **keys)
        return caught.exception

    def test_unknown_key(self):
        error = self.error(algoritm="ring")
        self.assertEqual((error.key, error.nearest), ("algoritm", "algorithm"))

    def test_value_of_a_key(self):
        error = self.error(ranks=4, payload="gost")
        self.assertEqual((error.key, error.nearest), ("payload", "ghost"))
        self.assertIn("payload", str(error))
        self.assertNotIn("--", str(error))

    def test_place_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "s.toml"
            file.write_text('[run]\nalgorithm = "ring"\nbytes = "1KB/s"\n')
            error = self.error(file)
        self.assertEqual((error.line, error.key), (3, "run.bytes"))
        self.assertTrue(error.place.endswith("s.toml:3:9"), error.place)

    def test_scenario_that_is_not_there(self):
        self.assertEqual(self.error("lessons/first-allreduc").nearest, "lessons/first-allreduce")

    def test_failed_runs_raise_unless_they_are_wanted(self):
        with self.assertRaises(orrery.Deadlock) as caught:
            orrery.run(schedule=str(orrery.scenario_folder() / "lessons/data/all-send-first.goal"))
        self.assertEqual(caught.exception.run.outcome, "deadlock")
        self.assertTrue(orrery.run("lessons/deadlock"))  # it expects that


class Tables(unittest.TestCase):
    def test_signature_and_docstring_have_every_key(self):
        import inspect

        parameters = inspect.signature(orrery.run).parameters
        for key in orrery.keys():
            self.assertIn(key, parameters)
            self.assertIn(f"{key}: ", orrery.run.__doc__)

    def test_stubs_are_python_and_have_every_key_and_field(self):
        import ast

        text = _stubs.stubs()
        ast.parse(text)
        for key in orrery.keys():
            self.assertIn(f"    {key}: ", text)
        for field in orrery.fields():
            self.assertIn(f"    {field['name']}: ", text)

    def test_a_key_that_is_added_is_there(self):
        code = """
import sys, types
package = types.ModuleType("orrery")
package.__path__ = [FOLDER]
sys.modules["orrery"] = package
from orrery import _orrery
_orrery._add_key("shoe_size", "How large shoes are.")
del sys.modules["orrery"]
import orrery, inspect
from orrery import _stubs
assert "shoe_size" in orrery.keys()
assert "shoe_size" in inspect.signature(orrery.run).parameters
assert "How large shoes are." in orrery.run.__doc__
assert "shoe_size: Values" in _stubs.stubs()
assert len(orrery.run(ranks=2, shoe_size=["41", "42"])) == 2
assert "shoe_size" in orrery.run(ranks=2).columns()
"""
        code = code.replace("FOLDER", repr(str(pathlib.Path(orrery.__file__).parent)))
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_help_reads_as_a_page(self):
        self.assertLess(max(len(line) for line in _keys.described().splitlines() if "[" in line[:6]), 120)


if __name__ == "__main__":
    unittest.main()
