/// The words of a command line, parsed strictly: unknown options are errors.
///
/// Options are `--name value` or `--name=value`, each at most once, before or after the command; `--` ends them. What
/// follows `--help` or `--version` is ignored, as in GNU programs, except the command. A message names a wrong word by
/// its position and never repeats it, because it may be a token or a password in the wrong place; it suggests the name
/// that the word resembles.
struct Arguments: Sendable {
    /// The command; `nil` if there is none.
    let command: (any Command.Type)?
    /// The arguments that are not options.
    private(set) var operands: [String] = []
    private var values: [String: String] = [:]
    /// The options of the command; those of every command if it is missing.
    private let known: [Option]

    /// Parses a command line.
    ///
    /// - Parameters:
    ///   - words: The words after the name of the program.
    ///   - commands: The commands of the program.
    /// - Throws: A ``Failure`` with ``ExitStatus/usage``.
    init(_ words: [String], of commands: [any Command.Type]) throws(Failure) {
        var words = words
        let everyOption = commands.flatMap { $0.options } + Option.ofEveryCommand
        let index = Self.indexOfCommand(in: words, everyOption)
        command = try index.map { index throws(Failure) in
            let name = words.remove(at: index)
            guard let command = commands.first(where: { $0.name == name }) else {
                let hint = Self.suggestion(for: name, from: commands.map { $0.name })
                throw .usage("argument \(index + 1) is not a command\(hint); authcli --help lists the commands")
            }
            return command
        }
        known = (command.map { $0.options + Option.ofEveryCommand } ?? everyOption) + Option.ofProgram
        var rest = words[...]
        var isOver = false
        while let word = rest.first, !has("--help"), !has("--version") {
            let position = rest.startIndex + 1 + (index.map { $0 <= rest.startIndex } ?? false ? 1 : 0)
            rest.removeFirst()
            if isOver || !word.hasPrefix("-") || word == "-" {
                try add(operand: word, at: position)
            } else if word == "--" {
                isOver = true
            } else {
                try add(option: word, at: position, &rest)
            }
        }
    }

    /// The value of an option; `nil` if the option is missing.
    subscript(name: String) -> String? { values[name] }

    /// Returns whether an option is present.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// Returns the index of the first word that is neither an option nor the value of one, or follows `--`.
    private static func indexOfCommand(in words: [String], _ options: [Option]) -> Int? {
        var index = 0
        while index < words.count, words[index].hasPrefix("-") {
            let word = words[index]
            index += options.contains { $0.name == word && $0.value != nil } ? 2 : 1
            if word == "--" { break }
        }
        return index < words.count ? index : nil
    }

    private var usage: String { command.map { "authcli \($0.name) --help" } ?? "authcli --help" }

    private mutating func add(operand word: String, at position: Int) throws(Failure) {
        operands.append(word)
        guard operands.count <= command?.operands.count ?? 0 else {
            throw .usage("argument \(position) is unexpected; see \(usage)")
        }
    }

    private mutating func add(
        option word: String, at position: Int, _ rest: inout ArraySlice<String>
    ) throws(Failure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0] == "-h" ? "--help" : parts[0]
        guard let option = known.first(where: { $0.name == name }) else {
            let hint = Self.suggestion(for: name, from: known.map { $0.name })
            let owner = command.map { " of \($0.name)" } ?? ""
            throw .usage("argument \(position) is not an option\(owner)\(hint); see \(usage)")
        }
        let value = try Self.value(of: option, parts.count > 1 ? parts[1] : nil, &rest)
        guard values.updateValue(value, forKey: name) == nil else { throw .usage("\(name) is given twice") }
    }

    private static func value(
        of option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(Failure) -> String {
        guard let kind = option.value else {
            guard attached == nil else { throw .usage("\(option.name) takes no value") }
            return ""
        }
        let value = attached ?? rest.popFirst() ?? ""
        guard !value.isEmpty, attached != nil || !value.hasPrefix("--") else {
            throw .usage("\(option.name) needs a value: \(option.name) \(kind)")
        }
        return value
    }

    /// Returns a question with the name that a wrong word resembles; nothing if it resembles none.
    private static func suggestion(for word: String, from names: [String]) -> String {
        let near = names.map { (name: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
        guard let near, near.distance <= max(1, near.name.count / 3) else { return "" }
        return " (did you mean \(near.name)?)"
    }

    /// Returns the number of characters to insert, remove, replace or exchange with the next one.
    private static func distance(_ word: String, _ name: String) -> Int {
        let (word, name) = (Array(word.prefix(32)), Array(name))
        var rows = [Array(0...name.count)]
        for (index, character) in word.enumerated() {
            var row = [index + 1]
            for column in name.indices {
                let replaced = rows[index][column] + (name[column] == character ? 0 : 1)
                var least = min(replaced, rows[index][column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, character == name[column - 1], word[index - 1] == name[column] {
                    least = min(least, rows[index - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[word.count][name.count]
    }
}
