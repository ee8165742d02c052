import LinuxCLibrary
package import OpenSSLCryptography
package import SecretStorage

/// The program `credentials-doctor` without its process: a command line in, lines of text and an exit code out.
package struct StoreDoctor {
    /// The end of the program.
    package struct Ending: Sendable, Equatable {
        /// The exit code.
        package let code: Int32
        /// The lines for standard output; never a secret.
        package let output: [String]
        /// The lines for standard error; never a secret.
        package let errors: [String]

        package init(code: Int32, output: [String], errors: [String]) {
            (self.code, self.output, self.errors) = (code, output, errors)
        }
    }

    private let arguments: DoctorArguments
    private let stores: StoreOpening
    private let confirmation: ([String]) -> Bool?

    /// Runs a command line; blocks.
    ///
    /// `--version`, `--help` and `-h` count at any position. `passphrase` reads a passphrase or a password after a
    /// prompt. `confirmation` shows the planned actions of a command, and returns whether the user agrees, `nil` if
    /// there is no user to ask. By default both use the terminal of the process.
    package static func run(
        _ arguments: [String],
        passphrase: @escaping (PassphraseInput, String) throws -> SecretBytes = { try $0.read(prompt: $1) },
        confirmation: @escaping ([String]) -> Bool? = { TerminalQuestion.ask($0) }
    ) -> Ending {
        if arguments.contains("--version") {
            return Ending(code: 0, output: ["credentials-doctor \(version)"], errors: [])
        }
        if arguments.contains("--help") || arguments.contains("-h") || arguments.isEmpty {
            return Ending(code: arguments.isEmpty ? EX_USAGE : 0, output: [help], errors: [])
        }
        do {
            let stores = StoreOpening(passphrase: passphrase)
            return try StoreDoctor(
                arguments: DoctorArguments(arguments), stores: stores, confirmation: confirmation
            ).run()
        } catch { return ending(of: error, after: []) }
    }

    /// The end after an error.
    private static func ending(of error: any Error, after output: [String]) -> Ending {
        switch error {
        case let error as DoctorArguments.UsageError:
            Ending(code: EX_USAGE, output: output, errors: ["\(error.description); --help lists the commands"])
        case let error as SecretStoreError:
            Ending(
                code: code(of: error), output: output,
                errors: [error.sentence] + (remedy(for: error).map { [$0] } ?? []))
        default: Ending(code: EX_IOERR, output: output, errors: ["the command failed"])
        }
    }

    private static func code(of error: SecretStoreError) -> Int32 {
        switch error.code {
        case .corrupt, .unsupportedVersion: EX_DATAERR
        case .wrongKey, .notPrivate: EX_NOPERM
        case .failed, .noSpace: EX_IOERR
        default: EX_UNAVAILABLE
        }
    }

    /// Returns the remedy for an error; `nil` where its own text names it.
    private static func remedy(for error: SecretStoreError) -> String? {
        switch error.code {
        case .corrupt:
            "repair puts damaged files aside, and their users log in again; in another store a login replaces them"
        case .wrongKey:
            "name the key of the store: --key-file, --passphrase, --passphrase-fd or --key-fd; if that of "
                + "files is lost, repair --key-lost puts them aside"
        case .unsupportedVersion: "use the credentials-doctor of the later version"
        case .notPrivate where [ENOTDIR, EISDIR, ELOOP, ENXIO].contains(error.systemError):
            "name a folder of this user, and a file for a key; neither may be a link or a device"
        case .notPrivate:
            "take the access away from others (chmod go=), if it is yours; repair does it for the files of a store"
        case .noSpace: "free some space, and run the command again"
        case .lockTimeout: "a renewal or another doctor is under way: run the command again"
        case .locked: "unlock the keyring, and run the command again"
        case .unavailable: "start the server of the database, or log in to the desktop, and run the command again"
        default: nil
        }
    }

    private func run() throws -> Ending {
        let source = try stores.store(arguments.source, "")
        guard arguments.command.isChange else { return try list(source.inspect(name)) }
        let destination =
            arguments.command == .move ? try stores.store(arguments.destination, " of the destination") : nil
        let (plan, unchecked) = try plan(source, destination)
        let newKey =
            arguments.command == .rekey ? try stores.keySource(arguments.destination, "new passphrase: ") : nil
        try newKey?.check()
        guard !plan.isEmpty else {
            return unchecked.map { Self.unchecked($0) } ?? done(["nothing to do: \(place(source))"])
        }
        guard !arguments.switches.contains(.dryRun) else {
            return unchecked.map { Self.unchecked($0, plan) } ?? done(plan)
        }
        if !arguments.switches.contains(.yes) {
            guard let isAgreed = confirmation(plan) else {
                return Ending(
                    code: EX_USAGE, output: plan, errors: ["nothing was done: without a terminal, --yes is needed"])
            }
            guard isAgreed else { return Ending(code: 1, output: [], errors: ["nothing was done"]) }
        }
        return try carryOut(source, destination, newKey)
    }

    private var name: String { arguments.source.stores.first?.name ?? "" }
    private func place(_ store: OpenedStore) -> String { Self.escaped(store.place(name)) }

    /// Returns the planned actions of the command, with counts and paths, empty for none; and the reason why the
    /// secrets could not be checked.
    private func plan(
        _ source: OpenedStore, _ destination: OpenedStore?
    ) throws -> (lines: [String], unchecked: SecretStoreError?) {
        guard case (.repair, .files(let store)) = (arguments.command, source) else {
            return (try lines(source, destination), nil)
        }
        let (changes, unchecked) = try store.repairs(isKeyLost: arguments.switches.contains(.keyLost))
        let heading = "make \(Self.count(changes.count, "change")) in \(place(source)):"
        return (changes.isEmpty ? [] : [heading] + changes.map(Self.line), unchecked)
    }

    /// Returns the planned actions of a command other than `repair`.
    private func lines(_ source: OpenedStore, _ destination: OpenedStore?) throws -> [String] {
        let place = place(source)
        switch (arguments.command, source) {
        case (.clean, .files(let store)):
            let files = try store.staleFiles(includingDamaged: arguments.switches.contains(.damaged))
            let heading = "remove \(Self.count(files.count, "file")) from \(place):"
            return files.isEmpty ? [] : [heading] + files.map(Self.escaped)
        case (.clean, _):
            let count = try source.inspect(name).count { $0.state == .expired }
            return count == 0 ? [] : ["remove \(Self.count(count, "secret")) from \(place): the retention has ended"]
        case (.rekey, _):
            _ = try source.inspect(name)
            return ["open \(place) by another key from now on"]
        default:
            let secrets = Self.count(try source.inspect(name).count { $0.name != nil }, "secret")
            guard let destination else { return ["seal \(secrets) in \(place) with a new key"] }
            guard try !source.examined.isSame(as: destination.examined) else {
                throw DoctorArguments.UsageError(
                    description: "source and destination are one store: use rekey for files, rotate for a database")
            }
            let target = Self.escaped(destination.place(arguments.destination.stores.first?.name ?? ""))
            return ["move \(secrets) from \(place) to \(target)"]
        }
    }

    private func carryOut(
        _ source: OpenedStore, _ destination: OpenedStore?, _ newKey: FileStore.KeySource?
    ) throws -> Ending {
        if let destination { return move(source.examined, to: destination.examined) }
        switch (arguments.command, source) {
        case (.repair, .files(let store)):
            return repaired(try store.repair(isKeyLost: arguments.switches.contains(.keyLost)))
        case (.rekey, .files(let store)):
            if let newKey { _ = try store.changeKeySource(to: newKey) }
            return done(["done"])
        case (.rotate, _):
            let result = try source.rotate()
            let text = "sealed \(result.sealed), unreadable \(result.unreadable)"
            return Ending(code: result.unreadable == 0 ? 0 : 1, output: [text], errors: [])
        default:
            return done(["removed \(try source.clean(includingDamaged: arguments.switches.contains(.damaged)))"])
        }
    }

    private func move(_ source: any ExaminedStore, to destination: any ExaminedStore) -> Ending {
        var output: [String] = []
        do {
            try source.move(to: destination, waiting: StoreOpening.lockTimeout) {
                output.append("moved \(Self.shown($0))")
            }
            return done(output)
        } catch { return Self.ending(of: error, after: output) }
    }

    private func repaired(_ result: (changes: [StoreRepair], unchecked: SecretStoreError?)) -> Ending {
        let lost = result.changes.count { $0.isLoss }
        let summary = lost == 0 ? [] : ["lost: \(Self.count(lost, "secret")); each needs a new login"]
        let lines = result.changes.map(Self.line) + summary
        return result.unchecked.map { Self.unchecked($0, lines) } ?? done(lines)
    }

    /// The end of a repair that could not check the secrets.
    private static func unchecked(_ error: SecretStoreError, _ output: [String] = []) -> Ending {
        let errors = ["the secrets were not checked: \(error.sentence)", remedy(for: error)]
        return Ending(code: code(of: error), output: output, errors: errors.compactMap(\.self))
    }

    private func done(_ output: [String]) -> Ending { Ending(code: 0, output: output, errors: []) }

    private func list(_ secrets: [InspectedSecret]) -> Ending {
        let wrong = secrets.filter(\.isWrong)
        let lines = (arguments.command == .list ? secrets : wrong).map(Self.line)
        return Ending(code: wrong.isEmpty ? 0 : 1, output: lines, errors: [])
    }

    private static func line(_ secret: InspectedSecret) -> String {
        let name = secret.name.map(shown) ?? escaped(secret.place)
        return "\(secret.state.rawValue)\t\(secret.size)\t\(time(secret.modified))\t\(name)"
    }

    private static func line(_ change: StoreRepair) -> String {
        let file = escaped(change.file ?? ".")
        return switch change.kind {
        case .makePrivate: "give \(file) the mode of this user alone"
        case .copy: "give \(file) contents of its own: it has another name, too"
        case .setAside(let reason): "put \(file) aside: \(reason)"
        }
    }

    private static func shown(_ name: SecretName) -> String { "\(escaped(name.service)) of \(escaped(name.account))" }

    /// Returns a text that can neither control the terminal nor change the order of its letters.
    private static func escaped(_ text: String) -> String {
        let hidden: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
        let scalars = text.unicodeScalars.map { scalar in
            hidden.contains(scalar.properties.generalCategory) || ["\"", "\\"].contains(scalar)
                ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return "\"\(scalars.joined())\""
    }

    private static func time(_ seconds: Int) -> String {
        var (seconds, parts) = (time_t(seconds), tm())
        gmtime_r(&seconds, &parts)
        let day = [Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map(padded)
        let hour = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)].map(padded)
        return day.joined(separator: "-") + "T" + hour.joined(separator: ":") + "Z"
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
