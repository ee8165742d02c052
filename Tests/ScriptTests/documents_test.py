"""Tests of `scripts/check-documents`; run them with `python3 Tests/ScriptTests/documents_test.py`."""

import importlib.machinery
import importlib.util
import pathlib
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOADER = importlib.machinery.SourceFileLoader("documents", str(ROOT / "scripts/check-documents"))
documents = importlib.util.module_from_spec(importlib.util.spec_from_loader("documents", LOADER))
LOADER.exec_module(documents)


class Compiler:
    """A compiler whose program is a shell script."""

    def __init__(self, script):
        self.work = tempfile.mkdtemp()
        self.path = pathlib.Path(self.work) / "program"
        self.path.write_text("#!/bin/sh\n" + script)
        self.path.chmod(0o700)

    def program(self, texts):
        return str(self.path), []


class Examples(unittest.TestCase):
    def example(self, code):
        return documents.block("A.md", 7, "import Streams", code)

    def test_a_block_with_a_result_is_run(self):
        self.assertEqual(self.example("print(1)  // prints 1\nprint(2)\n// prints 2, 3\n").prints, "1, 2, 3")
        self.assertTrue(self.example("#expect(a == b)").runs)
        self.assertFalse(self.example("print(1)  // shows 1").runs)

    def test_a_block_that_prints_is_a_function(self):
        self.assertTrue(self.example("func f() {}\nf()\n// prints").is_function is False)
        self.assertTrue(self.example("func f() { print(1) }\nf()\n// prints 1").is_function)

    def test_an_output_that_differs_from_the_text_is_reported(self):
        examples = [self.example("a\n// prints 1, 2"), self.example("b\n// prints 3")]
        script = "printf '\\0360\\n1\\n2\\n\\036end\\n\\0361\\n4\\n\\036end\\n'"

        reports = documents.run(Compiler(script), examples)

        self.assertEqual(reports, ["A.md:7: prints '4', and the text says '3'"])

    def test_a_program_that_fails_is_reported(self):
        reports = documents.run(Compiler("printf '\\0360\\n1\\n'; exit 1"), [self.example("a\n// prints 1")])

        self.assertEqual(len(reports), 1)
        self.assertIn("ended with 1", reports[0])


class Sentences(unittest.TestCase):
    def reports(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".md") as file:
            file.write(text)
            file.flush()
            return documents.long_sentences(file.name)

    def test_thirty_words_are_the_limit(self):
        self.assertEqual(self.reports("word " * 29 + "word."), [])
        self.assertEqual(len(self.reports("word " * 30 + "word.")), 1)

    def test_code_and_links_are_one_word(self):
        self.assertEqual(self.reports("word " * 28 + "`a b c d e` [one](https://example.com/a%20b)."), [])

    def test_paragraphs_items_and_cells_are_apart(self):
        self.assertEqual(self.reports("word " * 20 + "\n\n" + "word " * 20 + "\n- " + "word " * 20), [])
        self.assertEqual(self.reports("| " + "word " * 20 + "| " + "word " * 20 + "|"), [])
        self.assertEqual(self.reports("```\n" + "word " * 40 + "\n```"), [])


if __name__ == "__main__":
    unittest.main()
