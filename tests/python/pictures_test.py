"""Pictures, pages and traces."""

import contextlib
import importlib.util
import io
import pathlib
import runpy
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

import orrery
from rank_programs import my_ring


def has(module):
    return importlib.util.find_spec(module) is not None


def pictures():
    try:
        orrery.run("lessons/first-allreduce")[0].at(0)
    except RuntimeError:
        return False
    return True


@contextlib.contextmanager
def without_matplotlib():
    hidden = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "matplotlib"}
    sys.modules["matplotlib"] = None
    try:
        yield
    finally:
        del sys.modules["matplotlib"]
        sys.modules.update(hidden)


DRAWS = pictures()


PAGE = pathlib.Path(__file__).parents[2] / "assets/python.md"


@unittest.skipUnless(DRAWS, "built without pictures")
class Page(unittest.TestCase):
    def test_the_example_runs_and_makes_the_picture(self):
        lines = PAGE.read_text().split("```python\n")[1].split("```")[0].splitlines(True)
        with tempfile.TemporaryDirectory() as folder:
            code = pathlib.Path(folder) / "example.py"
            code.write_text("".join(line for line in lines if has("pandas") or ".frame(" not in line))
            with contextlib.redirect_stdout(io.StringIO()):
                made = runpy.run_path(str(code))["results"][0].at(round=2, format="png").data
        self.assertEqual(made[:24], PAGE.with_name("python.png").read_bytes()[:24])  # kind and size


@unittest.skipUnless(DRAWS, "built without pictures")
class Pictures(unittest.TestCase):
    def test_a_round_is_an_svg(self):
        picture = orrery.run("lessons/first-allreduce")[0].at(round=3)
        self.assertEqual(xml.fromstring(picture.data).tag, "{http://www.w3.org/2000/svg}svg")
        shown = picture._repr_mimebundle_()
        self.assertTrue(shown["image/svg+xml"].startswith("<svg"))
        self.assertIn('src="data:image/svg+xml;base64,', shown["text/html"])  # nbconvert 6.5 strips svg elements
        with self.assertRaisesRegex(orrery.InputError, "^round: round 99 has no transfers; expected 0 to 5$"):
            orrery.run("lessons/first-allreduce")[0].at(round=99)

    def test_a_picture_is_saved_under_a_name_of_its_format(self):
        picture = orrery.run("lessons/first-allreduce")[0].at(round=0)
        with self.assertRaisesRegex(ValueError, r"the picture is svg; expected .svg, or a picture with format='png'"):
            picture.save("round.png")

    def test_plots_may_have_one_line_and_runs_that_failed(self):
        from orrery._results import _spreads

        results = orrery.run(topology="torus:4", algorithm="ring", bytes=["1KiB", "1MiB"])
        with without_matplotlib():
            self.assertIn(b"<svg", results.plot(by=None).data)
            with self.assertRaisesRegex(orrery.InputError, "; expected by columns that differ there$"):
                orrery.run(ranks=[4, 5], algorithm=["ring", "swing"]).plot(x="ranks", by=None)
        self.assertTrue(_spreads([1e-6, None, 1e-3]))

    def test_pages_stand_in_frames_of_their_own_and_load_nothing(self):
        results = orrery.run("lessons/first-allreduce", algorithm=["ring", "rabenseifner"])
        for shown in (results, results[0]):
            cell = shown._repr_html_()
            self.assertTrue(cell.startswith("<iframe ") and cell.endswith("</iframe>"))
            self.assertEqual(cell.count("<iframe"), 1)
            self.assertNotIn('src="http', cell)
        self.assertIn("<html", results.page().html)

    def test_a_program_in_python_has_its_page(self):
        run = orrery.run(topology="torus:4", algorithm=my_ring, bytes="1KiB", payload="provenance")[0]
        self.assertIn("630.720 ns", run.page().html)
        self.assertIn("num_ranks 4", run.export("goal"))

    def test_plots_without_matplotlib_are_ours(self):
        results = orrery.run(topology="torus:4x4", collective="allreduce", algorithm=["ring", "swing"], bytes=["1KiB", "1MiB"])
        with without_matplotlib():
            drawn = [results.plot(x="bytes", y="goodput"), results.map()]
        for picture in drawn:
            self.assertIn(b"swing", picture.data)

    @unittest.skipUnless(has("matplotlib"), "matplotlib is not installed")
    def test_plots_with_matplotlib_have_the_numbers(self):
        results = orrery.run(topology="torus:4x4", collective="allreduce", algorithm=["ring", "swing"], bytes=["1KiB", "1MiB"])
        axes = results.plot(x="bytes", y="completion_time", by="algorithm")
        drawn = {line.get_label(): list(line.get_ydata()) for line in axes.get_lines()}
        self.assertEqual(drawn["ring"], [r.completion_time for r in results if r.algorithm == "ring"])
        self.assertEqual(len(results.map().get_images()), 1)


