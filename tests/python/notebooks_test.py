"""The notebooks of assets/notebooks run from the first cell to the last. Needs nbconvert and a kernel."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

NOTEBOOKS = pathlib.Path(__file__).parents[2] / "assets/notebooks"
MISSING = [name for name in ("nbconvert", "ipykernel", "pandas", "matplotlib") if not importlib.util.find_spec(name)]


@unittest.skipIf(MISSING, f"missing: {', '.join(MISSING)}")
class Notebooks(unittest.TestCase):
    def test_every_notebook_runs(self):
        notebooks = sorted(NOTEBOOKS.glob("*.ipynb"))
        self.assertEqual(len(notebooks), 4)
        environment = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
        to = pathlib.Path(os.environ.get("ORRERY_NOTEBOOK_PAGES") or tempfile.mkdtemp())
        for notebook in notebooks:
            with self.subTest(notebook.name):
                command = [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", "--output-dir", to, notebook]
                done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                page = (to / notebook.with_suffix(".html").name).read_text()
                self.assertNotIn("Traceback", page)
                self.assertNotIn('data-mime-type="application/vnd.jupyter.stderr"', page)  # no warnings
                pictures = notebook.read_text().count(".at(round=")
                self.assertEqual(page.count('src="data:image/svg+xml;base64,'), pictures)


if __name__ == "__main__":
    unittest.main()
