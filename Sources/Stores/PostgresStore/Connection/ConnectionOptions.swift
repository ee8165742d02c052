import CAuth0Postgres
import LinuxCLibrary
import LinuxSystemCalls
import OpenSSLCryptography
import SecretStorage

/// The connection options of libpq, complete, so that libpq looks up nothing in the environment or the home folder.
///
/// libpq still sends the variables `PGTZ`, `PGDATESTYLE` and `PGGEQO` to the server; no statement depends on them.
struct ConnectionOptions: Sendable {
    /// The purpose of a connection, which decides how soon the server notices that the client's machine has vanished.
    enum Purpose {
        /// Calls: until then the connection occupies a slot of the server.
        case calls
        /// Locks, for which other machines wait until then: 4 seconds. A stopped process keeps them, because its kernel
        /// answers. Announcements that it does not read end the connection after the same time.
        case locks

        /// The settings of the server, which have no effect on a socket of the machine.
        fileprivate var settings: String {
            let (idle, interval, count, unacknowledged) =
                switch self {
                case .calls: (60, 10, 3, 90_000)
                case .locks: (1, 1, 3, 4_000)
                }
            return " -c tcp_keepalives_idle=\(idle) -c tcp_keepalives_interval=\(interval)"
                + " -c tcp_keepalives_count=\(count) -c tcp_user_timeout=\(unacknowledged)"
        }
    }

    private let server: PostgresServer
    /// The server, the database and the role, for errors.
    var place: String { server.place }
    private let settings: String

    /// No file has this path, because the device is not a folder.
    private static let noFile = "/dev/null/none"
    private static let systemAuthorities = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]

    init(to server: PostgresServer, timeout: Duration, for purpose: Purpose) {
        self.server = server
        let milliseconds = max(1, Int32(clamping: timeout.wholeNanoseconds / 1_000_000))
        settings =
            "-c statement_timeout=\(milliseconds) -c lock_timeout=\(milliseconds) -c search_path=pg_catalog"
            + #" -c default_transaction_isolation=read\ committed"#
            + " -c idle_in_transaction_session_timeout=\(milliseconds) -c client_min_messages=error"
            + purpose.settings
    }

    /// Whether this libpq would send the password in clear text to a server that is not verified.
    var needsGate: Bool { needsProof && !isEncrypted && !Self.known().all.contains("require_auth") }

    /// Whether the server has to prove with SCRAM that it knows the password, before it receives any part of it.
    ///
    /// A server with a verified certificate may request it in another way, as cloud and directory services do.
    private var needsProof: Bool {
        guard server.password != nil else { return false }
        return if case ("verify-full", _) = protection() { false } else { true }
    }

    private var isEncrypted: Bool { protection().mode != "disable" }

    /// Begins to connect; the caller frees the connection, which is `nil` when there is no memory.
    func start(at address: String?) throws(SecretStoreError) -> OpaquePointer? {
        guard getenv("PGSERVICE") == nil else {
            throw SecretStoreError(.failed, detail: "the variable PGSERVICE is set, which libpq cannot ignore")
        }
        // libpq would initialise OpenSSL with the file of the variable `OPENSSL_CONF`.
        OpenSSLLibrary.start()
        let known = Self.known()
        // The value of the first `dbname` is parsed as a list of options, in which an empty value counts as set.
        let blank = known.fromEnvironment.map { "\($0)=''" }.joined(separator: " ")
        let found = address.map { [("hostaddr", $0)] } ?? []
        let options = [("dbname", blank)] + (stated() + found).filter { known.all.contains($0.0) }
        // With a list of hosts, libpq would connect to the second host with the protection of the first.
        guard !server.host.contains(","), !options.contains(where: { $0.1.utf8.contains(0) }),
            server.password?.withUnsafeBytes({ $0.contains(0) }) != true
        else {
            throw SecretStoreError(.failed, detail: "a comma in the host, or a NUL in the description of the server")
        }
        var keywords = options.map { strdup($0.0) }
        var values = options.map { strdup($0.1) }
        if let password = server.password {
            keywords.append(strdup("password"))
            values.append(password.withUnsafeBytes { Self.copy($0) })
        }
        defer {
            if server.password != nil, let last = values.last, let last { explicit_bzero(last, strlen(last)) }
            (keywords + values).forEach { free($0) }
        }
        let names = (keywords + [nil]).map { UnsafePointer($0) }
        return PQconnectStartParams(names, (values + [nil]).map { UnsafePointer($0) }, 1)
    }

    private static func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutablePointer<CChar>? {
        guard let copy = calloc(bytes.count + 1, 1) else { return nil }
        if let start = bytes.baseAddress { memcpy(copy, start, bytes.count) }
        return copy.assumingMemoryBound(to: CChar.self)
    }

    /// Returns the options that this libpq supports, and those that it would read from the environment.
    private static func known() -> (all: Set<String>, fromEnvironment: [String]) {
        guard let options = PQconninfoParse("", nil) else { return ([], []) }
        defer { PQconninfoFree(options) }
        var (all, fromEnvironment): (Set<String>, [String]) = ([], [])
        for option in sequence(first: options, next: { $0 + 1 }).lazy.map(\.pointee) {
            guard let keyword = option.keyword else { break }
            let name = String(cString: keyword)
            all.insert(name)
            if option.envvar != nil, !name.hasPrefix("service") { fromEnvironment.append(name) }
        }
        return (all, fromEnvironment)
    }

    private func stated() -> [(String, String)] {
        let protection = protection()
        return [
            ("dbname", server.database), ("user", server.user), ("host", server.host), ("port", "\(server.port)"),
            ("passfile", Self.noFile), ("client_encoding", "UTF8"), ("options", settings),
            ("application_name", "auth0-streams"), ("connect_timeout", "0"), ("target_session_attrs", "any"),
            ("load_balance_hosts", "disable"), ("channel_binding", needsProof && isEncrypted ? "require" : "prefer"),
            ("gssencmode", "disable"),
            ("krbsrvname", "postgres"), ("sslmode", protection.mode), ("sslrootcert", protection.authorities),
            ("sslcert", Self.noFile), ("sslkey", Self.noFile), ("sslcrl", Self.noFile), ("sslcertmode", "allow"),
            ("sslcompression", "0"), ("sslsni", "1"), ("ssl_min_protocol_version", "TLSv1.2"),
            ("sslnegotiation", "postgres"), ("min_protocol_version", "3.0"), ("max_protocol_version", "3.0"),
            ("keepalives", "1"), ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "20000"),
            // A list of all methods if any method is allowed: for libpq the empty list allows none.
            ("require_auth", needsProof ? "scram-sha-256" : "password,md5,gss,sspi,scram-sha-256,none"),
        ]
    }

    private func protection() -> (mode: String, authorities: String) {
        switch server.security.mode {
        case _ where PostgresServer.isSocket(server.host): ("disable", Self.noFile)
        case .automatic where server.isOnThisMachine, .plaintext: ("disable", Self.noFile)
        case .automatic: ("verify-full", Self.authoritiesOfSystem)
        case .verified(let authorities): ("verify-full", authorities ?? Self.authoritiesOfSystem)
        case .unverified: ("require", Self.noFile)
        }
    }

    private static var authoritiesOfSystem: String {
        systemAuthorities.first { access($0, R_OK) == 0 } ?? systemAuthorities[0]
    }
}
