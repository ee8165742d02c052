import Foundation

/// Everything that a program can print of a value without asking for one of its members.
enum PrintedForms {
    /// The secret that the values of the tests hold.
    static let canary = "canary"

    /// The forms in which a text could contain the secret: itself, in hexadecimal, in Base64 at each alignment, and as
    /// numbers of octets.
    private static let leaks = [
        canary, "63616e617279", "Y2FuYXJ5", "NhbmFye", "jYW5hcn", "99 97 110 97 114 121",
    ]

    /// Returns the printed forms of a value that show the secret.
    ///
    /// - Parameter value: A value that holds the secret.
    /// - Returns: The forms; none if all of them are safe.
    static func leaking(_ value: Any) -> [String] {
        forms(of: value).filter { form in
            let octets = form.split { !$0.isNumber }.joined(separator: " ")
            return leaks.contains { form.contains($0) || octets.contains($0) }
        }
    }

    /// Returns every printed form of a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: Its descriptions, alone and inside containers, its dump, and those of the children of its mirror.
    static func forms(of value: Any) -> [String] {
        var forms = ["\(value)", String(reflecting: value), "\([value])", "\(["key": value])", "\(value as Any?)"]
        var dumped = ""
        dump(value, to: &dumped)
        forms.append(dumped)
        if let error = value as? any Error {
            forms += [error.localizedDescription, "\(Result<Void, any Error>.failure(error))"]
        }
        return forms + children(of: Mirror(reflecting: value), depth: 0)
    }

    private static func children(of mirror: Mirror, depth: Int) -> [String] {
        guard depth < 8 else { return [] }
        let own = mirror.children.flatMap { child in
            [child.label ?? "", "\(child.value)", String(reflecting: child.value)]
                + children(of: Mirror(reflecting: child.value), depth: depth + 1)
        }
        return own + (mirror.superclassMirror.map { children(of: $0, depth: depth + 1) } ?? [])
    }
}
