"""Tests of `scripts/closed-twice.c`; run them with `python3 Tests/ScriptTests/closed_twice_test.py`."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = """
#include <stdlib.h>
#include <unistd.h>
int main(int count, char **words) {
    int descriptor = dup(0);
    for (int index = 1; index < count; index++) close(descriptor);
    return getenv("LD_PRELOAD") ? 2 : 0;
}
"""


class ClosedTwice(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.library = self.folder / "library.so"
        subprocess.run(["clang", "-shared", "-fPIC", "-o", self.library, ROOT / "scripts/closed-twice.c"], check=True)

    def run_program(self, name, *words):
        path = self.folder / name
        subprocess.run(["clang", "-xc", "-", "-o", path], input=PROGRAM, text=True, check=True)
        return subprocess.run(
            [path, *words], env={**os.environ, "LD_PRELOAD": str(self.library)}, stderr=subprocess.PIPE, text=True)

    def test_the_tests_end_where_a_descriptor_is_closed_twice(self):
        run = self.run_program("a.xctest", "once", "twice")

        self.assertLess(run.returncode, 0)
        self.assertRegex(run.stderr, r"error: descriptor \d+ is closed twice")

    def test_a_descriptor_may_be_closed_once_and_programs_of_tests_load_nothing(self):
        self.assertEqual(self.run_program("a.xctest", "once").returncode, 0)

    def test_other_programs_are_left_alone(self):
        run = self.run_program("other", "once", "twice")

        self.assertEqual((run.returncode, run.stderr), (2, ""))


if __name__ == "__main__":
    unittest.main()
