/// A file of a ``FileStore`` as an inspection finds it; never a secret.
package struct StoredFile: Sendable, Equatable {
    /// The state of the file.
    package enum State: String, Sendable {
        /// It opens, and is the latest of its secret.
        case intact
        /// It does not open with the key that it names.
        case damaged
        /// It opens, and is older than the latest write.
        case putBack = "put back"
        /// A later version wrote it.
        case laterVersion = "later version"
        /// It is a link or a special file, or other users have access.
        case notPrivate = "not private"
        /// A damaged file that a write replaced and kept.
        case setAside = "set aside"
        /// The draft of a write, which the next one removes.
        case unfinished
    }

    /// The name of the file.
    package let file: String
    /// The name of the secret; `nil` when the file does not open.
    package let name: SecretName?
    /// The length of the file in bytes.
    package let size: Int
    /// The time of the last write, in seconds since 1970.
    package let modified: Int
    /// The state.
    package let state: State
}