class Maps(unittest.TestCase):
    def test_maps_show_the_fastest(self):
        from orrery._results import fastest

        results = orrery.run(topology="torus:4x4", collective="allreduce", algorithm=["ring", "swing"], alpha="1us",
                             ranks=[16], bytes=["1KiB", "1MiB"])
        self.assertEqual(fastest(results.map_text().data), [[1, 1]])
        self.assertEqual(fastest({"algorithms": ["a"], "x": {"values": ["1"]}, "cells": [{"best": None}]}), [[-1]])


class Fallbacks(unittest.TestCase):
    def test_a_failed_run_is_shown_as_text(self):
        results = orrery.run("lessons/deadlock")
        self.assertTrue(results._repr_html_().startswith("<pre"))

    def test_many_runs_are_shown_as_a_table(self):
        self.assertTrue(orrery.run(ranks=[2, 3, 4])._repr_html_().startswith("<pre"))


@unittest.skipUnless(has("numpy"), "numpy is not installed")
class Traces(unittest.TestCase):
    def test_messages_are_those_of_the_run(self):
        run = orrery.run(topology="torus:3x4", collective="allgather", algorithm="bruck", bytes="12KiB")[0]
        m = run.trace().messages()
        self.assertEqual(len(m["id"]), run.messages)
        self.assertEqual(m["bytes"].sum(), run.bytes_total)
        self.assertEqual(m["end_ps"].max(), round(run.completion_time * 1e12))
        self.assertTrue((m["posted_ps"] <= m["start_ps"]).all() and (m["flow_ps"] <= m["end_ps"]).all())

    def test_columns_are_views_that_cannot_be_written_to(self):
        column = orrery.run(ranks=4, bytes="1KiB")[0].trace().messages()["bytes"]
        self.assertFalse(column.flags.owndata)
        with self.assertRaises(ValueError):
            column[0] = 1

    def test_columns_outlive_their_trace(self):
        import gc

        columns = [orrery.run(ranks=4, bytes="1KiB")[0].trace().messages()["bytes"] for _ in range(50)]
        gc.collect()
        self.assertTrue(all((c == 256).all() for c in columns))

    def test_loads_of_links_integrate_to_their_bytes(self):
        import collections

        run = orrery.run(topology="torus:4x4", collective="allreduce", algorithm="rabenseifner", bytes="64KiB")[0]
        trace = run.trace()
        loads, carried, last = trace.link_loads(), collections.Counter(), {}
        for link, time, rate in zip(loads["link"], loads["time_ps"], loads["bytes_per_second"]):
            before, old = last.get(link, (time, 0.0))
            carried[link] += old * (time - before) * 1e-12
            last[link] = (time, rate)
        self.assertTrue(all(abs(rate) < 1e-3 for _, rate in last.values()))
        # Each change of a rate is at a whole picosecond, which moves at most some bytes.
        self.assertAlmostEqual(max(carried.values()), run.max_link_bytes, delta=64)


if __name__ == "__main__":
    unittest.main()
