import Foundation
import Glibc
import OpenSSLCryptography
import ProgramRunner
import SecretStorage
import SecretStoreDoctor
import Testing

/// The logic of the program `credentials-doctor`, in this process.
@Suite struct StoreDoctorTests {
    let folder = TemporaryFolder()
    let name = SecretName(service: "app", account: "john")

    private var store: FileStore { FileStore(directory: folder.path + "/s") }
    private var records: [String] { folder.paths.filter { $0.hasPrefix("s/") && $0.hasSuffix(".sealed") } }

    private func run(_ arguments: String..., passphrases: [PassphraseInput: String] = [:]) -> StoreDoctor.Ending {
        run(arguments, passphrases: passphrases)
    }

    private func run(_ arguments: [String], passphrases: [PassphraseInput: String] = [:]) -> StoreDoctor.Ending {
        StoreDoctor.run(
            arguments,
            passphrase: { input, _ in
                guard let text = passphrases[input] else { throw SecretStoreError(.unavailable) }
                return SecretBytes(text.utf8)
            }, confirmation: { _ in true })
    }

    private func doctor(_ command: String, _ more: String..., isAgreed: Bool? = true) -> StoreDoctor.Ending {
        StoreDoctor.run([command, "--directory", folder.path + "/s"] + more, confirmation: { _ in isAgreed })
    }

    private func twoSecrets() throws {
        try store.setSecret(SecretBytes("secret-canary".utf8), named: name)
        try store.setSecret(SecretBytes([2]), named: SecretName(service: "app", account: "esc\u{1B}[2J"))
    }

    @Test func `lists names, sizes, times and states, and neither a secret nor a control character`() throws {
        try twoSecrets()

        let ending = doctor("list")

        #expect(ending.code == 0 && ending.errors.isEmpty)
        #expect(ending.output.count == 2)
        let line = try #require(ending.output.first { $0.contains("john") }).split(separator: "\t").map(String.init)
        #expect(line[0] == "intact")
        #expect(Int(line[1]) ?? 0 > 60)
        #expect(try /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.wholeMatch(in: line[2]) != nil)
        #expect(!ending.output.joined().contains("canary"))
        #expect(!ending.output.joined().contains("\u{1B}"))
        #expect(doctor("verify") == StoreDoctor.Ending(code: 0, output: [], errors: []))
    }

    @Test(arguments: ["damaged", "put back", "later version", "not private"])
    func `verify ends with 1 and names a file that is`(state: String) throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let file = try #require(records.first)
        let older = try folder.bytes(file)
        try store.setSecret(SecretBytes([2]), named: name)
        switch state {
        case "damaged": try folder.overwrite(file, [])
        case "put back": try folder.overwrite(file, older)
        case "later version": try folder.overwrite(file, Array(older[..<8]) + [9] + older[9...])
        default: chmod("\(folder.path)/\(file)", 0o644)
        }

        let ending = doctor("verify")

