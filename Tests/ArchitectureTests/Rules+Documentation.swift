extension Rules {
    /// Public functions and initialisers of `Sources` whose parameters or errors are not documented.
    static func incompleteDocumentation(_ files: [SourceFile]) -> [String] {
        files.filter { $0.isSwift && $0.isShipped }.flatMap { file in
            PublicDeclaration.all(in: file).flatMap { declaration -> [String] in
                let place = "\(file.path):\(declaration.line)"
                // The requirement has its documentation.
                guard !declaration.documentation.contains("The default implementation,") else { return [] }
                let missing = declaration.parameters.filter { !declaration.documents($0) }
                let errors = declaration.throwsErrors && !declaration.documentation.contains("- Throws:")
                return missing.map { "\(place): parameter \($0)" } + (errors ? ["\(place): errors"] : [])
            }
        }
    }
}

/// A public function, initialiser or protocol requirement, read from its text.
struct PublicDeclaration {
    /// The line it begins at, counted from 1.
    let line: Int
    /// The lines of its documentation comment.
    let documentation: String
    /// The names of its parameters inside the function, without those of type `Void`.
    let parameters: [String]
    let throwsErrors: Bool

    /// Whether the documentation comment has an entry for a parameter, or says that it is that of the declaration
    /// above.
    func documents(_ parameter: String) -> Bool {
        documentation.contains("whose parameters are the same")
            || documentation.contains("- \(parameter):") || documentation.contains("- Parameter \(parameter):")
    }

    /// Returns the public functions of a file, except those whose name, or the name of whose type, begins with an
    /// underscore: the documentation does not show them.
    static func all(in file: SourceFile) -> [PublicDeclaration] {
        var isInPublicProtocol = false
        var endOfHiddenType: String?
        return file.code.indices.compactMap { index in
            let line = file.code[index]
            if line.hasPrefix("public protocol ") { isInPublicProtocol = true }
            if line.hasPrefix("}") || (!line.hasPrefix(" ") && line.hasSuffix("{}")) { isInPublicProtocol = false }
            if line.contains("public struct _") { endOfHiddenType = line.prefix { $0 == " " } + "}" }
            if let end = endOfHiddenType, line.hasPrefix(end) { endOfHiddenType = nil }
            guard endOfHiddenType == nil, isFunction(line, isInPublicProtocol) else { return nil }
            return PublicDeclaration(file, at: index)
        }
    }

    private static func isFunction(_ line: Substring, _ isInPublicProtocol: Bool) -> Bool {
        guard line.holds("public ") || (isInPublicProtocol && line.hasPrefix("    ")) else { return false }
        let words = line.split(whereSeparator: { $0 == " " || $0 == "(" || $0 == "<" })
        // The parameters of an operator are its two sides.
        if line.contains(#/\bfunc (?:_|[^\w`])/#) { return false }
        guard words.contains(where: { ["func", "init", "init?", "subscript"].contains($0) }) else { return false }
        if words.contains("public") { return true }
        return isInPublicProtocol && line.hasPrefix("    ") && !line.hasPrefix("     ")
    }

    private init?(_ file: SourceFile, at index: Int) {
        let text = file.code[index...].prefix(24).joined(separator: "\n")
        // `init`, `subscript` and `func name` are followed by the parameters, or by generic parameters before them.
        guard let name = text.firstRange(of: #/\b(?:func\s+(?:`[^`]*`|\w+)|init[?!]?|subscript)/#) else { return nil }
        let rest = text[name.upperBound...]
        let signature = rest.first == "<" ? Self.dropBrackets(rest) : rest
        guard signature.first == "(" else { return nil }
        let (inside, after) = Self.parenthesized(signature)
        line = index + 1
        parameters = Self.names(inside)
        throwsErrors = after.prefix { $0 != "{" && $0 != "\n" }.contains("throws")
        documentation = Self.documentation(above: index, file)
    }

    private static func documentation(above index: Int, _ file: SourceFile) -> String {
        var lines: [Substring] = []
        for line in file.lines[..<index].reversed() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///") { lines.append(text) } else if !text.hasPrefix("@") { break }
        }
        return lines.reversed().joined(separator: "\n")
    }

    /// Drops generic parameters from the front of a text.
    private static func dropBrackets(_ text: Substring) -> Substring {
        var depth = 0
        var previous: Character = " "
        for index in text.indices {
            if text[index] == "<" { depth += 1 }
            if text[index] == ">", previous != "-" { depth -= 1 }
            if depth == 0 { return text[text.index(after: index)...] }
            previous = text[index]
        }
        return ""
    }

    /// The inside of the parentheses that a text begins with, and the text behind them.
    private static func parenthesized(_ text: Substring) -> (inside: Substring, after: Substring) {
        var depth = 0
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return (text[..<index].dropFirst(), text[text.index(after: index)...]) }
        }
        return ("", "")
    }

    /// The names of parameters, inside the function.
    private static func names(_ list: Substring) -> [String] {
        var depth = 0
        var previous: Character = " "
        var parts: [String] = [""]
        for character in list {
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) || (character == ">" && previous != "-") { depth -= 1 }
            previous = character
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.compactMap { part in
            guard let colon = part.firstIndex(of: ":") else { return nil }
            let type = part[part.index(after: colon)...].drop { $0 == " " }
            let name = part[..<colon].split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
            return name == "_" || type.hasPrefix("Void") ? nil : name.filter { $0 != "`" }
        }
    }
}
