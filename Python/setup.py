"""Builds the engine and puts it into the wheel, with the traces and videos that come with the lab."""

import os
import pathlib
import platform
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENGINE = ["swift", "build", "-c", "release", "--product", "ABRLabC", "--static-swift-stdlib"]


class BuildEngine(build_py):
    """Compiles the engine beside the program, with which it shares what is compiled."""

    def run(self):
        super().run()
        if shutil.which("swift") is None:
            raise SystemExit("error: there is no Swift toolchain in PATH, which compiles the engine; see README.md")
        flags = os.environ.get("SWIFT_FLAGS", "").split()
        environment = {**os.environ, "ABRLAB_LIBRARY": "1"}
        subprocess.run(ENGINE + flags, cwd=ROOT, env=environment, check=True)
        built = subprocess.run(
            ENGINE + flags + ["--show-bin-path"], cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE,
            text=True)
        package = pathlib.Path(self.build_lib) / "abrlab"
        library = package / "libABRLabC.so"
        shutil.copy(pathlib.Path(built.stdout.strip()) / library.name, library)
        subprocess.run(["strip", "--strip-unneeded", library], check=True)
        shutil.copy(ROOT / "Sources/ABRLabC/abrlab.h", package)
        shutil.copy(ROOT / "LICENSE", package)
        shutil.copytree(ROOT / "Traces", package / "Traces", dirs_exist_ok=True)


class PlatformPackage(Distribution):
    """What is installed belongs to one platform."""

    def has_ext_modules(self):
        return True


class PlatformWheel(bdist_wheel):
    """The library is for one platform, and for any Python."""

    def get_tag(self):
        return "py3", "none", f"linux_{platform.machine()}"


version = re.search(r'current = "(.+)"', (ROOT / "Sources/ABRCommands/CommandLine/Version.swift").read_text())[1]
setup(version=version, distclass=PlatformPackage, cmdclass={"build_py": BuildEngine, "bdist_wheel": PlatformWheel})
