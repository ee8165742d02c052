import ByteEncodings
import LinuxCLibrary
import LinuxSystemCalls
import TenantEmulator

struct Arguments {
    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    static let version = "0.2.0"

    static let help = """
        tenant-emulator: a tenant on loopback for tests, demos and CI

          --port N            listen on port N (default: one that is free)
          --port-fallback     take another port if N is taken
          --tls               serve TLS; the certificate authority is made once and its path printed
          --origin URL        the origin that clients use, behind a proxy or a forwarded port
          --allow-host NAME   answer under this host name, too; the issuer stays the same; may be repeated
          --listen ADDRESS    listen on this literal address (default: 127.0.0.1 and ::1, as localhost); other
                              hosts then reach the tenant, whose keys and passwords are public; :: is for IPv4, too
          --service NAME      have the endpoints of auth0 (default) or reachfive
          --seed FILE         start with the users, clients and APIs of a JSON file
          --callback URL      allow this redirect URI for every client, too; may be repeated
          --logout-url URL    allow this target after a logout for every client, too; may be repeated
          --web-origin URL    allow this origin of a single-page application for every client, too; may be repeated
          --key FILE          sign with the key of this PEM file, which is created if it is missing
          --state FILE        keep users, roles, organizations, added clients, consents, refresh tokens and rotated
                              keys in this file, and the first key beside it
          --ready-file FILE   write the addresses to this file, as one line of JSON, when the tenant is ready
          --invite USER=ORG   invite this e-mail address to this organization (its ID or name), and print the
                              link, to initiate_login_uri or the first web callback of a client; may be repeated
          --print-seed        print the standard seed, as a pattern for a file of your own
          --login-page FILE   show a login page of your own; @@config@@ in it tells about the login
          --strict-pages      log a user in with a password alone: no buttons that do without
          --any-loopback-port let callback URLs on 127.0.0.1 have any port (default: compared exactly)
          --overlap SECONDS   let a refresh token that was exchanged go on working
          --fault PATH=KIND   switch a fault on; PATH may end in *; KIND is one of
                                hold, hold-answer, delay:SECONDS, status:CODE, too-many-requests:SECONDS,
                                body:TEXT, alter:JSON, redirect:URL,
                                truncate-body[:content-length|chunked|by-close],
                                drip:SECONDS, many-headers:N, huge-header:BYTES, interim-answers:N,
                                endless-body, close-connection, reset-connection, lose-answer,
                                tamper:NAME, key-set:NAME, metadata:NAME, alter-parameters:NAME
                                (names: --print-faults), rotate-signing-key
          --print-faults      print what can be wrong with ID tokens, key sets, metadata and answers
          --clock SECONDS     move the clock forward, or back with a negative number
          --stop-clock        let the clock stand still
          --algorithm NAME    sign tokens with RS256 (default), PS256, ES256 or EdDSA
          --rate-limit N      answer N requests a second to the Management API, and 429 beyond (default: any number)
          --dpop-nonce        insist on a nonce in proofs of possession
          --json              make the last line of a failure, on standard error, a JSON object with error (usage,
                              unavailable, failed), message and status (the exit code)
          --version           print the version
          --help              print this

        exit codes: 0 stopped; 64 the command line, with the values in it; 69 a file, port or seed that cannot be used;
        74 the output or the state file could not be written

        Examples:
          tenant-emulator --port 4400
          tenant-emulator --port 4400 --callback http://localhost:3000/callback --logout-url http://localhost:3000
          tenant-emulator --fault /oauth/token=status:503 --ready-file tenant.json
        """

    /// The text to print instead of starting a tenant: the help, or the first other one.
    private(set) var text: String?
    private(set) var clock = 0
    private(set) var stopsClock = false
    private(set) var faults: [(path: String, fault: EmulatedTenant.Fault)] = []
    /// The invitations to print links of.
    private(set) var invitations: [(address: String, organization: String)] = []
    /// The file for the addresses; `nil` for none.
    private(set) var readyFile: String?
    /// Whether the tenant has the users of the standard seed.
    var hasStandardSeed: Bool { seedFile == nil }
    /// The settings that depend on no file and on no other option.
    private var settings = TenantConfiguration()
    private var hasTLS = false
    private var listen: String?
    private var seedFile: String?
    private var loginPage: String?
    private var callbacks: [String] = []
    private var logoutURLs: [String] = []
    private var webOrigins: [String] = []

