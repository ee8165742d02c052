import CAuth0Postgres
import SecretStorage

/// The errors of the server and of the network as errors of a store.
///
/// They name the place, the operation and the class of the SQL error in words, and never contain the server's text,
/// which may quote values.
///
/// - SeeAlso: [PostgreSQL error codes](https://www.postgresql.org/docs/current/errcodes-appendix.html)
enum ServerFailure {
    /// Returns the error of a statement; without an SQLSTATE, the connection was lost.
    static func of(_ operation: String, at place: String, sqlState: String?) -> SecretStoreError {
        guard let sqlState else {
            return SecretStoreError(.unavailable, detail: "\(operation) failed: the connection to \(place) was lost")
        }
        return SecretStoreError(
            code(sqlState), detail: "\(operation) failed at \(place): \(words(sqlState)) (SQLSTATE \(sqlState))",
            cause: sqlState == "53300" ? ServerCrowd() : nil)
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

    /// The SQLSTATE of a statement that was not prepared in its session.
    static let anotherSession = "26000"
    private static let pooler =
        "the session is another one: connect to the server, not to a pooler that shares sessions"
    /// A program keeps the key of the names: beside tables that were made anew, it would not find what others store.
    private static let droppedTables =
        "the tables of auth0_streams are gone: restore them, or restart all programs, which make new ones"

    /// The reasons and remedies, by SQLSTATE, or by its first two characters for a whole class.
    private static let reasons = [
        "08": "the connection broke",
        "08P01": "a pooler has no server, or refuses the settings: connect to the server, not to a pooler",
        "22": "a value was refused", "23": "a constraint was violated",
        "25006": "it is read-only: connect to the primary server, or turn default_transaction_read_only off",
        anotherSession: pooler, "42P05": pooler,
        "28": "the server admits no such connection of the role: correct pg_hba.conf, the role or the password",
        "28P01": "the password is not that of the role",
        "3D000": "there is no such database: create it, or correct its name",
        "3F": droppedTables, "42P01": droppedTables,
        "40": "another transaction came first",
        "42": "the schema auth0_streams is not the one of this version",
        "42501": "the role lacks a privilege: grant it what the documentation of PostgresStore lists",
        "53": "the server lacks memory, disk space or connections",
        "53100": "the disk of the server is full",
        "53200": "the server has no memory or no lock left: raise max_locks_per_transaction, or run fewer programs",
        "53300": "no connection is left: raise the limit of the server, or lower maximumConnections of the stores",
        "54": "a limit of the server is reached, such as the queue of announcements: end sessions in long transactions",
        "55P03": "another client had a lock for longer than the time limit",
        "57": "an administrator or the server intervened",
        "57014": "the statement took longer than the time limit",
        "57P01": "the server shuts down, or an administrator has ended the connection",
        "57P02": "the server restarts after a crash",
        "57P03": "the server is starting or shutting down",
        "58": "a system call of the server failed", "XX": "the server has an internal error or damaged data",
    ]

    private static func words(_ sqlState: String) -> String {
        reasons[sqlState] ?? reasons[String(sqlState.prefix(2))] ?? "the server refused the statement"
    }

    /// Returns the error of an attempt to connect: ``SecretStorage/SecretStoreError/Code/failed`` if another attempt
    /// would also fail, because the server refuses the account or has no acceptable certificate; otherwise
    /// ``SecretStorage/SecretStoreError/Code/unavailable``.
    static func connecting(_ connection: OpaquePointer, in state: ConnStatusType, to place: String) -> SecretStoreError
    {
        let message = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        if let sqlState = sqlState(endOf: message) { return of("connecting", at: place, sqlState: sqlState) }
        if PQconnectionNeedsPassword(connection) == 1 {
            return SecretStoreError(.failed, detail: "\(place) asks for a password: state one in PostgresServer")
        }
        if state == CONNECTION_SSL_STARTUP, message.contains("certificate") {
            return SecretStoreError(
                .failed,
                detail: "the certificate of \(place) is not trusted for this host: name its authority in the security")
        }
        if state == CONNECTION_SSL_STARTUP, message.contains("SSL was required") {
            return SecretStoreError(.failed, detail: "\(place) offers no TLS: turn it on there")
        }
        let complaints = ["authentication method requirement", "channel binding", "invalid authentication request"]
        if complaints.contains(where: message.contains) {
            return unproven(at: place)
        }
        if [CONNECTION_NEEDED, CONNECTION_STARTED, CONNECTION_BAD].contains(state) {
            return SecretStoreError(
                .unavailable,
                detail: "no server accepts connections at \(place): start it, or correct the host and the port",
                cause: ServerAbsence())
        }
        return SecretStoreError(.unavailable, detail: "the connection to \(place) broke while it was made")
    }

    /// Returns the error of a server that did not prove that it knows the password, and received no part of it.
    static func unproven(at place: String) -> SecretStoreError {
        SecretStoreError(
            .failed,
            detail: "\(place) did not ask for the password with SCRAM, so it was not sent: set scram-sha-256 in"
                + " pg_hba.conf, and the password of the role anew, or leave it out where the server needs none")
    }

    /// The code at the end of a message whose verbosity is `PQERRORS_SQLSTATE`.
    private static func sqlState(endOf message: String) -> String? {
        guard let word = message.split(whereSeparator: \.isWhitespace).last, word.utf8.count == 5,
            word.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { return nil }
        return String(word)
    }
}
