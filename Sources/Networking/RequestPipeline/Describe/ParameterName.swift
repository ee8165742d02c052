/// The name of a parameter as a lenient server reads it, such as PHP. It ignores case, white space around it and
/// invisible characters, reads a dot or a space as an underscore, and ends at a bracket. A parameter that protects a
/// request must not be set by another spelling.
package struct ParameterName: Sendable, Hashable {
    /// The folded name, for comparisons.
    package let folded: String

    package init(_ name: String) {
        var scalars = name.unicodeScalars.filter { !Self.isInvisible($0) }[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        if let bracket = scalars.dropFirst().firstIndex(of: "[") { scalars = scalars[..<bracket] }
        let read = scalars.map { $0 == "." || $0.properties.isWhitespace ? "_" : Character($0) }
        // Converted to both cases, because some letters have another letter's capital.
        folded = String(read).uppercased().lowercased()
    }

    /// Returns whether a lenient server reads this name as one of several, as their standards write them.
    package func isOne(of names: Set<String>) -> Bool { names.contains(folded) }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && !scalar.properties.isWhitespace || scalar.value == 0x7F
            || scalar.properties.isDefaultIgnorableCodePoint
    }
}