    init(_ words: ArraySlice<String>) throws(UsageError) {
        var words = words
        while var word = words.popFirst() {
            let others = words.count
            if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
                words.insert(String(word[word.index(after: sign)...]), at: words.startIndex)
                word = String(word[..<sign])
            }
            switch word {
            case "--help", "-h": text = Self.help
            case "--version": text = text ?? "tenant-emulator \(Self.version)"
            case "--print-seed": text = text ?? TenantSeed.standardJSON
            case "--print-faults": text = text ?? FaultList.named.joined(separator: "\n")
            case "--stop-clock": stopsClock = true
            case "--dpop-nonce": settings.requiresDPoPNonce = true
            case "--port-fallback": settings.portFallback = true
            case "--tls": hasTLS = true
            case "--any-loopback-port": settings.allowsAnyLoopbackPort = true
            case "--strict-pages": settings.offersUsers = false
            case "--json": break  // See `fail`: a wrong command line is a failure, too.
            default: try set(word, words.popFirst())
            }
            guard words.count <= others else { throw UsageError(description: "\(word) takes no value") }
        }
    }

    /// Sets an option with a value.
    private mutating func set(_ option: String, _ text: String?) throws(UsageError) {
        func value() throws(UsageError) -> String {
            guard let text, !text.isEmpty, !text.hasPrefix("--") else {
                throw UsageError(description: "\(option) needs a value")
            }
            return text
        }
        func number<Number: FixedWidthInteger>(from least: Number = 0) throws(UsageError) -> Number {
            try Self.needed(
                Number(digits: try value()).flatMap { $0 < least ? nil : $0 },
                "\(option) needs a number from \(least) to \(Number.max)")
        }
        switch option {
        case "--clock":
            let seconds = Int(try value()).flatMap { $0.magnitude < 10_000_000_000 ? $0 : nil }
            clock = try Self.needed(seconds, "--clock needs a number of seconds, of at most ten digits")
        case "--algorithm":
            settings.signingAlgorithm = try Self.needed(
                .init(rawValue: try value()), "--algorithm needs one of RS256, PS256, ES256, EdDSA")
        case "--service":
            settings.service = try Self.needed(
                ["auth0": .auth0, "reachfive": .reachFive][try value()], "--service needs auth0 or reachfive")
        case "--port": settings.port = try number()
        case "--rate-limit": settings.managementRateLimit = try number(from: 1) as Int
        case "--overlap": settings.refreshTokenOverlap = .seconds(try number() as Int)
        case "--origin": settings.origin = try value()
        case "--allow-host": settings.allowedHosts.append(try value())
        case "--listen": listen = try value()
        case "--seed": seedFile = try value()
        case "--callback": callbacks.append(try Self.url(option, try value()))
        case "--logout-url": logoutURLs.append(try Self.url(option, try value()))
        case "--web-origin": webOrigins.append(try Self.url(option, try value()))
        case "--invite": invitations.append(try Self.invitation(try value()))
        case "--key": settings.signingKeyFile = try value()
        case "--state": settings.stateFile = try value()
        case "--ready-file": readyFile = try value()
        case "--login-page": loginPage = try value()
        case "--fault": faults.append(try Self.fault(try value()))
        default:
            let hint = Suggestion.text(for: option, from: Suggestion.options(in: Self.help))
            throw UsageError(description: "unknown argument \(option)\(hint); try --help")
        }
    }

    /// Creates the configuration of the tenant, with the clients as they are in the seed; throws for a file that cannot
    /// be read, and for an invalid seed.
    func configuration() throws -> TenantConfiguration {
        var configuration = settings
        if let listen, listen != "localhost" {
            (configuration.address, configuration.allowsOtherHosts) = (listen, true)
        } else {
            configuration.isCalledLocalhost = true
        }
        if hasTLS { configuration.certificateAuthority = try Self.certificateAuthority(configuration.certifiedHosts) }
        if let seedFile { configuration.seed = try Self.seed(seedFile) }
        if let loginPage { configuration.loginPage = String(decoding: try Self.bytes(of: loginPage), as: UTF8.self) }
        return configuration
    }

    /// Allows the addresses of the options for every client.
    func allowingAddresses(_ configuration: TenantConfiguration) -> TenantConfiguration {
        var configuration = configuration
        for index in configuration.seed.clients.indices {
            configuration.seed.clients[index].callbacks += callbacks
            configuration.seed.clients[index].logoutURLs += logoutURLs
            configuration.seed.clients[index].webOrigins += webOrigins
        }
        return configuration
    }

    static func fail(_ message: String, exit code: Int32) -> Never {
        if CommandLine.arguments.contains("--json") {
            write(ProgramFailure.json(message, status: code))
        } else {
            warn(message)
        }
        exit(code)
    }

    /// The text of an error, without the name of a type.
    static func text(of error: any Error) -> String {
        switch error {
        case let error as UsageError: error.description
        case let error as EmulatorError: error.sentence
        default: "\(error)"
        }
    }

    static func warn(_ message: String) { write("tenant-emulator: \(message.escapedForLog)") }

    private static func write(_ line: String) {
        try? OpenFile.write(Array("\(line)\n".utf8), to: STDERR_FILENO)
    }

    /// Returns a value that was read; throws the requirement for `nil`.
    private static func needed<Value>(_ value: Value?, _ requirement: String) throws(UsageError) -> Value {
        guard let value else { throw UsageError(description: requirement) }
        return value
    }

    /// Returns an absolute URL, which may have a custom scheme; a host with a port is none.
    private static func url(_ option: String, _ url: String) throws(UsageError) -> String {
        let parts = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let first = parts[1].first, !first.isNumber else {
            let form = "a whole URL, such as http://localhost:3000/callback"
            throw UsageError(description: "\(option) needs \(form), not \(url)")
        }
        return url
    }

    private static func invitation(_ text: String) throws(UsageError) -> (address: String, organization: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0].contains("@") else {
            throw UsageError(description: "--invite needs ADDRESS=ORGANIZATION, such as ann@example.com=acme")
        }
        return (parts[0], parts[1])
    }

    private static func fault(_ text: String) throws(UsageError) -> (path: String, fault: EmulatedTenant.Fault) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw UsageError(description: "--fault needs PATH=KIND; try --help") }
        // A fault for any other path would never apply.
        guard parts[0].hasPrefix("/") || parts[0] == "*" else {
            throw UsageError(description: "--fault needs a PATH that begins with a slash, not \(parts[0])")
        }
        guard let fault = EmulatedTenant.Fault(text: parts[1]) else {
            throw UsageError(description: "--fault knows no \(parts[1]); try --help and --print-faults")
        }
        return (parts[0], fault)
    }

    /// Reads or creates the authority of this user.
    private static func certificateAuthority(
        _ hosts: [String]
    ) throws(UsageError) -> TenantConfiguration.CertificateAuthority {
        guard let data = UserFolders.ofUser.folder("XDG_DATA_HOME", orInHome: ".local/share") else {
            throw UsageError(description: "--tls needs HOME or XDG_DATA_HOME, for its certificate authority")
        }
        do {
            return try TenantConfiguration.CertificateAuthority(
                folder: "\(data)/auth0-streams/tenant-emulator", hosts: hosts)
        } catch {
            throw UsageError(description: "--tls: \(text(of: error)); XDG_DATA_HOME sets another folder")
        }
    }

    private static func seed(_ file: String) throws -> TenantSeed {
        let json = try bytes(of: file)
        do {
            return try TenantSeed(json: json)
        } catch { throw UsageError(description: "\(file): \(text(of: error)); --print-seed shows the form") }
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        try needed(PrivateFile.contents(of: file), "cannot read \(file): \(SystemCallError(ENOENT)): correct the path")
    }
}
