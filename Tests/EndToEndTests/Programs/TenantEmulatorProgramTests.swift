import Foundation
import ProgramRunner
import TenantEmulator
import Testing

/// The emulator's command line.
@Suite(.timeLimit(.minutes(30))) struct TenantEmulatorProgramTests {
    private let program = Program(name: "tenant-emulator")

    @Test(arguments: [
        (["--frob"], "unknown argument --frob; try --help"),
        (["--prot", "1"], "unknown argument --prot (did you mean --port?); try --help"),
        (["--port"], "--port needs a value"),
        (["--port=70000"], "--port needs a number from 0 to 65535"),
        (["--port=+80"], "--port needs a number from 0 to 65535"),
        (["--fault", "oauth/token=status:503"], "needs a PATH that begins with a slash, not oauth/token"),
        (["--fault=/oauth/token=sulk"], "--fault knows no sulk; try --help"),
        (["--service=okta"], "--service needs auth0 or reachfive"),
        (["--invite=acme"], "--invite needs ADDRESS=ORGANIZATION"),
        (["--invite=ann@example.com=nowhere"], "--invite: there is no such organization or client"),
        (["--callback=foo"], "--callback needs a whole URL, such as http://localhost:3000/callback, not foo"),
        (["--logout-url", ":"], "--logout-url needs a whole URL"),
        (["--callback", "localhost:3000/callback"], "not localhost:3000/callback"),
        (["--web-origin=localhost"], "--web-origin needs a whole URL"),
        (["--rate-limit=0"], "--rate-limit needs a number from 1"),
        (["--clock=10000000000"], "--clock needs a number of seconds, of at most ten digits"),
        (["--listen=foo"], "foo is no literal IPv4 or IPv6 address to listen on"),
        (["--origin=foo"], "foo: the form of an origin is https://HOST:PORT"),
        (["--allow-host=http://foo"], "http://foo: an allowed host is a name without scheme and port"),
    ])
    func `a wrong command line is reported with the reason`(words: [String], text: String) async throws {
        let outcome = try await program.run(words)

        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(text) && outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.output.isEmpty && !outcome.errors.contains("Error."))
    }

    @Test(arguments: [
        (["--seed", "/nowhere"], "cannot read /nowhere: No such file"),
        (["--login-page", "/tmp"], "cannot read /tmp: Is a directory"),
        (["--seed=/dev/null"], "--print-seed shows the form"), (["--key=/dev/null"], "the signing key in /dev/null"),
        (["--state=/nowhere/x"], "cannot write /nowhere/x"),
        (["--key=/dev/zero"], "cannot read /dev/zero: it has more than 256 MiB"),
        // An address for documentation (RFC 5737), which no machine has.
        (["--listen=192.0.2.1"], "Cannot assign requested address: use an address of this machine"),
    ])
    func `N9 an unusable file or address is named with the reason`(words: [String], text: String) async throws {
        let outcome = try await program.run(words)

        #expect(outcome.status == 69)
        #expect(outcome.errors.contains(text) && !outcome.errors.contains("Error."))
    }

    @Test(arguments: [["--help", "--print-seed"], ["--version", "-h"]])
    func `the help takes precedence over another text`(words: [String]) async throws {
        let outcome = try await program.run(words)

        #expect(outcome.status == 0)
        #expect(outcome.output.contains("--print-faults") && !outcome.output.contains("\"users\""))
    }

    @Test func `a port in use is reported with advice`() async throws {
        let tenant = try EmulatedTenant.start()

        let outcome = try await program.run(["--port=\(tenant.port)"])

        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("\(tenant.port): name another port, or add --port-fallback"))
    }

    @Test(arguments: [
        (#"{"clients": []}"#, "seed.clients: at least one is required"),
        (#"{"clints": []}"#, "seed.clints: there is no such member"),
        (#"{"clients": [{"client_id": "a"}, {"client_id": "a"}]}"#, "the client_id a occurs twice"),
    ])
    func `emulator-c5 an error in a seed names the place and the trouble`(seed: String, text: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "seed-\(UUID().uuidString).json")
        try Data(seed.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }

        let outcome = try await program.run(["--seed", file.path])

        #expect(outcome.status == 69)
        #expect(outcome.errors.contains(text))
    }

    /// Each address ends at a space, and is requested without the cookie that another one has set.
    @Test func `E11 each printed address works when it is clicked`() async throws {
        let folder = TemporaryFolder()
        let script = #"""
            mkfifo "$1/text" && { "$0" --port 0 >"$1/text" & program=$!; }
            trap 'kill "$program"' EXIT
            exec 3<"$1/text"
            for address in $(sed '/^ready;/q' <&3 | grep -o 'http://[^ ]*'); do
                curl --max-time 60 --location --cookie '' --silent --output /dev/null \
                    --write-out "%{http_code} $address\n" "$address"
            done
            """#

        let run = try await ProgramRun(
            "/bin/sh", ["-c", script, program.url.path, folder.path], environment: Program.runtime)

        let answers = String(decoding: run.output, as: UTF8.self).split(separator: "\n")
        #expect(answers.count == 7 && answers.allSatisfy { $0.hasPrefix("200 ") }, "\(answers)")
        #expect(answers.contains { $0.contains("/_emulator/clients?token=") })
    }

    @Test func `a signal ends the wait for the writer of a seed`() async throws {
        let folder = TemporaryFolder()
        let script = #"""
            mkfifo "$1/seed" && { "$0" --seed "$1/seed" & program=$!; }
            exec 3>"$1/seed"
            kill "$program"
            exec 3>&-
            wait "$program"
            """#

        let run = try await ProgramRun(
            "/bin/sh", ["-c", script, program.url.path, folder.path], environment: Program.runtime)

        #expect(run.status == 128 + SIGTERM, "\(String(decoding: run.errors, as: UTF8.self))")
    }

    /// The program prints the addresses before it writes the file, and ends when it cannot.
    @Test func `an invitation is printed as a link`() async throws {
        let outcome = try await program.run(["--invite", "ann@example.com=acme", "--ready-file", "/nowhere/ready"])

        #expect(outcome.output.contains("ann@example.com  http://127.0.0.1:8484/callback?invitation="))
        #expect(outcome.output.contains("&organization=org_0000000000000001&"))
    }

    @Test func `E11 one client of each kind is printed, whatever addresses the options allow`() async throws {
        let options = ["--callback=http://localhost:5000/callback", "--web-origin=http://localhost:5000"]

        let outcome = try await program.run(options + ["--port=0", "--ready-file", "/nowhere/ready"])

        for client in [
            "emulatorClient0000000000000000001  native", "emulatorWeb000000000000000000001  web application",
            "emulatorPage00000000000000000001  single-page", "emulatorServer0000000000000000001  server with tokens",
        ] { #expect(outcome.output.contains("  \(client)"), "\(outcome.output)") }
    }

    @Test func `a ready file that cannot be written is reported with the reason`() async throws {
        let outcome = try await program.run(["--port=0", "--ready-file", "/nowhere/ready"])

        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("cannot write /nowhere/ready: No such file"))
        #expect(outcome.output.contains("control token") && !outcome.output.contains("ready; stop with"))
    }

    @Test func `N9 a pipe in the place of the ready file is reported, and stays`() async throws {
        let pipe = FileManager.default.temporaryDirectory.appending(path: "ready-\(UUID().uuidString)").path
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }

        let outcome = try await program.run(["--port=0", "--ready-file", pipe])

        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("cannot write \(pipe): it is not a regular file"))
        let type = try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
        #expect(type != .typeRegular)
    }

    @Test func `N9 a link to the standard output in the place of the ready file is reported, and stays`() async throws {
        // As /dev/stdout is.
        let target = "/proc/self/fd/1"
        let link = FileManager.default.temporaryDirectory.appending(path: "ready-\(UUID().uuidString)").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        defer { unlink(link) }

        let run = try await ProgramRun("/usr/bin/timeout", ["300", program.url.path, "--port=0", "--ready-file", link])

        #expect(run.status == 69)
        #expect(String(decoding: run.errors, as: UTF8.self).contains("or it is the standard output"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }

    @Test(arguments: ["--print-seed > /dev/full", "--version >&-"])
    func `N9 a text that cannot be written is a failure`(words: String) async throws {
        let run = try await ProgramRun("/bin/sh", ["-c", #""$0" \#(words)"#, program.url.path])

        let errors = String(decoding: run.errors, as: UTF8.self)
        #expect(run.status == 74 && errors.contains("tenant-emulator: the standard output could not be written: "))
    }

    /// Without a ready file, no program can find the tenant.
    @Test(arguments: [">/dev/full", ">&4"])
    func `N9 a tenant whose addresses cannot be written ends`(output: String) async throws {
        let folder = TemporaryFolder()
        // Descriptor 4 is a pipe without a reader.
        let script = #"""
            mkfifo "$1/pipe"
            exec 3<>"$1/pipe" 4>"$1/pipe" 3>&-
            timeout 300 "$0" --port 0 --json \#(output)
            """#

        let run = try await ProgramRun(
            "/bin/sh", ["-c", script, program.url.path, folder.path], environment: Program.runtime)

        let errors = String(decoding: run.errors, as: UTF8.self)
        #expect(run.status == 74 && errors.contains(#""message":"the standard output could not be written: "#))
    }

    @Test func `N9 a closed standard output is no descriptor of the tenant`() async throws {
        let script = #""$0" --ready-file /nowhere/ready >&-"#

        let run = try await ProgramRun("/bin/sh", ["-c", script, program.url.path])

        #expect(run.status == 69)
    }

    @Test func `a state file in a missing folder is reported with the reason`() async throws {
        let outcome = try await program.run(["--state", "/nowhere/state.json"])

        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("cannot write /nowhere/state.json.key: No such file or directory"))
    }

    /// The program ends after the warnings, because it cannot write the ready file.
    @Test func `emulator-c5 a seed without a login is warned of`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "seed-\(UUID().uuidString).json")
        try Data(#"{"clients": [{"client_id": "a", "client_secret": "b"}], "default_directory": null}"#.utf8).write(
            to: file)
        defer { try? FileManager.default.removeItem(at: file) }

        let outcome = try await program.run(["--seed", file.path, "--ready-file", "/nowhere/ready"])

        #expect(outcome.errors.contains("the seed has no public client"))
        #expect(outcome.errors.contains("the seed has no default_directory"))
        #expect(!outcome.output.contains("AUTH0_CLIENT_ID"))
    }

    @Test func `with TLS the domain of the environment has no scheme`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }

        let outcome = try await program.run(
            ["--tls", "--ready-file", "/nowhere/ready"], environment: ["XDG_DATA_HOME": folder])

        #expect(outcome.output.contains("export AUTH0_DOMAIN=localhost:"))
        #expect(outcome.output.contains(" AUTH0_ISSUER_BASE_URL=https://localhost:"))
    }

    @Test func `N9 a path with a space and a quote can be pasted into a shell`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Ann's data-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let outcome = try await program.run(
            ["--tls", "--ready-file", "/nowhere/ready"], environment: ["XDG_DATA_HOME": folder])
        let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("export SSL_CERT_FILE=") })

        let shell = try await ProgramRun("/bin/sh", ["-c", "\(line) && cat \"$SSL_CERT_FILE\""])

        #expect(shell.status == 0)
        #expect(String(decoding: shell.output, as: UTF8.self).contains("BEGIN CERTIFICATE"))
    }
}
