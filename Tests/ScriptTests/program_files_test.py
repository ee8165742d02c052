"""Tests of `scripts/program-files`; run them with `python3 Tests/ScriptTests/program_files_test.py`."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = """#!/bin/sh
[ "$1" = --version ] && echo "a-file-tool 1.0" && exit
printf 'a-file-tool: lists files\\n\\n  a-file-tool [--all]\\n\\nExamples:\\n  a-file-tool\\n'
"""


class ProgramFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # The program of the test has no symbols that could be removed.
        for name, text in {"a-file-tool": PROGRAM, "strip": "#!/bin/sh\n"}.items():
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)

    def install(self, **variables):
        subprocess.run(
            ["bash", "-c", 'umask 077 && exec "$@"', "bash", ROOT / "scripts/program-files", self.folder / "a-file-tool",
             self.folder / "prefix"],
            check=True, env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", **variables})
        return self.folder / "prefix/share/man/man1/a-file-tool.1"

    def test_every_user_may_read_what_a_careful_one_installs(self):
        self.install()

        files = list((self.folder / "prefix").rglob("*"))
        self.assertEqual([path for path in files if path.stat().st_mode & 0o044 != 0o044], [])
        self.assertEqual(len([path for path in files if path.is_file()]), 3)

    @unittest.skipUnless(
        shutil.which("localedef") and os.path.exists("/usr/share/i18n/locales/tr_TR"), "no sources of locales")
    def test_the_title_of_the_page_is_the_same_in_turkish(self):
        subprocess.run(["localedef", "-i", "tr_TR", "-f", "UTF-8", self.folder / "tr_TR.UTF-8"], check=True)

        page = self.install(LOCPATH=str(self.folder), LC_ALL="tr_TR.UTF-8").read_text(encoding="utf-8")

        self.assertTrue(page.startswith(".TH A-FILE-TOOL 1 "), page[:40])


if __name__ == "__main__":
    unittest.main()
