import Foundation
import ProgramRunner
import TenantEmulator
import Testing

/// The messages of the programs to a user who made a mistake: each names the thing, the reason and what to do.
///
/// `TenantEmulatorProgramTests` and `StoreDoctorTests` have those of wrong values of single options.
@Suite(.timeLimit(.minutes(30))) struct ProgramMistakeTests {
    private struct JSONFailure: Decodable {
        let error: String
        let message: String
        let status: Int32
    }

    /// A command that cannot succeed, with the texts of its message.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let id: String
        let command: String
        /// The changes of the environment, which names a tenant; `nil` removes a variable.
        let environment: [String: String?]
        let texts: [String]
        var program: String { String(command.prefix { $0 != " " }) }

        init(_ id: String, _ command: String, _ environment: [String: String?] = [:], says texts: String...) {
            (self.id, self.command, self.environment, self.texts) = (id, command, environment, texts)
        }

        var testDescription: String { "\(id) \(command) \(environment.keys.sorted().joined(separator: " "))" }
    }

    // DOMAIN and PORT are those of the tenant, FOLDER is one with files of the user.
    private static let mistakes = [
        // The configuration.
        Mistake(
            "N9.1", "authcli login", ["AUTH0_DOMAIN": nil], says: "pass --domain and --client-id", "AUTH0_DOMAIN",
            "AUTH0_CLIENT_ID", "Auth0.plist"),
        Mistake("N9.2", "authcli login --domain http://example.com", says: "a host name such as tenant.eu.auth0.com"),
        Mistake(
            "N9.3", "authcli login --device --domain nowhere.invalid", says: "no address of nowhere.invalid",
            "check the network"),
        Mistake("N9.4", "authcli login --device --domain http://127.0.0.1:1", says: "http://127.0.0.1:1", "--domain"),
        Mistake(
            "N9.5", "authcli login --device --domain https://127.0.0.1:PORT", says: "https://127.0.0.1:PORT",
            "no secure connection to the tenant", "check --domain"),
        Mistake("N15.1", "authcli login --device --client-id wrong", says: "client ID", "with the dashboard"),
        Mistake(
            "N15.2", "authcli login --device --client-id emulatorServer0000000000000000001", says: "its secret",
            "Native"
        ),
        Mistake("N9.6", "authcli login --device --audience https://nowhere/", says: "not found: https://nowhere/"),
        Mistake(
            "N9.45", "authcli whoami", ["AUTH0_DOMAIN": "tenant.example\n"],
            says: "AUTH0_DOMAIN has a character that no domain of a tenant has", "a host name such as", "ASCII"),
        Mistake(
            "N9.46", "authcli status", ["AUTH0_CLIENT_ID": "a\u{1B}b"],
            says: "AUTH0_CLIENT_ID has a character that no client ID has", "copy the client ID"),
        Mistake(
            "N9.47", "authcli token --domain http://example.com", says: "--domain is not the domain of a tenant",
            "a host name such as tenant.eu.auth0.com"),

        // This machine.
        Mistake(
            "N9.7", "authcli login", ["AUTH0_REDIRECT_URL": "http://127.0.0.1:PORT/callback", "BROWSER": "true"],
            says: "port PORT: Address already in use", "AUTH0_REDIRECT_URL", "--device"),
        Mistake(
            "N9.42", "authcli login", ["AUTH0_REDIRECT_URL": "foo"],
            says: "AUTH0_REDIRECT_URL: the redirect URL has to be http://127.0.0.1:"),
        Mistake(
            "N9.8", "authcli login", ["BROWSER": "/nowhere", "PATH": "/nonexistent"],
            says: "the login page cannot be opened: /nowhere is not installed", "--device", "BROWSER"),
        Mistake(
            "N9.35", "authcli login --ephemeral", ["PATH": "/nonexistent"],
            says: "the login page cannot be opened: no browser with private windows", "install chromium or firefox"),
        Mistake(
            "N9.9", "authcli login --device", ["XDG_STATE_HOME": "state"],
            says: "XDG_STATE_HOME is not an absolute path: set it to one"),
        Mistake("N9.10", "authcli login --device", ["HOME": nil], says: "neither HOME nor XDG_STATE_HOME", "set one"),
        Mistake(
            "N9.11", "authcli login --device", ["XDG_STATE_HOME": "/proc/none"],
            says: "/proc/none: No such file or directory", "set XDG_STATE_HOME"),
        Mistake(
            "N9.12", "authcli login --device", ["XDG_STATE_HOME": "/etc/hostname"],
            says: "/etc/hostname: Not a directory", "set XDG_STATE_HOME"),

        // The command line.
        Mistake("N9.13", "authcli", says: "the command is missing", "--help"),
        Mistake("N9.14", "authcli frob", says: "argument 1 is not a command", "--help"),
        Mistake("N9.15", "authcli logn", says: "did you mean login?"),
        Mistake("N9.36", "authcli tkoen", says: "did you mean token?"),
        Mistake("N9.16", "authcli login extra", says: "argument 2 is unexpected", "authcli login --help"),
        Mistake("N9.17", "authcli login --frob", says: "argument 2 is not an option of login", "authcli login --help"),
        Mistake("N9.18", "authcli login --audience", says: "--audience needs a value", "--audience URL"),
        Mistake("N9.19", "authcli --domain", says: "--domain needs a value", "--domain HOST"),
        Mistake("N9.20", "authcli login --device --device", says: "--device is given twice"),
        Mistake("N9.21", "authcli login --device=yes", says: "--device takes no value"),
        Mistake("N9.22", "authcli login --device --ephemeral", says: "--ephemeral and --device exclude each other"),
        Mistake("N9.23", "authcli passkeys", says: "list, add, or remove ID"),
        Mistake("N9.24", "authcli passkeys add", says: "without confirmation", "add --unattended"),
        Mistake("N9.25", "authcli passkeys remove", says: "the ID that passkeys list prints"),
        Mistake("N9.26", "authcli completion tcsh", says: "bash, zsh or fish"),

        // No session.
        Mistake("N9.27", "authcli status", says: "not logged in", "authcli login"),
        Mistake("N9.28", "authcli whoami", says: "not logged in", "authcli login"),
        Mistake("N9.29", "authcli token", says: "not logged in", "authcli login"),
        Mistake("N9.30", "authcli logout", says: "not logged in", "authcli login"),
        Mistake("N9.31", "authcli passkeys list", says: "not logged in", "authcli login"),

        // The store of secrets.
        Mistake("N2.1", "credentials-doctor repair --directory FOLDER", says: "no store of secrets", "FOLDER"),
        Mistake("N2.2", "credentials-doctor verify --directory FOLDER", says: "no store of secrets", "FOLDER"),
        Mistake("N2.3", "credentials-doctor verify --directory /nowhere", says: "no store of secrets: /nowhere"),
        Mistake("N2.4", "credentials-doctor rotate --yes --directory /nowhere", says: "no store of secrets: /nowhere"),
        Mistake("N2.5", "credentials-doctor list", says: "name one store", "--help"),
        Mistake("N2.6", "credentials-doctor frob", says: "argument 1 is not a command", "--help"),
        Mistake("N2.7", "credentials-doctor list --frob", says: "argument 2 is not an option", "--help"),
        Mistake("N2.8", "credentials-doctor lsit", says: "did you mean list?"),
        Mistake("N2.9", "credentials-doctor list --directory --yes", says: "--directory needs a value"),
        Mistake("N2.10", "credentials-doctor list --directory=", says: "--directory needs a value"),
        Mistake("N2.11", "credentials-doctor rotate --yes=1 --directory /nowhere", says: "--yes takes no value"),
        Mistake("N2.12", "credentials-doctor list --directory /etc/hostname", says: "name a folder of this user"),
        Mistake("N2.13", "credentials-doctor list --directory Documents", says: "absolute path, not Documents"),
        Mistake("N2.14", "credentials-doctor move --directory /nowhere", says: "a destination, such as --to-keyring"),
        Mistake(
            "N2.15", "credentials-doctor list --postgres postgresql://a@b/c --key-file /nowhere",
            says: "correct the path"),
        Mistake(
            "N2.16", "credentials-doctor list --postgres postgresql://a@b/c --key-fd 99",
            says: "descriptor 99 is not open for reading", "such as 3 with 3<FILE"),
        Mistake(
            "N2.17", "credentials-doctor list --directory /nowhere --passphrase-fd 99",
            says: "descriptor 99 is not open for reading", "such as 3 with 3<FILE"),

        // The emulator.
        Mistake("N9.32", "tenant-emulator --port PORT", says: "PORT: name another port, or add --port-fallback"),
        Mistake("N9.33", "tenant-emulator --prot 1", says: "did you mean --port?"),
        Mistake(
            "N9.34", "tenant-emulator --seed /nowhere", says: "cannot read /nowhere: No such file", "correct the path"),
        Mistake("N9.37", "tenant-emulator --state --tls", says: "--state needs a value"),
        Mistake("N9.38", "tenant-emulator --state=", says: "--state needs a value"),
        Mistake("N9.39", "tenant-emulator --tls=yes", says: "--tls takes no value"),
        Mistake("N9.40", "tenant-emulator --key /etc/hostname", says: "/etc/hostname", "a file that does not exist"),
        Mistake("N9.41", "tenant-emulator --invite ann@example.com=nowhere", says: "--print-seed lists both"),
        Mistake("N9.43", "tenant-emulator --seed FOLDER", says: "cannot read FOLDER: Is a directory: name a file"),
        Mistake("N9.44", "tenant-emulator --state /nowhere/x", says: "cannot write /nowhere/x", "create its folder"),
    ]

    @Test(arguments: mistakes)
    func `N9 a mistake at a program has a message with the thing, the reason and what to do`(
        _ mistake: Mistake
    ) async throws {
        let place = try UserPlace()

        let outcome = try await place.run(mistake)

        let message = outcome.errors.split(separator: "\n").last.map(String.init) ?? ""
        #expect(outcome.status >= 64, "\(mistake.id): \(outcome)")
        #expect(message.hasPrefix("\(mistake.program): "), "\(mistake.id): \(outcome.errors)")
        for text in mistake.texts { #expect(message.contains(place.filled(text)), "\(mistake.id): \(message)") }
        // Neither a type of Swift with its code, nor a number in place of a reason.
        #expect(!message.contains(/[A-Z]\w*(Error|Failure)\b/), "\(mistake.id): \(message)")
        #expect(!message.contains(/errno|SQLSTATE/), "\(mistake.id): \(message)")
        // The files of the user are as before.
        #expect(try place.isUntouched, "\(mistake.id)")
    }

    /// `authcli` has the option only for commands with a result; `AuthCLIOutputTests` has its test.
    @Test(arguments: mistakes.filter { $0.program != "authcli" })
    func `N9 with --json the message of a mistake is in an object with the exit status`(
        _ mistake: Mistake
    ) async throws {
        let place = try UserPlace()

        let outcome = try await place.run(mistake, "--json")

        let line = outcome.errors.split(separator: "\n").last ?? ""
        let failure = try JSONDecoder().decode(JSONFailure.self, from: Data(line.utf8))
        let names: [Int32: String] = [64: "usage", 69: "unavailable", 74: "failed", 77: "notPermitted"]
        #expect(failure.status == outcome.status && failure.error == names[outcome.status], "\(mistake.id): \(line)")
        for text in mistake.texts { #expect(failure.message.contains(place.filled(text)), "\(mistake.id): \(line)") }
    }

    @Test(arguments: [
        ("tenant-emulator --state", "rename the file, or name a link to it"),
        ("credentials-doctor list --directory", "rename the file, or name a link to it"),
        ("authcli login --audience", "enter it in a terminal that uses UTF-8"),
    ])
    func `N9 an argument that is not UTF-8 is refused, and has no other value`(
        command: String, advice: String
    ) async throws {
        let words = command.split(separator: " ").map(String.init)
        let script = #"exec "$@" "$(printf '/nowhere/\377')""#

        let run = try await ProgramRun(
            "/bin/sh", ["-c", script, "sh", Program(name: words[0]).url.path] + words.dropFirst(),
            environment: Program.runtime)

        let text = "\(words[0]): argument \(words.count) is not UTF-8: \(advice)\n"
        #expect(run.status == 64 && String(decoding: run.errors, as: UTF8.self) == text)
    }

    @Test(arguments: ["tenant-emulator --seed", "credentials-doctor list --directory"])
    func `N9 a path with control characters neither begins a line nor controls the terminal`(
        command: String
    ) async throws {
        let words = command.split(separator: " ").map(String.init)
        let path = "/nowhere/a\nb\u{1B}[2J\u{9B}\u{202E}"

        let outcome = try await Program(name: words[0]).run(words.dropFirst() + [path])
        let json = try await Program(name: words[0]).run(words.dropFirst() + [path, "--json"]).errors

        let escaped = #"/nowhere/a\u{A}b\u{1B}[2J\u{9B}\u{202E}"#
        #expect(outcome.status == 69 && outcome.errors.contains(escaped), "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("\(words[0]): ") }, "\(outcome)")
        // The same value in escapes of JSON.
        #expect(json.contains(#"/nowhere/a\nb\u001b[2J\u009b\u202e"#), "\(json)")
        #expect(try JSONDecoder().decode(JSONFailure.self, from: Data(json.utf8)).message.contains(path))
    }

    @Test(arguments: [
        (["RedirectURL": "foo"], "RedirectURL in Auth0.plist: the redirect URL has to be http://127.0.0.1:PORT"),
        (["ClientId": "x", "Domain": "http://example.com"], "Domain in Auth0.plist is not the domain of a tenant: "),
        (["ClientId": "é", "Domain": "example.com"], "ClientId in Auth0.plist has a character that no client ID has"),
    ])
    func `N9 a value of Auth0.plist that cannot be one is named with its setting`(
        values: [String: String], text: String
    ) async throws {
        let place = try UserPlace()
        let entries = values.map { "<key>\($0)</key><string>\($1)</string>" }.joined()
        let list = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\#(entries)</dict></plist>"#

        let outcome = try await Program(name: "authcli").run(
            ["login"], environment: place.environment([:]), files: ["Auth0.plist": list])

        #expect(outcome.errors.contains(text), "\(outcome)")
        #expect(try place.isUntouched)
    }
}

/// A tenant, an empty home folder, and a folder with a program of the user.
private final class UserPlace: Sendable {
    private let tenant: EmulatedTenant
    private let root = FileManager.default.temporaryDirectory.appending(path: "mistakes-\(UUID().uuidString)")

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = folder.appending(path: "script")
        try Data("a program of the user".utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    }

    deinit {
        tenant.stop()
        try? FileManager.default.removeItem(at: root)
    }

    private var folder: URL { root.appending(path: "Documents") }

    /// Whether the folder contains its program alone, which is executable.
    var isUntouched: Bool {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let script = folder.appending(path: "script").path
            let mode = try FileManager.default.attributesOfItem(atPath: script)[.posixPermissions] as? Int
            return names == ["script"] && mode == 0o755
        }
    }

    /// The environment of a user who has logged in nowhere, with changes.
    func environment(_ changes: [String: String?]) -> [String: String] {
        var environment = [
            "HOME": root.path, "LANG": "C.UTF-8", "AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID,
        ]
        for (name, value) in changes { environment[name] = value.map(filled) }
        return environment
    }

    /// Runs the command of a mistake, with further words.
    func run(_ mistake: ProgramMistakeTests.Mistake, _ more: String...) async throws -> Program.Outcome {
        let words = mistake.command.split(separator: " ").dropFirst().map { filled(String($0)) }
        return try await Program(name: mistake.program).run(
            words + more, environment: environment(mistake.environment))
    }

    /// A text with the addresses of this place.
    func filled(_ text: String) -> String {
        text.replacingOccurrences(of: "FOLDER", with: folder.path)
            .replacingOccurrences(of: "PORT", with: "\(tenant.port)")
    }
}
