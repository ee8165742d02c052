/// The parsed command line of `credentials-doctor`.
struct DoctorArguments {
    /// An error in the command line.
    struct UsageError: Error {
        let description: String
    }

    enum Command: String {
        case list, verify, repair, clean, rotate, rekey, move
    }

    /// A store and the source of its key.
    struct Place {
        var directory: String?
        var application: String?
        var keyFile: String?
        var passphrase: PassphraseInput?

        var isEmpty: Bool { directory == nil && application == nil && keyFile == nil && passphrase == nil }
        var hasStore: Bool { directory != nil || application != nil }
        var isClear: Bool { (directory == nil || application == nil) && (keyFile == nil || passphrase == nil) }
    }

    let command: Command
    private(set) var source = Place()
    private(set) var destination = Place()
    private(set) var isDamagedRemoved = false

    /// Parses a command line.
    ///
    /// - Parameter arguments: The arguments, without the name of the program.
    /// - Throws: ``UsageError``, which repeats no argument but a known option: a passphrase may be among them.
    init(_ arguments: [String]) throws(UsageError) {
        guard let first = arguments.first, let command = Command(rawValue: first) else {
            throw UsageError(description: "the first argument is no command")
        }
        self.command = command
        var rest = arguments.dropFirst()
        while let option = rest.popFirst() {
            if option == "--damaged" {
                isDamagedRemoved = true
            } else if option.hasPrefix("--to-") {
                try Self.read(option, "--" + option.dropFirst(5), &rest, into: &destination)
            } else {
                try Self.read(option, option, &rest, into: &source)
            }
        }
        try check()
    }

    private static func read(
        _ shown: String, _ option: String, _ rest: inout ArraySlice<String>, into place: inout Place
    ) throws(UsageError) {
        func value() throws(UsageError) -> String {
            guard let value = rest.popFirst() else { throw UsageError(description: "\(shown) needs a value") }
            return value
        }
        switch option {
        case "--directory": place.directory = try value()
        case "--application": place.application = try value()
        case "--key-file": place.keyFile = try value()
        case "--passphrase": place.passphrase = .terminal
        case "--passphrase-fd":
            guard let number = Int32(try value()), number >= 0 else {
                throw UsageError(description: "\(shown) needs the number of a descriptor")
            }
            place.passphrase = .descriptor(number)
        default: throw UsageError(description: "an option is unknown")
        }
    }

    private func check() throws(UsageError) {
        guard source.hasStore, source.isClear, destination.isClear else {
            throw UsageError(description: "name one store, and at most one source of its key")
        }
        guard !isDamagedRemoved || command == .clean else {
            throw UsageError(description: "--damaged belongs to clean")
        }
        switch command {
        case .move where !destination.hasStore: throw UsageError(description: "move needs a destination")
        case .rekey where destination.hasStore: throw UsageError(description: "rekey changes the key, not the store")
        case .move, .rekey: return
        default:
            guard destination.isEmpty else { throw UsageError(description: "a destination belongs to move and rekey") }
        }
    }
}
