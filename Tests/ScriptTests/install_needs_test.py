"""Tests of `scripts/install-needs`; run them with `python3 Tests/ScriptTests/install_needs_test.py`."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# In the place of the programs of the machine: no package is there, and none can be installed.
PROGRAMS = {
    "dpkg-query": "exit 1",
    "sudo": 'shift && exec "$@"',
    "apt-get": 'case "$*" in "-q update") ;; --simulate*) echo "$PLAN"; exit "$STATUS" ;; *) exit 100 ;; esac',
}


class InstallNeeds(unittest.TestCase):
    def run_script(self, plan, status):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        programs, logs = pathlib.Path(folder.name, "programs"), pathlib.Path(folder.name, "logs")
        programs.mkdir()
        logs.mkdir()
        for name, commands in PROGRAMS.items():
            (programs / name).write_text(f"#!/bin/sh\n{commands}\n")
            (programs / name).chmod(0o755)
        run = subprocess.run(
            [ROOT / "scripts/install-needs", "packages", "one", "two"], stderr=subprocess.PIPE, text=True,
            env={"PATH": f"{programs}:{os.environ['PATH']}", "TMPDIR": str(logs), "PLAN": plan, "STATUS": str(status)})
        self.assertEqual((run.returncode, list(logs.iterdir())), (1, []))
        return run.stderr

    def test_a_package_that_does_not_exist_is_named(self):
        self.assertTrue(self.run_script("", 100).endswith("error: apt-get could not install: one two\n"))

    def test_a_package_that_is_in_the_way_is_named(self):
        text = self.run_script("Inst one\nRemv three [3]\nRemv four [4]", 0)

        self.assertIn("error: one two cannot be installed beside: three four.\n", text)
        self.assertTrue(text.endswith("    sudo apt-get remove three four\n"))


if __name__ == "__main__":
    unittest.main()
