"""Builds the module with CMake. With ORRERY_BUILD set to a build folder that has it, takes it from there.

    pip install --no-build-isolation ./scenarios/python
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent


def source():
    """Return the top of the project: pip may have copied this folder elsewhere."""
    for folder in (HERE.parents[1], pathlib.Path(os.environ.get("ORRERY_SOURCE", "/nowhere"))):
        if (folder / "scenarios/python/module/module.cc").exists():
            return folder
    sys.exit("setup.py: the sources of Orrery are not there; expected ORRERY_SOURCE to name their folder")


def built():
    """Return the package in a build folder, built if need be."""
    folder = os.environ.get("ORRERY_BUILD")
    if folder is None:
        folder = source() / "build/release"
        subprocess.run(["cmake", "--preset", "release", f"-DPython3_EXECUTABLE={sys.executable}"], cwd=source(), check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "python_module"], check=True)
    package = pathlib.Path(folder) / "python/orrery"
    if not list(package.glob("_orrery*.so")):
        sys.exit(f"setup.py: {package} has no extension; expected a build with python3-dev and pybind11-dev installed")
    return package


class Build(build_py):
    def run(self):
        to = pathlib.Path(self.build_lib) / "orrery"
        shutil.copytree(built(), to, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))


class Binary(Distribution):
    def has_ext_modules(self):
        return True


version = re.search(r"VERSION ([0-9.]+)", (source() / "CMakeLists.txt").read_text().split("project(", 1)[1])[1]
setup(version=version, packages=["orrery"], cmdclass={"build_py": Build}, distclass=Binary)
