import Glibc
package import OpenSSLCryptography

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
    }

    /// The text of `--help`.
    package static let help = """
        credentials-doctor COMMAND [STORE] [KEY] [DESTINATION]: what a file store holds, without its secrets

          list      names, sizes, times and states of the secrets
          verify    list what is wrong, and nothing else
          repair    give the folder mode 0700 and its files mode 0600; write the numbers of the latest writes anew if
                    they are damaged
          clean     remove drafts of dead processes; with --damaged also the damaged files that were kept
          rotate    seal every secret with a new key
          rekey     open the store with KEY from now on by the key of DESTINATION
          move      move every secret to the store of DESTINATION

        STORE        --directory PATH   the folder of the secrets
                     --application ID   the folder of an application in the user's state folder
        KEY          (none)             the key is in the folder
                     --key-file PATH    the key is in a file elsewhere
                     --passphrase       ask on the terminal, without echo
                     --passphrase-fd N  read a line from this descriptor
        DESTINATION  --to-directory, --to-application, --to-key-file, --to-passphrase, --to-passphrase-fd

        A passphrase is never an argument, and never taken from the environment. Stores in a desktop keyring or a
        PostgreSQL server need libraries that this program does not load: programs move to them with the SDK.

        exit codes: 0 nothing is wrong, or it was done; 1 something is wrong, or was left; 64 the command line;
        65 the store is damaged; 69 the store is not available; 74 a failed system call; 77 wrong key, or not private
        """

    private let arguments: DoctorArguments
    private let passphrase: (PassphraseInput, String) throws -> SecretBytes

    private init(
        _ arguments: DoctorArguments, passphrase: @escaping (PassphraseInput, String) throws -> SecretBytes
    ) {
        (self.arguments, self.passphrase) = (arguments, passphrase)
    }

    /// Runs a command line; blocks.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the name of the program.
    ///   - passphrase: Reads a passphrase after a prompt, ``PassphraseInput/read(prompt:)`` by default.
    /// - Returns: The output and the exit code.
    package static func run(
        _ arguments: [String],
        passphrase: @escaping (PassphraseInput, String) throws -> SecretBytes = { try $0.read(prompt: $1) }
    ) -> Ending {
        if arguments.contains("--help") || arguments.isEmpty {
            return Ending(code: arguments.isEmpty ? EX_USAGE : 0, output: [help], errors: [])
        }
        do {
            return try StoreDoctor(DoctorArguments(arguments), passphrase: passphrase).run()
        } catch let error as DoctorArguments.UsageError {
            return Ending(code: EX_USAGE, output: [], errors: ["\(error.description); --help lists the commands"])
        } catch let error as SecretStoreError {
            return Ending(code: code(of: error), output: [], errors: ["\(error)"])
        } catch { return Ending(code: EX_IOERR, output: [], errors: ["the command failed"]) }
    }

    private static func code(of error: SecretStoreError) -> Int32 {
        switch error.code {
        case .corrupt, .unsupportedVersion: EX_DATAERR
        case .wrongKey, .notPrivate: EX_NOPERM
        case .failed, .noSpace: EX_IOERR
        default: EX_UNAVAILABLE
        }
    }

    private func run() throws -> Ending {
        let source = try store(arguments.source, "passphrase: ")
        switch arguments.command {
        case .list: return try list(source, isComplete: true)
        case .verify: return try list(source, isComplete: false)
        case .repair: return try repair(source)
        case .clean:
            return done(["removed \(try source.removeStaleFiles(includingDamaged: arguments.isDamagedRemoved))"])
        case .rotate:
            let result = try source.rotateKey()
            let text = "sealed \(result.sealed), unreadable \(result.unreadable)"
            return Ending(code: result.unreadable == 0 ? 0 : 1, output: [text], errors: [])
        case .rekey:
            _ = try source.changeKeySource(to: keySource(arguments.destination, "new passphrase: "))
            return done(["done"])
        case .move:
            let destination = try store(arguments.destination, "passphrase of the destination: ")
            guard !source.hasFolder(of: destination) else {
                throw DoctorArguments.UsageError(description: "source and destination are one folder: use rekey")
            }
            return done(try source.move(to: destination).map { "moved \($0)" })
        }
    }

    private func repair(_ store: FileStore) throws -> Ending {
        let changed = try store.repairPermissions().map { "changed \(Self.escaped($0))" }
        do {
            guard try store.repairGenerations() else { return done(changed) }
            return done(changed + ["rebuilt generations: files that were put back before are not noticed"])
        } catch let error as SecretStoreError where error.code == .wrongKey {
            // The permissions need no key.
            return Ending(code: 0, output: changed, errors: ["generations not checked: name the key of the store"])
        }
    }

    /// Longer than a renewal, whose end a move awaits.
    private static let lockTimeout = Duration.seconds(60)

    private func done(_ output: [String]) -> Ending { Ending(code: 0, output: output, errors: []) }

    private func store(_ place: DoctorArguments.Place, _ prompt: String) throws -> FileStore {
        let key = try keySource(place, prompt)
        if let directory = place.directory {
            return FileStore(directory: directory, key: key, lockTimeout: Self.lockTimeout)
        }
        guard let application = place.application else {
            throw DoctorArguments.UsageError(description: "name a store by its directory or application")
        }
        return FileStore(application: application, key: key, lockTimeout: Self.lockTimeout)
    }

    private func keySource(_ place: DoctorArguments.Place, _ prompt: String) throws -> FileStore.KeySource {
        if let file = place.keyFile { return .file(file) }
        guard let input = place.passphrase else { return .ownFile }
        return .passphrase(try passphrase(input, prompt))
    }

    private func list(_ store: FileStore, isComplete: Bool) throws -> Ending {
        guard let files = try store.inspect() else {
            return Ending(code: 0, output: isComplete ? ["no store"] : [], errors: [])
        }
        let wrong = files.filter { ![.intact, .setAside, .unfinished].contains($0.state) }
        let lines = (isComplete ? files : wrong).map(Self.line)
        return Ending(code: wrong.isEmpty ? 0 : 1, output: lines, errors: [])
    }

    private static func line(_ file: StoredFile) -> String {
        let name = file.name.map { "\($0)" } ?? escaped(file.file)
        return "\(file.state.rawValue)\t\(file.size)\t\(time(file.modified))\t\(name)"
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
