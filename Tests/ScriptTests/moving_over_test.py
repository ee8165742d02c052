"""Tests of `scripts/moving-over`; run them with `python3 Tests/ScriptTests/moving_over_test.py`."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCREENS = ROOT / "Tests/Fixtures/Auth0Clients/Screens"


def run(folder):
    result = subprocess.run([ROOT / "scripts/moving-over", folder], capture_output=True, encoding="utf-8", check=False)
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


    def test_prints_all_of_it_in_a_terminal_without_unicode(self):
        variables = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        output = subprocess.run(
            [ROOT / "scripts/moving-over", SCREENS], capture_output=True, check=False, env=variables).stdout

        self.assertEqual(len(output.splitlines()), len(self.output.splitlines()))

    def test_skips_the_lock_of_an_editor(self):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink("user@machine.1234", f"{folder}/.#App.swift")

            self.assertEqual(run(folder), (0, f"0 places in {folder}\n"))


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

    def found(self, text, heading):
        """Returns the numbers and the texts of the lines below a heading."""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "App.swift").write_text(text)
            _, output = run(folder)
        lines, inside = [], False
        for line in output.splitlines():
            if not line.startswith("  "):
                inside = line.startswith(heading)
            elif inside:
                _, number, place = line.split(":", 2)
                lines.append((int(number), place.strip()))
        return lines

    def test_finds_chains_of_several_lines(self):
        dropped = "func f() {\n  _ =\n    builder\n      .connection(\n        name)\n      .audience(a)\n}\n"
        self.assertEqual(self.found(dropped, "A changed copy that is dropped"), [(2, "_ =")])
        for text in [
            "builder\n  .audience(\n    audience\n  )\n", "self.builder?\n  .audience(a)\n",
            "switch x {\ncase .a:\n  builder.audience(a)\ndefault: break\n}\n", "f { builder in\n  builder.audience(a)\n}\n",
        ]:
            self.assertEqual(len(self.found(text, "A changed copy that is not assigned")), 1, text)
        for text in [
            "x =\n  builder\n  .audience(a)\n", "return\n  builder.audience(a)\n", "f(\n  builder.audience(a)\n)\n",
            "builder\n  .audience(a)\n  .start { print($0) }\n",
        ]:
            self.assertEqual(self.found(text, "A changed copy that is not assigned"), [], text)

    def test_finds_callbacks_of_several_lines(self):
        heading = "A callback, which runs on a background thread"
        for text, line in [
            ("Auth0.webAuth()\n  .start(\n    callback\n  )\n", 2), ("webAuth.start(self.finished)\n", 1),
            ("webAuth\n  .clearSession(\n    federated: true\n  ) { result in\n  }\n", 2),
            ("manager.credentials(\n  withScope: s,\n  callback: { self.x = $0 })\n", 1),
            ("CredentialsManager(\n  authentication: Auth0.authentication()\n)\n.credentials { self.x = $0 }\n", 4),
            ("queue.async { [manager] in\n  manager\n    .renew { self.x = $0 }\n}\n", 3),
            ("request.start()\n  .sink(receiveCompletion: { _ in }) { self.x = $0 }\n", 1),
            ("webAuth.start\n{ print($0) }\n", None),
        ]:
            found = self.found(text, heading)
            self.assertEqual([number for number, _ in found], [line] if line else [], text)
        for text in [
            "webAuth.onMainActor().start { self.x = $0 }\n", "let x = try await request.start()\n",
            "request.start()\n  .receive(on: queue)\n  .sink { self.x = $0 }\n",
            "if let credentials = self.credentials {\n}\n", "try await request.start().map { $0 }\n",
        ]:
            self.assertEqual(self.found(text, heading), [], text)

    def test_a_scope_after_a_closure_counts_and_a_logout_needs_none(self):
        heading = "Defaults of version 3"
        self.assertEqual(self.found("Auth0\n  .webAuth()\n  .onClose {\n    f()\n  }\n  .scope(s)\n  .start(f)\n", heading), [])
        self.assertEqual(self.found("Auth0\n  .webAuth()\n  .clearSession(callback: f)\n", heading), [])
        self.assertEqual(self.found("Auth0\n  .webAuth()\n  .start(f)\n", heading), [(2, ".webAuth()")])
        self.assertEqual(len(self.found("manager.credentials(\n  withScope: s\n) { f($0) }\n", heading)), 1)
        self.assertEqual(self.found("manager.credentials(\n  minTTL: 60\n) { f($0) }\n", heading), [])

    def test_finds_imports_with_attributes_and_kinds(self):
        for line in [
            "@preconcurrency import Combine", "@_exported import JWTDecode", "public import Combine",
            "import class UIKit.UIColor", "@preconcurrency public import Combine", "import struct Auth0.CredentialsManager", "import class Auth0.Request",
            "@preconcurrency import Auth0", "@_spi(Test) import Combine", "import SafariServices",
        ]:
            self.assertEqual(self.found(f"import Foundation\n{line}\n", "Imports"), [(2, line)])
        for line in ["import Auth0", "@testable import Auth0", "public import Auth0", "import CombineSchedulers"]:
            self.assertEqual(self.found(line + "\n", "Imports"), [], line)

    def test_finds_casts_of_errors_and_https(self):
        for line in [
            "if let error = error as? Auth0Error {", "} catch let error as any Auth0Error {",
            "} catch let error as Auth0APIError {", "let code = (error.cause as? URLError)?.code", "guard error is Auth0Error else { return }",
        ]:
            self.assertEqual(self.found(line + "\n", "A cast of an error"), [(1, line)])
        self.assertEqual(self.found("error as? Auth0ErrorKind\n", "A cast of an error"), [])
        https = self.found("Auth0.webAuth()\n  .useHTTPS()\n  .scope(s)\n", "A redirect to https")
        self.assertEqual(https, [(2, ".useHTTPS()")])

    def test_finds_failures_of_the_store_that_are_lost(self):
        heading = "A failure of the store that version 3 throws"
        for text, line in [
            ("try credentialsManager.store(credentials: c)\n", 1), ("try! manager\n  .clear()\n", 2),
            ("do {\n  try self.credentialsManager?.clear()\n} catch {}\n", 2),
            ("_ = try vault.store(\n  apiCredentials: c, forAudience: a)\n", 1),
        ]:
            self.assertEqual([number for number, _ in self.found(text, heading)], [line], text)
        for text in [
            "_ = credentialsManager.store(credentials: c)\n", "try? credentialsManager.clear()\n",
            "try credentialsManager.save(credentials)\n", "try cache.clear()\n", "try store.store(value)\n",
            "try await load()\nmanager.clear()\n",
        ]:
            self.assertEqual(self.found(text, heading), [], text)

    def test_finds_casts_of_numbers_and_nulls(self):
        heading = "A number or a null of claims or metadata"
        for line in [
            'guard let exp = jwt.body["exp"] as? Double else { return }', "let age = claims[key] as! TimeInterval",
            'if user["nickname"] is NSNull {', 'metadata?["score"] as? Float',
        ]:
            self.assertEqual(self.found(line + "\n", heading), [(1, line)])
        for line in ['jwt.body["exp"] as? Int', 'claims["sub"] as? String', "value as? Double", '"[1] as? Double"']:
            self.assertEqual(self.found(line + "\n", heading), [], line)

    def test_comments_and_strings_are_no_code(self):
        for text in [
            "let a = 1 // _ = builder.audience(b)\n", "/* /* */ _ = builder.audience(b) */\n",
            'let s = "_ = builder.audience(b)"\n', 'let s = """\n_ = builder.audience(b)\n"""\n',
            'let s = #"a "_ = builder.audience(b)"#\n',
        ]:
            self.assertEqual(self.found(text, "A changed copy"), [], text)
        text = 'let s = "\\(names["x"] ?? "}")" // a\n_ = builder.audience("//").nonce(")")\n'
        self.assertEqual(len(self.found(text, "A changed copy that is dropped")), 1)

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
