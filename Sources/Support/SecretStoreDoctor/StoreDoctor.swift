import Glibc
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

        /// Creates an end.
        ///
        /// - Parameters:
        ///   - code: The exit code.
        ///   - output: The lines for standard output.
        ///   - errors: The lines for standard error.
        package init(code: Int32, output: [String], errors: [String]) {
            (self.code, self.output, self.errors) = (code, output, errors)
        }
    }

    private let arguments: DoctorArguments
    private let stores: StoreOpening

    /// Runs a command line; blocks.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the name of the program.
    ///   - passphrase: Reads a passphrase or a password after a prompt, ``SecretStorage/PassphraseInput/read(prompt:)`` by
    ///     default.
    /// - Returns: The output and the exit code.
    package static func run(
        _ arguments: [String],
        passphrase: @escaping (PassphraseInput, String) throws -> SecretBytes = { try $0.read(prompt: $1) }
    ) -> Ending {
        if arguments.contains("--help") || arguments.isEmpty {
            return Ending(code: arguments.isEmpty ? EX_USAGE : 0, output: [help], errors: [])
        }
        do {
            let stores = StoreOpening(passphrase: passphrase)
            return try StoreDoctor(arguments: DoctorArguments(arguments), stores: stores).run()
        } catch { return ending(of: error, after: []) }
    }

    /// The end after an error.
    private static func ending(of error: any Error, after output: [String]) -> Ending {
        switch error {
        case let error as DoctorArguments.UsageError:
            Ending(code: EX_USAGE, output: output, errors: ["\(error.description); --help lists the commands"])
        case let error as SecretStoreError:
            Ending(
                code: code(of: error), output: output, errors: ["\(error)"] + (remedy(for: error).map { [$0] } ?? []))
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
        case .corrupt: "verify lists what is damaged: log in again there, and remove the damaged secret"
        case .wrongKey: "name the key of the store: --key-file, --passphrase, --passphrase-fd or --key-fd"
        case .unsupportedVersion: "use the credentials-doctor of the later version"
        case .notPrivate: "repair takes the access to files of a store away from others"
        case .noSpace: "free some space, and run the command again"
        case .lockTimeout: "a renewal or another doctor is under way: run the command again"
        case .locked: "unlock the keyring, and run the command again"
        case .unavailable: "start the server, or log in to the desktop, and run the command again"
        default: nil
        }
    }

    private func run() throws -> Ending {
        let source = try stores.store(arguments.source, "")
        switch arguments.command {
        case .list: return try list(source.examined, isComplete: true)
        case .verify: return try list(source.examined, isComplete: false)
        case .repair: return try repair(source)
        case .clean: return done(["removed \(try source.clean(includingDamaged: arguments.isDamagedRemoved))"])
        case .rotate:
            let result = try source.rotate()
            let text = "sealed \(result.sealed), unreadable \(result.unreadable)"
            return Ending(code: result.unreadable == 0 ? 0 : 1, output: [text], errors: [])
        case .rekey:
            if case .files(let store) = source {
                _ = try store.changeKeySource(to: stores.keySource(arguments.destination, "new passphrase: "))
            }
            return done(["done"])
        case .move:
            return try move(source.examined, to: stores.store(arguments.destination, " of the destination").examined)
        }
    }

    private func move(_ source: any ExaminedStore, to destination: any ExaminedStore) throws -> Ending {
        guard try !source.isSame(as: destination) else {
            throw DoctorArguments.UsageError(
                description: "source and destination are one store: use rekey for files, rotate for a database")
        }
        var output: [String] = []
        do {
            try source.move(to: destination, waiting: StoreOpening.lockTimeout) { output.append("moved \($0)") }
            return done(output)
        } catch { return Self.ending(of: error, after: output) }
    }

    private func repair(_ source: OpenedStore) throws -> Ending {
        guard case .files(let store) = source, let result = try store.repair() else { return done([]) }
        let changed = result.changes.map { "changed \(Self.escaped($0.file ?? "."))" }
        return Ending(code: 0, output: changed, errors: result.unchecked.map { ["secrets not checked: \($0)"] } ?? [])
    }

    private func done(_ output: [String]) -> Ending { Ending(code: 0, output: output, errors: []) }

    private func list(_ store: any ExaminedStore, isComplete: Bool) throws -> Ending {
        guard let secrets = try store.inspect() else {
            return Ending(code: 0, output: isComplete ? ["no store"] : [], errors: [])
        }
        let wrong = secrets.filter(\.isWrong)
        let lines = (isComplete ? secrets : wrong).map(Self.line)
        return Ending(code: wrong.isEmpty ? 0 : 1, output: lines, errors: [])
    }

    private static func line(_ secret: InspectedSecret) -> String {
        let name = secret.name.map { "\($0)" } ?? escaped(secret.place)
        return "\(secret.state.rawValue)\t\(secret.size)\t\(time(secret.modified))\t\(name)"
    }

    /// A name that cannot control the terminal.
    private static func escaped(_ text: String) -> String { text.debugDescription }

    private static func time(_ seconds: Int) -> String {
        var (seconds, parts) = (time_t(seconds), tm())
        gmtime_r(&seconds, &parts)
        let day = [Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map(padded)
        let hour = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)].map(padded)
        return day.joined(separator: "-") + "T" + hour.joined(separator: ":") + "Z"
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
