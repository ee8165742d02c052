import Foundation

/// The ways to reach the server.
public enum Listener: String, Sendable, CaseIterable {
    /// HTTP/1.1 without TLS.
    case h1
    /// HTTP/1.1 over TLS.
    case tls
    /// HTTP/2 over TLS.
    case h2
    /// HTTP/1.1 over TLS, every connection closed after one answer, no session resumed.
    case closing

    var scheme: String { self == .h1 ? "http" : "https" }
    var variable: String { "BENCH_\(rawValue.uppercased())" }
    var keepsAlive: Bool { self != .closing }

    var listenFlags: String {
        switch self {
        case .h1: ""
        case .tls, .closing: " ssl"
        case .h2: " ssl http2"
        }
    }

    /// Whether requests share connections.
    public var isMultiplexed: Bool { self == .h2 }
    /// Whether there is a certificate to verify.
    public var isSecure: Bool { self != .h1 }
}

/// The running server, as a benchmark sees it.
public enum Server {
    static let authorityVariable = "BENCH_AUTHORITY"
    static let directoryVariable = "BENCH_AUTHORITIES"
    static let bundleVariable = "BENCH_BUNDLE"

    /// Scheme, host and port.
    public static func address(_ endpoint: Listener) throws -> String { try variable(endpoint.variable) }
    /// A PEM file with the server's authority and no other.
    public static func authority() throws -> String { try variable(authorityVariable) }
    /// A directory with hashed names that holds the server's authority.
    public static func authorityDirectory() throws -> String { try variable(directoryVariable) }
    /// A PEM file with the machine's authorities and the server's.
    public static func bundle() throws -> String { try variable(bundleVariable) }

    private static func variable(_ name: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[name] else {
            throw LoopbackError(description: "\(name) is not set: run the benchmark through the harness")
        }
        return value
    }

    /// What the server answers: 1.5 KB, two tokens of realistic length.
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
