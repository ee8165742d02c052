import ByteEncodings
import PostgresStore
import SecretStorage

/// The URL of a PostgreSQL server, as libpq writes it, without a password and with few parameters.
///
/// - SeeAlso: [Connection URIs](https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS)
struct ServerURL: Sendable {
    private let user: String
    private let host: String
    private let port: UInt16
    private let database: String
    private let security: PostgresServer.Security

    /// Parses `postgresql://USER@HOST[:PORT]/DATABASE`, with the parameters `host` (the folder of a socket), `sslmode`
    /// (`verify-full`, `require`, `disable`) and `sslrootcert`. Errors do not repeat the text.
    init(_ text: String) throws(DoctorArguments.UsageError) {
        let schemes = ["postgresql://", "postgres://"]
        guard let scheme = schemes.first(where: { text.hasPrefix($0) }) else { throw Self.malformed }
        let parts = text.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let authority = path[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard path.count == 2, authority.count == 2, !path[1].contains("/") else { throw Self.malformed }
        guard !authority[0].contains(":") else {
            throw DoctorArguments.UsageError(
                description: "a password is no part of a URL, which other users see: use --password or --password-fd")
        }
        (user, database) = (try Self.decoded(authority[0]), try Self.decoded(path[1]))
        let (host, port) = try Self.hostAndPort(authority[1])
        let parameters = try Self.parameters(parts.count == 2 ? parts[1] : "")
        self.host = host.isEmpty ? parameters["host"] ?? "" : host
        self.port = port
        security = try Self.security(parameters)
        guard !user.isEmpty, !database.isEmpty, !self.host.isEmpty, host.isEmpty || parameters["host"] == nil else {
            throw Self.malformed
        }
    }

    func server(password: SecretBytes?) -> PostgresServer {
        PostgresServer(host: host, port: port, database: database, user: user, password: password, security: security)
    }

    private static let malformed = DoctorArguments.UsageError(
        description: "a database is postgresql://USER@HOST:PORT/DATABASE, or …USER@/DATABASE?host=FOLDER")

    private static func decoded(_ text: Substring) throws(DoctorArguments.UsageError) -> String {
        do throws(MalformedEncoding) {
            return try PercentEncoding.decode(String(text))
        } catch { throw malformed }
    }

    private static func hostAndPort(_ text: Substring) throws(DoctorArguments.UsageError) -> (String, UInt16) {
        let end = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        guard end != nil || !text.hasPrefix("[") else { throw malformed }
        let host = text[..<(end ?? text.endIndex)]
        let rest = text[host.endIndex...]
        let name = host.hasPrefix("[") ? host.dropFirst().dropLast() : host
        guard !rest.isEmpty else { return (try decoded(name), 5432) }
        guard rest.first == ":", let port = UInt16(digits: rest.dropFirst()), port > 0 else { throw malformed }
        return (try decoded(name), port)
    }

    private static func parameters(_ query: Substring) throws(DoctorArguments.UsageError) -> [String: String] {
        var found: [String: String] = [:]
        for field in query.split(separator: "&") {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, ["host", "sslmode", "sslrootcert"].contains(pair[0]), found[String(pair[0])] == nil
            else {
                throw DoctorArguments.UsageError(
                    description: "the parameters of a database are host, sslmode and sslrootcert, each once")
            }
            found[String(pair[0])] = try decoded(pair[1])
        }
        return found
    }

    private static func security(
        _ parameters: [String: String]
    ) throws(DoctorArguments.UsageError) -> PostgresServer.Security {
        let authorities = parameters["sslrootcert"]
        switch parameters["sslmode"] {
        case nil where authorities == nil: return .automatic
        case nil, "verify-full": return .verified(certificateAuthorities: authorities)
        case "require" where authorities == nil: return .insecureUnverifiedTLS
        case "disable" where authorities == nil: return .insecurePlaintext
        default:
            throw DoctorArguments.UsageError(description: "sslmode is verify-full, require or disable")
        }
    }
}