        #expect(ending.code == 1)
        #expect(ending.output.count == 1 && ending.output[0].hasPrefix(state + "\t"))
        #expect(doctor("move", "--to-directory", folder.path + "/t").code == 65)
        #expect(!folder.paths.contains { $0.hasPrefix("t/") && $0.hasSuffix(".sealed") })
    }

    @Test func `C27 a file that its user may not read is listed beside the others, and repaired`() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            // The leak sanitizer cannot search a process that has become another user.
            defer { seteuid(getuid()) }
            if geteuid() == 0 {
                // Root may read every file.
                try #require(chown(folder.path, 65534, 65534) == 0 && seteuid(65534) == 0)
            }
            let path = folder.path + "/s"
            for account in ["jane", "john"] {
                try await FileStore(directory: path).setSecret(
                    SecretBytes([1]), named: SecretName(service: "app", account: account))
            }
            let file = try #require(folder.paths.first { $0.hasSuffix(".sealed") })
            chmod("\(folder.path)/\(file)", 0)

            let keys = StoreDoctor.run(
                ["list", "--postgres", "postgresql://u@h/d", "--key-file", "\(folder.path)/\(file)"])
            let found = StoreDoctor.run(["list", "--directory", path])
            let repaired = StoreDoctor.run(["repair", "--directory", path, "--yes"])

            #expect(keys.code == 74 && keys.errors.last == "give this user access, or run the command as the owner")
            #expect(found.code == 1 && found.output.count == 2)
            #expect(found.output.map { $0.prefix { $0 != "\t" } }.sorted() == ["intact", "not private"])
            #expect(repaired.code == 0)
            #expect(StoreDoctor.run(["verify", "--directory", path]).code == 0)
        }
    }

    @Test func `S1 repair takes the access of others away, and follows no link`() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let file = try #require(records.first)
        try Data([1]).write(to: URL(filePath: folder.path + "/outside"))
        chmod(folder.path + "/outside", 0o644)
        symlink(folder.path + "/outside", folder.path + "/s/link.sealed")
        chmod("\(folder.path)/\(file)", 0o664)
        chmod(folder.path + "/s", 0o755)
        #expect(doctor("list").code == 77)

        let ending = doctor("repair")

        #expect(ending.code == 0)
        #expect(ending.output.count == 2)
        #expect(folder.mode("s") == 0o700 && folder.mode(file) == 0o600)
        #expect(folder.mode("outside") == 0o644)
        #expect(try store.secret(named: name)?.bytes == [1])
    }

    @Test func `repair without the key of the store repairs permissions only`() throws {
        let sealed = FileStore(directory: folder.path + "/s", key: .passphrase(SecretBytes("phrase-canary".utf8)))
        try sealed.setSecret(SecretBytes([1]), named: name)
        chmod(folder.path + "/s", 0o755)

        let ending = doctor("repair")

        #expect(ending.code == EX_NOPERM && ending.output.count == 1 && ending.errors.count == 2)
        #expect(folder.mode("s") == 0o700)
    }

    @Test func `S9 clean removes drafts, and kept damaged files only when asked`() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let file = try #require(records.first)
        try folder.overwrite(file, [])
        try store.setSecret(SecretBytes([2]), named: name)
        try Data().write(to: URL(filePath: folder.path + "/s/0123456789abcdef0123456789abcdef.new"))
        #expect(
            doctor("list").output.map { $0.prefix { $0 != "\t" } }.sorted() == ["intact", "set aside", "unfinished"])

        #expect(doctor("clean").output == ["removed 1"])
        #expect(folder.paths.contains(file + ".damaged"))
        #expect(doctor("clean", "--damaged").output == ["removed 1"])
        #expect(doctor("list").output.count == 1)
        #expect(doctor("clean", "--damaged").output == ["nothing to do: \"\(folder.path)/s\""])
    }

    @Test func `rotate seals every secret again`() throws {
        try twoSecrets()

        #expect(doctor("rotate") == StoreDoctor.Ending(code: 0, output: ["sealed 2, unreadable 0"], errors: []))
        // The number of the key follows the mark and the version of the format.
        #expect(try folder.bytes(#require(records.first))[9..<13] == [0, 0, 0, 1])
        try folder.overwrite(#require(records.first), [])
        #expect(doctor("rotate").code == 1)
    }

    @Test func `moves every secret to a store with a passphrase, and the wrong one ends with 77`() throws {
        try twoSecrets()
        let (from, to) = (folder.path + "/s", folder.path + "/t")

        let ending = run(
            "move", "--directory", from, "--to-directory", to, "--to-passphrase-fd", "7",
            passphrases: [.descriptor(7): "phrase-canary"])

        #expect(ending.code == 0 && ending.output.count == 2)
        #expect(records.isEmpty)
        let moved = FileStore(directory: to, key: .passphrase(SecretBytes("phrase-canary".utf8)))
        #expect(try moved.secret(named: name)?.bytes == Array("secret-canary".utf8))
        let wrong = run("list", "--directory", to, "--passphrase", passphrases: [.terminal: "wrong-canary"])
        #expect(wrong.code == 77)
        #expect(!(wrong.errors + ending.output).joined().contains("canary"))
    }

    @Test func `a move over another secret of the same name changes nothing`() throws {
        try twoSecrets()
        let destination = FileStore(directory: folder.path + "/t")
        try destination.setSecret(SecretBytes([9]), named: name)

        #expect(doctor("move", "--to-directory", folder.path + "/t").code == 74)

        #expect(records.count == 2)
        #expect(try destination.secret(named: name)?.bytes == [9])
        #expect(doctor("move", "--to-directory", folder.path + "//s/").code == 64)
    }

    @Test func `a dry run of a move finds what the move would, and creates nothing`() throws {
        try twoSecrets()
        let (free, taken) = (folder.path + "/t", folder.path + "/u")
        let destination = FileStore(directory: taken)
        try destination.setSecret(SecretBytes([9]), named: name)
        func dryRun(_ more: String...) -> Int32 {
            run(["move", "--dry-run", "--directory", folder.path + "/s"] + more).code
        }

        #expect(dryRun("--to-directory", free) == 0)
        #expect(dryRun("--to-directory", free, "--to-key-file", folder.path + "/k/key") == 0)
        #expect(!folder.paths.contains { $0.hasPrefix("t") || $0.hasPrefix("k") })
        #expect(dryRun("--to-directory", free, "--to-key-file", "key") == 69)
        #expect(dryRun("--to-directory", taken) == 74)
        #expect(dryRun("--to-directory", taken, "--to-key-file", folder.path + "/k/key") == 77)
        #expect(try destination.removeSecret(named: name))
        #expect(dryRun("--to-directory", taken) == 0)
        try folder.overwrite(#require(records.first), [])
        #expect(dryRun("--to-directory", free) == 65)
        #expect(records.count == 2)
    }

    @Test func `a move reports how many secrets it has checked and moved`() throws {
        try twoSecrets()
        let destination = FileStore(directory: folder.path + "/t")
        try destination.setSecret(SecretBytes([1]), named: SecretName(service: "app", account: "jane"))
        var lines: [String] = []

        let ending = StoreDoctor.run(
            ["move", "--yes", "--directory", folder.path + "/s", "--to-directory", folder.path + "/t"],
            progress: { lines.append($0) })

        #expect(ending.code == 0 && ending.errors.isEmpty)
        #expect(
            lines == [
                "checked 1 of 2 secrets", "checked 2 of 2 secrets", "moved 1 of 2 secrets", "moved 2 of 2 secrets",
            ])
    }

    @Test func `the progress has one line a second, and none in the first`() {
        let start = ContinuousClock.now
        var (now, shown) = (start, [String]())
        let show = TerminalProgress.lines(now: { now }, show: { shown.append($0) })

        for milliseconds in stride(from: 0, through: 3_000, by: 250) {
            now = start + .milliseconds(milliseconds)
            show("\(milliseconds)")
        }

        #expect(shown == ["1000", "2000", "3000"])
    }

    @Test func `rekey moves the key to another source`() throws {
        try twoSecrets()

        #expect(doctor("rekey", "--to-key-file", folder.path + "/k/key").code == 0)

        #expect(doctor("list").code == 77)
        #expect(doctor("list", "--key-file", folder.path + "/k/key").output.count == 2)
    }

    @Test func `a dry run of rekey checks the new key, and creates none`() throws {
        try twoSecrets()
        try FileStore(directory: folder.path + "/k").setSecret(SecretBytes([1]), named: name)
        #expect(doctor("rekey", "--to-key-file", folder.path + "/k/key", "--dry-run").code == 0)
        try folder.overwrite("k/key", [1])

        #expect(doctor("rekey", "--to-key-file", folder.path + "/k/key", "--dry-run").code == 65)
        #expect(doctor("rekey", "--to-key-file", "key", "--dry-run").code == 69)
        #expect(doctor("rekey", "--to-key-file", folder.path + "/new/key", "--dry-run").code == 0)
        #expect(!folder.paths.contains { $0.hasPrefix("new") })
        #expect(doctor("verify").code == 0)
    }

    @Test func `a plan counts one secret and two secrets`() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        #expect(doctor("rotate", "--dry-run").output.first?.hasPrefix("seal 1 secret in ") == true)

        try twoSecrets()

        #expect(doctor("rotate", "--dry-run").output.first?.hasPrefix("seal 2 secrets in ") == true)
    }

    @Test(arguments: [
        [], ["unknown"], ["list"], ["list", "--directory"], ["list", "--directory", "/a", "--application", "b"],
        ["list", "--directory", "/a", "--to-directory", "/b"], ["move", "--directory", "/a"],
        ["list", "--directory", "/a", "--passphrase", "arg-canary"], ["list", "--directory", "/a", "--damaged"],
        ["list", "--directory", "/a", "--yes"], ["verify", "--directory", "/a", "--dry-run"],
        ["clean", "--directory", "/a", "--key-lost"], ["repair", "--directory", "/a", "--yes=arg-canary"],
        ["list", "--directory", "/a", "--passphrase-fd", "arg-canary"],
        ["list", "--directory", "/a", "--passphrase-fd", "-1"], ["list", "--directory", "/a", "--passphrase-fd", "+0"],
        ["list", "--directory", "/a", "--key-file", "/k", "--passphrase"],
        ["rekey", "--directory", "/a", "--to-directory", "/b"],
        ["list", "--passphrase=arg-canary", "--directory", "/a"], ["list", "--keyring"],
        ["list", "--keyring", "a", "--directory", "/a"], ["list", "--keyring", "a", "--passphrase"],
        ["repair", "--keyring", "a"], ["clean", "--keyring", "a"], ["rotate", "--keyring", "a"],
        ["list", "--postgres", "postgresql://u@h/d"], ["list", "--directory", "/a", "--password"],
        ["list", "--postgres", "postgresql://u@h/d", "--key-file", "/k", "--key-fd", "3"],
        ["list", "--postgres", "postgresql://u@h/d", "--key-file", "/k", "--password", "arg-canary"],
        ["repair", "--postgres", "postgresql://u@h/d", "--key-file", "/k"],
        ["rekey", "--postgres", "postgresql://u@h/d", "--key-file", "/k", "--to-key-file", "/l"],
        ["clean", "--postgres", "postgresql://u@h/d", "--key-file", "/k", "--damaged"],
    ])
    func `a wrong command line ends with 64, and repeats no value`(arguments: [String]) {
        let ending = StoreDoctor.run(arguments)

        #expect(ending.code == 64)
        #expect(!(ending.output + ending.errors).joined().contains("canary"))
    }

    @Test func `N9 no message has the name of a type, and the remedy for open folders is chmod`() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/open/s", withIntermediateDirectories: true)
        for path in ["/open/s", "/open"] { chmod(folder.path + path, 0o777) }

        let ending = StoreDoctor.run(["list", "--directory", folder.path + "/open/s"])

        #expect(ending.errors.first?.hasPrefix("not private: other users can replace") == true)
        #expect(ending.errors.last?.contains("chmod go=") == true)
        let remedy = "correct the name, or log in with its program first"
        #expect(doctor("list").errors == ["no store: there is no store of secrets: \(folder.path)/s; \(remedy)"])
    }

    @Test(arguments: [
        (["lst", "--directory", "/a"], "argument 1 is not a command (did you mean list?)"),
        (["list", "--direktory=arg-canary"], "argument 2 is not an option (did you mean --directory?)"),
        (
            ["--directory=/a", "list", "--to-key-fil", "/k"],
            "argument 3 is not an option (did you mean --to-key-file?)"
        ),
        (["--to-json", "list"], "argument 1 is not an option"),
        (["list", "--directory", "/a", "arg-canary"], "argument 4 is unexpected"),
        ([], "the command is missing"), (["--directory", "/a"], "the command is missing"),
        (["list", "--postgres", "postgresql://a@b/c"], "a database needs its sealing keys: --key-file or --key-fd"),
    ])
    func `N9 a wrong word is named by its position, with what it resembles`(arguments: [String], text: String) {
        let ending = StoreDoctor.run(arguments)

        #expect(ending.code == 64 && ending.errors == ["\(text); --help lists the commands"] && ending.output.isEmpty)
    }

    @Test func `N9 options may come before the command, and have their values attached`() {
        let ending = StoreDoctor.run(["--directory=\(folder.path)/s", "list"])

        #expect(ending.code == 69 && ending.errors.first?.contains(folder.path + "/s") == true)
    }

    @Test(arguments: ["list", "verify", "repair", "clean", "rotate", "rekey", "move"])
    func `N9 the version and the help are options of each command, at any position`(command: String) {
        let words = [command, "--directory", folder.path + "/s"]

        for position in 0...words.count {
            for (option, text) in [
                ("--version", "credentials-doctor \(StoreDoctor.version)"), ("--help", StoreDoctor.help),
                ("-h", StoreDoctor.help),
            ] {
                let ending = StoreDoctor.run(Array(words[..<position]) + [option] + words[position...])
                #expect(ending == StoreDoctor.Ending(code: 0, output: [text], errors: []))
            }
        }
        #expect(StoreDoctor.help.contains("\n  credentials-doctor \(command) STORE"))
    }

    @Test func `N9 with --json all errors are one object, and a command does the same`() throws {
        let ending = StoreDoctor.Ending(code: 77, output: [], errors: [#"the "key""#, "name it"])

        let object = #"{"error":"notPermitted","message":"the \"key\"; name it","status":77}"#
        #expect(ending.report(isJSON: true) == [object])
        #expect(ending.report(isJSON: false) == [#"credentials-doctor: the "key""#, "credentials-doctor: name it"])
        #expect(StoreDoctor.Ending(code: 1, output: ["a"], errors: []).report(isJSON: true).isEmpty)
        try twoSecrets()
        #expect(doctor("list", "--json") == doctor("list"))
    }

    @Test func `N9 the help lists the options and the destination of a command`() {
        #expect(StoreDoctor.help.contains("  credentials-doctor clean STORE [--damaged] [--yes] [--dry-run]\n"))
        #expect(StoreDoctor.help.contains("  credentials-doctor move STORE DESTINATION [--yes] [--dry-run]\n"))
        #expect(StoreDoctor.help.contains("  credentials-doctor list STORE\n"))
    }

    @Test func `a store that does not exist is an error of each command, and is not created`() {
        for command in ["list", "verify", "repair", "clean", "rotate"] {
            let ending = doctor(command)
            #expect(ending.code == 69 && ending.errors.first?.contains(folder.path + "/s") == true, "\(command)")
        }
        #expect(doctor("rekey", "--to-key-file", folder.path + "/k/key").code == 69)
        #expect(doctor("move", "--to-directory", folder.path + "/t").code == 69)
        #expect(folder.paths.isEmpty)
        #expect(doctor("--help").code == 0)
    }
}
