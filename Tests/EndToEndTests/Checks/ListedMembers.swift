import Foundation
import ProgramRunner

/// The members of a type in the listing of the public API, which the build keeps up to date.
enum ListedMembers {
    /// Returns the functions of a type that return one of some types.
    ///
    /// - Parameters:
    ///   - type: The type with its module, such as `Auth0.WebAuth`.
    ///   - results: The texts after the arrow, without constraints.
    ///   - excluded: Texts of constraints; functions with one of them are left out.
    /// - Returns: The names with their parameters, such as `maxAge(_ maxAge: Int)`.
    /// - Throws: An error of the file.
    static func functions(
        of type: String, returning results: Set<String>, without excluded: [String] = []
    ) throws -> Set<String> {
        let pattern = /(?:@\w+ |requirement )*func (?<declaration>.+\)) (?:async )?(?:throws )?-> (?<rest>.+)/
        var names: Set<String> = []
        for line in try lines(ofModule: String(type.prefix { $0 != "." })) where line.hasPrefix("\(type) | ") {
            let member = line.dropFirst("\(type) | ".count)
            guard let match = member.wholeMatch(of: pattern) else { continue }
            let parts = match.rest.split(separator: " where ", maxSplits: 1).map(String.init)
            guard results.contains(parts[0]), !excluded.contains(where: { parts.dropFirst().joined().contains($0) })
            else { continue }
            names.insert(String(match.declaration))
        }
        return names
    }

    /// Returns the name and the labels of a function, such as `maxAge(_:)`; an unnamed parameter of type `Void` is left
    /// out.
    static func signature(of declaration: String) -> String {
        let name = declaration.prefix { $0 != "(" }
        var (depth, parameters, current) = (0, [String](), "")
        for character in declaration.dropFirst(name.count + 1).dropLast() {
            if "([<".contains(character) { depth += 1 }
            if ")]>".contains(character) { depth -= 1 }
            if depth == 0, character == "," {
                parameters.append(current)
                current = ""
            } else {
                current.append(character)
            }
        }
        if !current.isEmpty { parameters.append(current) }
        let labels = parameters.filter { !$0.contains("_: Void") }.map {
            $0.drop { $0 == " " }.prefix { $0 != " " && $0 != ":" } + ":"
        }
        return "\(name)(\(labels.joined()))"
    }

    /// Returns the functions of a module that call back on a background thread.
    static func callbacks(ofModule module: String) throws -> [String] {
        try lines(ofModule: module).map(String.init).filter { line in
            ["callback", "completion"].contains { line.contains("\($0): @escaping @Sendable") }
        }
    }

    private static func lines(ofModule module: String) throws -> [Substring] {
        let listing = "\(Checkout.path)/Documentation/API/\(module).txt"
        return try String(contentsOfFile: listing, encoding: .utf8).split(separator: "\n")
    }
}
