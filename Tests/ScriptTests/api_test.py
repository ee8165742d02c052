"""Tests of `scripts/api breaks`; run them with `python3 Tests/ScriptTests/api_test.py`."""

import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
script = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "api"
loader = importlib.machinery.SourceFileLoader("api", str(script))
api = importlib.util.module_from_spec(importlib.util.spec_from_loader("api", loader))
loader.exec_module(api)

TOKEN = "M | struct Token<Value> where Value : Sendable: Equatable where Value : Equatable, Value : Sendable, Sendable"
CLIENT = "M | protocol Client : Sendable"


class Parts(unittest.TestCase):
    def test_a_type_is_split_into_its_declaration_and_its_conformances(self):
        self.assertEqual(
            api.parts(TOKEN),
            ("M | struct Token<Value> where Value : Sendable",
             {"Equatable where Value : Equatable, Value : Sendable", "Sendable"}))

    def test_a_function_is_one_declaration(self):
        line = "M.Client | func login(name: String, code: Int = 0) -> Request<Int, Failure>"
        self.assertEqual(api.parts(line), (line, set()))

    def test_an_extension_has_conformances(self):
        self.assertEqual(api.parts("M | extension URL: P, Q"), ("M | extension URL", {"P", "Q"}))


class Breaks(unittest.TestCase):
    def test_equal_listings_break_nothing(self):
        self.assertEqual(api.broken([TOKEN, CLIENT], [TOKEN, CLIENT]), [])

    def test_the_type_itself_has_two_names(self):
        member = "M.A.B | static func + (lhs: {0}, rhs: {0}) -> [A.B.C]"
        self.assertEqual(api.broken([member.format("A.B")], [member.format("Self")]), [])
        self.assertNotEqual(api.broken([member.format("A.B")], [member.format("A.C")]), [])

    def test_less_strict_checking_breaks_nothing(self):
        self.assertEqual(api.broken([CLIENT], ["M | @preconcurrency protocol Client : Sendable"]), [])

    def test_an_added_conformance_breaks_nothing(self):
        self.assertEqual(api.broken([TOKEN, "M | enum E"], [TOKEN + ", Hashable", "M | enum E: Sendable"]), [])

    def test_a_removed_conformance_is_a_break(self):
        self.assertEqual(
            api.broken(["M | final class C: Equatable, Hashable"], ["M | final class C: Equatable"]),
            ["M | final class C: Hashable"])

    def test_a_conformance_under_another_condition_is_a_break(self):
        self.assertEqual(
            api.broken([TOKEN], [TOKEN.replace("Value : Equatable, ", "Value : Hashable, ")]),
            ["M | struct Token<Value> where Value : Sendable: Equatable where Value : Equatable, Value : Sendable"])

    def test_a_removed_or_changed_symbol_is_a_break(self):
        released = ["M.C | func f(a: Int)", "M.C | var x: Int { get }"]
        self.assertEqual(api.broken(released, ["M.C | var x: Int? { get }"]), released)

    def test_a_new_symbol_breaks_nothing(self):
        self.assertEqual(api.broken([TOKEN], [TOKEN, "M.Token | func f()", "M | protocol New"]), [])

    def test_a_new_requirement_is_a_break_without_a_default_only(self):
        self.assertEqual(
            api.broken([CLIENT], [CLIENT, "M.Client | requirement func f()", "M.Client | func g()"]),
            ["M.Client | requirement func f()"])

    def test_a_requirement_of_a_new_protocol_breaks_nothing(self):
        self.assertEqual(api.broken([], [CLIENT, "M.Client | requirement func f()"]), [])

    def test_a_requirement_may_get_a_default_but_not_lose_it(self):
        required, defaulted = [CLIENT, "M.Client | requirement func f()"], [CLIENT, "M.Client | func f()"]
        self.assertEqual(api.broken(required, defaulted), [])
        self.assertEqual(api.broken(defaulted, required), ["M.Client | requirement func f()"])

    def test_a_protocol_that_refines_another_one_is_a_break(self):
        self.assertEqual(api.broken([CLIENT], [CLIENT + ", Loggable"]), [CLIENT])


class Requirements(unittest.TestCase):
    @staticmethod
    def symbol(identifier, constraints=()):
        return {"identifier": {"precise": identifier}, "swiftExtension": {"constraints": list(constraints)}}

    def test_a_default_for_some_types_only_leaves_a_requirement(self):
        graph = {
            "symbols": [self.symbol("all"), self.symbol("some", [{"kind": "sameType", "lhs": "A", "rhs": "B"}])],
            "relationships": [
                {"kind": "requirementOf", "source": "f", "target": "P"},
                {"kind": "requirementOf", "source": "g", "target": "P"},
                {"kind": "requirementOf", "source": "h", "target": "P"},
                {"kind": "defaultImplementationOf", "source": "all", "target": "f"},
                {"kind": "defaultImplementationOf", "source": "some", "target": "g"},
            ],
        }
        self.assertEqual(api.requirements([graph]), {"g", "h"})


if __name__ == "__main__":
    unittest.main()
