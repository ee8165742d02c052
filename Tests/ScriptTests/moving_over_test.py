"""Tests of `scripts/moving-over`; run them with `python3 Tests/ScriptTests/moving_over_test.py`."""

import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCREENS = ROOT / "Tests/Fixtures/Auth0Clients/Screens"


def run(folder):
    result = subprocess.run([ROOT / "scripts/moving-over", folder], capture_output=True, text=True, check=False)
    return result.returncode, result.stdout


def places(output, heading):
    """Returns the text of the places below a heading."""
    found, inside = [], False
    for line in output.splitlines():
        if not line.startswith("  "):
            inside = line.startswith(heading + " (")
        elif inside:
            found.append(line.split(": ", 1)[1])
    return found


class Fixtures(unittest.TestCase):
    def setUp(self):
        self.status, self.output = run(SCREENS)

    def test_finds_dropped_copies_outside_of_comments(self):
        self.assertEqual(
            places(self.output, "A changed copy that is dropped"),
            ["let _ = builder.audience(audience)", "_ = builder.organization(organization)"])
        self.assertEqual(self.status, 1)

    def test_finds_callbacks_and_the_cookie(self):
        callbacks = places(self.output, "A callback, which runs on a background thread")
        self.assertIn("webAuth.start { result in self.text = \"\\(result)\" }", callbacks)
        self.assertIn("credentialsManager.credentials { result in", callbacks)
        self.assertEqual(len(places(self.output, "A cookie with a session transfer token")), 1)

    def test_finds_logins_that_depend_on_defaults(self):
        logins = places(self.output, "Defaults of version 3")
        self.assertTrue(any("webAuth(clientId: \"client\"" in line for line in logins))
        self.assertFalse(any(".scope(" in line for line in logins))

    def test_names_file_and_line(self):
        line = next(line for line in self.output.splitlines() if "let _ = builder.audience(audience)" in line)
        path, number, _ = line.strip().split(":", 2)
        self.assertIn("let _ = builder.audience", pathlib.Path(path).read_text().splitlines()[int(number) - 1])


class Edits(unittest.TestCase):
    def program(self, text):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "App.swift").write_text(text)
            return run(folder)

    def test_finds_nothing_in_a_program_that_needs_no_edit(self):
        self.assertEqual(self.program("let c = try await Auth0.webAuth().scope(\"openid\").start()\n")[0], 0)
        self.assertEqual(self.program("builder = builder.audience(audience)\n")[0], 0)

    def test_a_scope_on_a_later_line_counts(self):
        self.assertEqual(self.program("Auth0\n  .webAuth()\n  .audience(a)\n  .scope(s)\n  .start()\n")[0], 0)

    def test_finds_other_rows(self):
        for text, heading in [
            ("_ = Auth0.webAuth().scope(\"a\").audience(b)\n", "A changed copy that is dropped"),
            ("    builder.audience(audience)\n", "A changed copy that is not assigned"),
            ("manager.enableBiometrics(withTitle: t)\n", "Biometrics"),
            ("func setEntry(_ d: Data, forKey k: String) throws {\n", "A storage of version 3"),
            ("func start(_ callback: @escaping (WebAuthResult<Credentials>) -> Void) {\n", "A double whose start(_:)"),
            ("import Combine\n", "Imports"),
            ("if error.localizedDescription == \"x\" {\n", "A text that is compared"),
        ]:
            status, output = self.program(text)
            self.assertEqual(status, 1, text)
            self.assertTrue(output.startswith(heading), output)


if __name__ == "__main__":
    unittest.main()
