extension CredentialsManager {
    /// A change of stored credentials, published by ``CredentialsManager/changes``.
    public struct Change: Sendable, Hashable, CustomStringConvertible {
        private let name: String

        /// The program stored credentials: a login.
        public static let stored = Change(name: "stored")
        /// The manager renewed the credentials.
        public static let renewed = Change(name: "renewed")
        /// The program removed the credentials: a sign-out.
        public static let cleared = Change(name: "cleared")
        /// The session reached its end; the manager removed the credentials.
        public static let sessionExpired = Change(name: "sessionExpired")
        /// The tenant refused the refresh token; the manager removed it, and the access token stays usable until it expires.
        public static let refreshTokenRefused = Change(name: "refreshTokenRefused")
        /// Another manager or process stored, renewed or removed the credentials; noticed at the next call of this manager.
        public static let changedElsewhere = Change(name: "changedElsewhere")

        /// The name of the change.
        public var description: String { name }
    }
}
