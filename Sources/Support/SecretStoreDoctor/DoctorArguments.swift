import ByteEncodings
import LinuxSystemCalls
import SecretStorage

/// The parsed command line of `credentials-doctor`.
struct DoctorArguments {
    /// An error in the command line.
    struct UsageError: Error {
        let description: String
    }

    enum Command: String, CaseIterable {
        case list, verify, repair, clean, rotate, rekey, move

        /// Whether the command changes a store, and asks before.
        var isChange: Bool { switches.contains(.yes) }

        /// Whether the command takes a second store, or the new key of the first.
        var hasDestination: Bool { self == .rekey || self == .move }

        /// The options without a value that the command takes.
        var switches: [Switch] {
            switch self {
            case .list, .verify: []
            case .repair: [.keyLost, .yes, .dryRun]
            case .clean: [.damaged, .yes, .dryRun]
            case .rotate, .rekey, .move: [.yes, .dryRun]
            }
        }
    }

    /// An option without a value.
    enum Switch: String, CaseIterable {
        case damaged = "--damaged"
        case keyLost = "--key-lost"
        case yes = "--yes"
        case dryRun = "--dry-run"
        /// Every command takes it, also in a command line that is wrong: ``StoreDoctor/Ending/report(isJSON:)``.
        case json = "--json"
    }

    /// The kinds of stores.
    enum Kind {
        case directory, application, keyring, postgres

        var isOfFiles: Bool { self == .directory || self == .application }
    }

    /// A store and the sources of its keys.
    struct Place {
        fileprivate(set) var stores: [(kind: Kind, name: String)] = []
        fileprivate(set) var keyFile: String?
        fileprivate(set) var keys: Int32?
        fileprivate(set) var passphrase: PassphraseInput?
        fileprivate(set) var password: PassphraseInput?

        /// The kind of the store; `nil` for none.
        var kind: Kind? { stores.first?.kind }

        fileprivate var isEmpty: Bool { stores.isEmpty && hasNoKey && password == nil }
        fileprivate var hasNoKey: Bool { keyFile == nil && keys == nil && passphrase == nil }

        /// Whether there is at most one store, with the options of its kind.
        fileprivate var isClear: Bool {
            switch kind {
            case .postgres: stores.count == 1 && passphrase == nil && (keyFile == nil) != (keys == nil)
            case .keyring: stores.count == 1 && hasNoKey && password == nil
            default: stores.count < 2 && (keyFile == nil || passphrase == nil) && keys == nil && password == nil
            }
        }
    }

    let command: Command
    private(set) var source = Place()
    private(set) var destination = Place()
    private(set) var switches: Set<Switch> = []

    /// Parses the arguments after the name of the program: options before and after the command, as `--name value` or
    /// `--name=value`. Errors repeat no argument except a known option, because a passphrase may be among them.
    init(_ arguments: [String]) throws(UsageError) {
        var found: Command?
        var (source, destination) = (Place(), Place())
        var rest = arguments[...]
        var attached = 0
        while case let position = rest.startIndex + 1 - attached, var word = rest.popFirst() {
            let others = rest.count
            if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
                rest.insert(String(word[word.index(after: sign)...]), at: rest.startIndex)
                word = String(word[..<sign])
                attached += 1
            }
            if let option = Switch(rawValue: word) {
                switches.insert(option)
            } else if word.hasPrefix("--to-") {
                try Self.read(word, "--" + word.dropFirst(5), position, &rest, into: &destination)
            } else if word.hasPrefix("-") {
                try Self.read(word, word, position, &rest, into: &source)
            } else {
                guard found == nil else { throw UsageError(description: "argument \(position) is unexpected") }
                found = try Self.command(word, position)
            }
            guard rest.count <= others else { throw UsageError(description: "\(word) takes no value") }
        }
        guard let found else { throw UsageError(description: "the command is missing") }
        (command, self.source, self.destination) = (found, source, destination)
        try check()
    }

    private static func command(_ word: String, _ position: Int) throws(UsageError) -> Command {
        guard let command = Command(rawValue: word) else {
            let hint = Suggestion.text(for: word, from: Command.allCases.map(\.rawValue))
            throw UsageError(description: "argument \(position) is not a command\(hint)")
        }
        return command
    }

    private static func read(
        _ shown: String, _ option: String, _ position: Int, _ rest: inout ArraySlice<String>, into place: inout Place
    ) throws(UsageError) {
        func value() throws(UsageError) -> String {
            guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
                throw UsageError(description: "\(shown) needs a value")
            }
            return value
        }
        func descriptor() throws(UsageError) -> Int32 {
            guard let number = Int32(digits: try value()) else {
                throw UsageError(description: "\(shown) needs the number of a descriptor")
            }
            return number
        }
        switch option {
        case "--directory": place.stores.append((.directory, try value()))
        case "--application": place.stores.append((.application, try value()))
        case "--keyring": place.stores.append((.keyring, try value()))
        case "--postgres": place.stores.append((.postgres, try value()))
        case "--key-file": place.keyFile = try value()
        case "--key-fd": place.keys = try descriptor()
        case "--passphrase": place.passphrase = .terminal
        case "--passphrase-fd": place.passphrase = .descriptor(try descriptor())
        case "--password": place.password = .terminal
        case "--password-fd": place.password = .descriptor(try descriptor())
        default:
            let known = Suggestion.options(in: StoreDoctor.help)
            let others = Switch.allCases.map(\.rawValue) + ["--version", "--help"]
            let ofStores = known.filter { !others.contains($0) && !$0.hasPrefix("--to-") }
            let names = shown == option ? known : ofStores.map { "--to-" + $0.dropFirst(2) }
            let hint = Suggestion.text(for: shown, from: names)
            throw UsageError(description: "argument \(position) is not an option\(hint)")
        }
    }

    private func check() throws(UsageError) {
        for place in [source, destination] where place.kind == .postgres && place.keyFile == nil && place.keys == nil {
            throw UsageError(description: "a database needs its sealing keys: --key-file or --key-fd")
        }
        guard let kind = source.kind, source.isClear, destination.isClear else {
            throw UsageError(description: "name one store, with the options of its kind")
        }
        try checkSwitches(kind)
        switch command {
        case .repair where !kind.isOfFiles, .rekey where !kind.isOfFiles:
            throw UsageError(description: "\(command.rawValue) is for stores of files")
        case .clean where kind == .keyring, .rotate where kind == .keyring:
            throw UsageError(
                description: "\(command.rawValue) is not for a keyring, which has no keys and files of its own")
        case .move where destination.kind == nil:
            throw UsageError(description: "move needs a destination, such as --to-keyring ID")
        case .rekey where destination.kind != nil:
            throw UsageError(description: "rekey changes the key, not the store")
        default:
            guard destination.isEmpty || command.hasDestination else {
                throw UsageError(description: "a destination belongs to \(Self.names { $0.hasDestination })")
            }
        }
    }

    private func checkSwitches(_ kind: Kind) throws(UsageError) {
        for option in Switch.allCases where option != .json && switches.contains(option) {
            guard command.switches.contains(option) else {
                let names = Self.names { $0.switches.contains(option) }
                throw UsageError(description: "\(option.rawValue) belongs to \(names)")
            }
        }
        guard kind.isOfFiles || switches.isDisjoint(with: [.damaged, .keyLost]) else {
            throw UsageError(description: "--damaged and --key-lost are for stores of files")
        }
    }

    /// Returns the names of the commands that meet a condition.
    private static func names(_ condition: (Command) -> Bool) -> String {
        Command.allCases.filter(condition).map(\.rawValue).joined(separator: ", ")
    }
}
