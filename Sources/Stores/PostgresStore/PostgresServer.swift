import ByteEncodings
public import SecretStorage

/// The address and the account of a PostgreSQL server.
///
/// The description is complete: the `PG…` variables of the environment, `~/.pgpass`, the service file and
/// `~/.postgresql` are not used. Because libpq cannot ignore the variable `PGSERVICE`, calls throw
/// ``SecretStorage/SecretStoreError/Code/failed`` if it is set.
///
/// A password is sent in clear text only to a server with a verified certificate, if that server requests it. Any other
/// server, including one on this machine, must first prove that it knows the password (SCRAM-SHA-256), and over TLS
/// that it owns the certificate (channel binding); otherwise no part of the password is sent, and calls throw
/// ``SecretStorage/SecretStoreError/Code/failed``.
public struct PostgresServer: Sendable {
    /// The protection of the connection. A socket of this machine has no TLS, whatever the protection.
    public struct Security: Sendable {
        enum Mode {
            case automatic, verified(certificateAuthorities: String?), unverified, plaintext
        }

        let mode: Mode

        /// No TLS to a socket of this machine, to `localhost`, or to an address that begins with `127.` or is `::1`,
        /// otherwise as ``verified(certificateAuthorities:)`` with the authorities of the system; the default.
        public static let automatic = Security(mode: .automatic)

        /// TLS 1.2 or later with a certificate that names the host.
        ///
        /// - Parameter certificateAuthorities: The path of a PEM file with the trusted authorities; `nil` means
        ///   the authorities of the system.
        /// - Returns: The protection, `verify-full` in libpq.
        public static func verified(certificateAuthorities: String?) -> Security {
            Security(mode: .verified(certificateAuthorities: certificateAuthorities))
        }

        /// TLS 1.2 or later, but any certificate is accepted: without a password, an attacker in the network can read
        /// everything. With a password, the server must prove that it owns the certificate, which a pooler cannot.
        public static let insecureUnverifiedTLS = Security(mode: .unverified)

        /// No TLS: an attacker in the network can read the password and change the data.
        public static let insecurePlaintext = Security(mode: .plaintext)
    }

    /// A DNS name, an address, or the absolute path of the folder with the server's socket.
    public let host: String
    /// The port, 5432 by default; also part of a socket's name.
    public let port: UInt16
    /// The name of the database.
    public let database: String
    /// The name of the database user.
    public let user: String
    /// The password in UTF-8; `nil`, the default, where the server asks for none.
    public let password: SecretBytes?
    /// The protection of the connection; ``Security/automatic`` by default.
    public let security: Security

    /// Creates a description of a server, to which nothing is sent before a store uses it: the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(
        host: String, port: UInt16 = 5432, database: String, user: String, password: SecretBytes? = nil,
        security: Security = .automatic
    ) {
        (self.host, self.port, self.database) = (host, port, database)
        (self.user, self.password, self.security) = (user, password, security)
    }

    /// Whether the host is an address or the name of this machine, by its text only.
    var isOnThisMachine: Bool { Self.isLoopback(host) || Self.isNameOfThisMachine(host) }

    /// Whether libpq uses a socket of this machine, over which there is no TLS: its folder, a name without a file, or
    /// the default one.
    static func isSocket(_ host: String) -> Bool { host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") }

    /// The server, the database and the role in words, for errors.
    var place: String {
        "PostgreSQL at \(host.debugDescription) port \(port) (database \(database.debugDescription),"
            + " role \(user.debugDescription))"
    }

    /// Whether a name denotes this machine, regardless of name servers.
    ///
    /// - SeeAlso: [RFC 6761 §6.3](https://www.rfc-editor.org/rfc/rfc6761#section-6.3)
    static func isNameOfThisMachine(_ host: String) -> Bool { host.lowercased() == "localhost" }

    static func isLoopback(_ address: String) -> Bool {
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        return address == "::1"
            || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8(digits: $0) != nil }
    }
}
