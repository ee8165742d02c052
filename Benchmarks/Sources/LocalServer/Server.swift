import Foundation

/// The listeners of the server.
public enum Listener: String, Sendable, CaseIterable {
    /// HTTP/1.1 without TLS.
    case h1
    /// HTTP/1.1 over TLS.
    case tls
    /// HTTP/1.1 over TLS; the server closes each connection after one response and resumes no session.
    case closing
    /// HTTP/1.1 without TLS; a response takes some seconds.
    case slow

    var scheme: String { isSecure ? "https" : "http" }
    var variable: String { "BENCH_\(rawValue.uppercased())" }
    var keepsAlive: Bool { self != .closing }
    var listenFlags: String { isSecure ? " ssl" : "" }

    /// Whether the client verifies a certificate.
    public var isSecure: Bool { self == .tls || self == .closing }
}

/// The addresses and files of the running server, for a benchmark.
public enum Server {
    static let authorityVariable = "BENCH_AUTHORITY"
    static let directoryVariable = "BENCH_AUTHORITIES"
    static let bundleVariable = "BENCH_BUNDLE"
    static let postgresVariable = "BENCH_POSTGRES"

    /// Returns the scheme, host and port of a listener.
    ///
    /// - Parameter endpoint: The listener.
    /// - Returns: The start of a URL.
    /// - Throws: ``LoopbackError`` if no server is running.
    public static func address(_ endpoint: Listener) throws -> String { try variable(endpoint.variable) }
    /// Returns the path of a PEM file with only the server's authority.
    ///
    /// - Returns: The path.
    /// - Throws: ``LoopbackError`` if no server is running.
    public static func authority() throws -> String { try variable(authorityVariable) }
    /// Returns the path of a directory that contains the server's authority under a hashed name.
    ///
    /// - Returns: The path.
    /// - Throws: ``LoopbackError`` if no server is running.
    public static func authorityDirectory() throws -> String { try variable(directoryVariable) }
    /// Returns the path of a PEM file with the machine's authorities and the server's.
    ///
    /// - Returns: The path.
    /// - Throws: ``LoopbackError`` if no server is running.
    public static func bundle() throws -> String { try variable(bundleVariable) }

    /// Returns the folder with the socket of the PostgreSQL server, whose superuser is `owner`.
    ///
    /// - Returns: The path.
    /// - Throws: ``LoopbackError`` if no server is running.
    public static func postgres() throws -> String { try variable(postgresVariable) }

    private static func variable(_ name: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[name] else {
            throw LoopbackError(description: "\(name) is not set: run the benchmark through the harness")
        }
        return value
    }

    /// The path of a response of 128 MiB.
    public static let largePath = "/large.json"

    /// The body of the server's response: 1.5 KB with two tokens of realistic length.
    public static let tokenResponse: String = {
        func token(_ length: Int) -> String {
            let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
            var text = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImJlbmNoIn0."
            var state: UInt32 = 1
            while text.count < length {
                state = state &* 1_664_525 &+ 1_013_904_223
                text.append(alphabet[Int(state >> 26)])
            }
            return text
        }
        return #"{"access_token":"\#(token(640))","id_token":"\#(token(640))","refresh_token":"v1.\#(token(80))","#
            + #""scope":"openid profile email offline_access","expires_in":86400,"token_type":"Bearer"}"#
    }()
}
