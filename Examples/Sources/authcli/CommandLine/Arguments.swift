/// The arguments of a command, parsed strictly: unknown options are errors.
///
/// Options are `--name value` or `--name=value`, each at most once; `--` ends them. Messages name a word that is wrong
/// by its position and never repeat it, because it may be a token or a password in the wrong place.
struct Arguments: Sendable {
    /// The arguments that are not options.
    private(set) var operands: [String] = []
    private var values: [String: String] = [:]

    /// Parses the arguments of a command.
    ///
    /// - Parameters:
    ///   - words: The words after the name of the command, whose indices are those of the command line.
    ///   - command: The command.
    /// - Throws: A ``Failure`` with ``ExitStatus/usage``.
    init(_ words: ArraySlice<String>, of command: any Command.Type) throws(Failure) {
        let known = command.options + Option.ofEveryCommand
        var rest = words
        var isOver = false
        while case let position = rest.startIndex + 1, let word = rest.popFirst() {
            if !isOver, word == "--" {
                isOver = true
                continue
            }
            guard !isOver, word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                guard operands.count <= command.operands.count else {
                    throw .usage("argument \(position) is unexpected; see authcli \(command.name) --help")
                }
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0] == "-h" ? "--help" : parts[0]
            guard let option = known.first(where: { $0.name == name }) else {
                throw .usage(
                    "argument \(position) is not an option of \(command.name); see authcli \(command.name) --help")
            }
            let value = try Self.value(of: option, parts.count > 1 ? parts[1] : nil, &rest)
            guard values.updateValue(value, forKey: name) == nil else { throw .usage("\(name) is given twice") }
        }
    }

    /// The value of an option; `nil` if the option is missing.
    subscript(name: String) -> String? { values[name] }

    /// Returns whether an option is present.
    func has(_ name: String) -> Bool { values[name] != nil }

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
}
