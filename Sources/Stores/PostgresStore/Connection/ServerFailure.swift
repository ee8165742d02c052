import CAuth0Postgres
import SecretStorage

/// The errors of the server and of the network as errors of a store.
///
/// They name the class of error of SQL and never the server's text, which may quote values.
///
/// - SeeAlso: [PostgreSQL error codes](https://www.postgresql.org/docs/current/errcodes-appendix.html)
enum ServerFailure {
    /// Returns the error of a statement.
    ///
    /// - Parameter sqlState: The five characters of SQLSTATE; `nil` when the connection was lost.
    /// - Returns: The error.
    static func refusing(sqlState: String?) -> SecretStoreError {
        guard let sqlState else {
            return SecretStoreError(.unavailable, detail: "the connection to the server was lost")
        }
        return SecretStoreError(code(sqlState), detail: "the server reports SQLSTATE \(sqlState)")
    }

    private static func code(_ sqlState: String) -> SecretStoreError.Code {
        switch sqlState {
        case "53100": .noSpace
        case "25006": .unavailable  // a standby, which is read-only
        case "55P03": .lockTimeout
        default:
            switch sqlState.prefix(2) {
            case "08", "40", "53", "57", "58": .unavailable
            default: .failed
            }
        }
    }

    /// Returns the error of an attempt to connect.
    ///
    /// - Parameters:
    ///   - connection: The failed connection.
    ///   - isInTLS: Whether it failed between the request for TLS and its end.
    /// - Returns: ``SecretStorage/SecretStoreError/Code/failed`` when another attempt would fail, too: a server that
    ///   refuses the account, or that has no acceptable certificate; otherwise
    ///   ``SecretStorage/SecretStoreError/Code/unavailable``.
    static func connecting(_ connection: OpaquePointer, inTLS isInTLS: Bool) -> SecretStoreError {
        let message = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        if let sqlState = sqlState(endOf: message) { return refusing(sqlState: sqlState) }
        if PQconnectionNeedsPassword(connection) == 1 {
            return SecretStoreError(.failed, detail: "the server asks for a password")
        }
        if isInTLS, message.contains("certificate") {
            return SecretStoreError(.failed, detail: "the certificate of the server is not trusted for this host")
        }
        if isInTLS, message.contains("SSL was required") {
            return SecretStoreError(.failed, detail: "the server offers no TLS")
        }
        return SecretStoreError(.unavailable, detail: "no connection to the server")
    }

    /// The code at the end of a message whose verbosity is `PQERRORS_SQLSTATE`.
    private static func sqlState(endOf message: String) -> String? {
        guard let word = message.split(whereSeparator: \.isWhitespace).last, word.utf8.count == 5,
            word.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { return nil }
        return String(word)
    }
}
