import ByteEncodings
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
        /// The failure, and what to do; never a secret.
        package let errors: [String]

        package init(code: Int32, output: [String], errors: [String]) {
            (self.code, self.output, self.errors) = (code, output, errors)
        }

        /// Returns the lines for standard error: one for each error, or one JSON object for all; none without errors.
        package func report(isJSON: Bool) -> [String] {
            guard isJSON, !errors.isEmpty else { return errors.map { "credentials-doctor: \($0.escapedForLog)" } }
            return [ProgramFailure.json(errors.joined(separator: "; "), status: code)]
        }
    }

    /// The planned actions of a command.
    private struct Plan {
        /// Counts and paths; empty for no action.
        var lines: [String]
        /// The reason why the secrets could not be checked.
        var unchecked: SecretStoreError?
        /// The secrets to move.
        var secrets: [InspectedSecret] = []
    }

    private let arguments: DoctorArguments
    private let stores: StoreOpening
    private let confirmation: ([String]) -> Bool?
    private let progress: (String) -> Void

    /// Runs a command line; blocks.
    ///
    /// `--version`, `--help` and `-h` count at any position. `passphrase` reads a passphrase or a password, whose name
    /// it gets. `confirmation` shows the planned actions of a command, and returns whether the user agrees, `nil` if
    /// there is no user to ask. `progress` is called with a line for each secret that a move has checked or moved. By
    /// default all three use the terminal of the process.
    package static func run(
        _ arguments: [String],
        passphrase: @escaping (PassphraseInput, String) throws -> SecretBytes = { try $0.read($1) },
        confirmation: @escaping ([String]) -> Bool? = { TerminalQuestion.ask($0) },
        progress: @escaping (String) -> Void = TerminalProgress.lines()
    ) -> Ending {
        if arguments.contains("--version") {
            return Ending(code: 0, output: ["credentials-doctor \(version)"], errors: [])
        }
        if arguments.contains("--help") || arguments.contains("-h") {
            return Ending(code: 0, output: [help], errors: [])
        }
        do {
            let stores = StoreOpening(passphrase: passphrase)
            return try StoreDoctor(
                arguments: DoctorArguments(arguments), stores: stores, confirmation: confirmation, progress: progress
            ).run()
        } catch { return ending(of: error, after: []) }
    }

    /// The end after an error; `heading` begins the text of an error of a store.
    private static func ending(of error: any Error, after output: [String], _ heading: String = "") -> Ending {
        switch error {
        case let error as DoctorArguments.UsageError:
            Ending(code: EX_USAGE, output: output, errors: ["\(error.description); --help lists the commands"])
        case let error as SecretStoreError:
            Ending(
                code: code(of: error), output: output,
                errors: [heading + error.sentence, remedy(for: error)].compactMap(\.self))
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
            "repair puts damaged files aside, and with --key-lost a store whose key in another file is damaged; "
                + "their users log in again; in another store a login replaces them"
        case .wrongKey:
            "name the key of the store: --key-file, --passphrase, --passphrase-fd or --key-fd; if that of "
                + "files is lost, repair --key-lost puts them aside"
        case .unsupportedVersion: "use the credentials-doctor of the later version"
        case .notPrivate where [ENOTDIR, EISDIR, ELOOP, ENXIO].contains(error.systemError):
            "name a folder of this user, and a file for a key; neither may be a link or a device"
        case .notPrivate:
            "take the access away from others (chmod go=), if it is yours; repair does it for the files of a store"
        case .failed where error.systemError == ENOENT: "correct the path"
        case .failed where error.systemError == EACCES: "give this user access, or run the command as the owner"
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
        let plan = try plan(source, destination)
        let newKey =
            arguments.command == .rekey ? try stores.keySource(arguments.destination, "new passphrase") : nil
        try newKey?.check()
        if plan.lines.isEmpty || arguments.switches.contains(.dryRun) {
            let lines = plan.lines.isEmpty ? ["nothing to do: \(place(source))"] : plan.lines
            return plan.unchecked.map { Self.unchecked($0, plan.lines) } ?? done(lines)
        }
        if !arguments.switches.contains(.yes) {
            guard let isAgreed = confirmation(plan.lines) else {
                return Ending(
                    code: EX_USAGE, output: plan.lines,
                    errors: ["nothing was done: without a terminal, --yes is needed"])
            }
            guard isAgreed else { return Ending(code: 1, output: [], errors: ["nothing was done"]) }
        }
        if let destination { return move(plan.secrets, source.examined, to: destination.examined) }
        return try carryOut(source, newKey)
    }

    private var name: String { arguments.source.stores.first?.name ?? "" }
    private func place(_ store: OpenedStore) -> String { Self.escaped(store.place(name)) }

    /// Checks whether the command can be carried out, and returns its actions.
    private func plan(_ source: OpenedStore, _ destination: OpenedStore?) throws -> Plan {
        if let destination { return try plan(moving: source, to: destination) }
        guard case (.repair, .files(let store)) = (arguments.command, source) else {
            return Plan(lines: try lines(source))
        }
        let (changes, unchecked) = try store.repairs(isKeyLost: arguments.switches.contains(.keyLost))
        let heading = "make \(Self.count(changes.count, "change")) in \(place(source)):"
        return Plan(lines: changes.isEmpty ? [] : [heading] + changes.map(Self.line), unchecked: unchecked)
    }

    private func plan(moving source: OpenedStore, to destination: OpenedStore) throws -> Plan {
        let secrets = try source.inspect(name)
        guard try !source.examined.isSame(as: destination.examined) else {
            throw DoctorArguments.UsageError(
                description: "source and destination are one store: use rekey for files, rotate for a database")
        }
        let total = secrets.count { $0.name != nil }
        try source.examined.checkMove(of: secrets, to: destination.examined, checked: counted("checked", total))
        let target = Self.escaped(destination.place(arguments.destination.stores.first?.name ?? ""))
        let line = "move \(Self.count(total, "secret")) from \(place(source)) to \(target)"
        return Plan(lines: [line], secrets: secrets)
    }

    /// Returns a function that reports one more of the secrets.
    private func counted(_ action: String, _ total: Int) -> () -> Void {
        var count = 0
        return {
            count += 1
            progress("\(action) \(count) of \(Self.count(total, "secret"))")
        }
    }

    /// Returns the planned actions of a command other than `repair` and `move`.
    private func lines(_ source: OpenedStore) throws -> [String] {
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
            return ["seal \(secrets) in \(place) with a new key"]
        }
    }

    private func carryOut(_ source: OpenedStore, _ newKey: FileStore.KeySource?) throws -> Ending {
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

    private func move(
        _ secrets: [InspectedSecret], _ source: any ExaminedStore, to destination: any ExaminedStore
    ) -> Ending {
        var output: [String] = []
        let count = counted("moved", secrets.count { $0.name != nil })
        do {
            try source.move(secrets, to: destination, waiting: StoreOpening.lockTimeout) {
                output.append("moved \(Self.shown($0))")
                count()
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
    private static func unchecked(_ error: SecretStoreError, _ output: [String]) -> Ending {
        ending(of: error, after: output, "the secrets were not checked: ")
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
        var (seconds, parts, text) = (time_t(seconds), tm(), [CChar](repeating: 0, count: 64))
        gmtime_r(&seconds, &parts)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
