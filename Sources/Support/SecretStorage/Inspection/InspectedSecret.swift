/// A secret of a store as an inspection finds it, or another file of a ``FileStore``; never its contents.
package struct InspectedSecret: Sendable, Equatable {
    /// The state of the secret.
    package enum State: String, Sendable {
        /// It opens, and is the latest of its name.
        case intact
        /// It does not open with the key that it names, or another program changed it.
        case damaged
        /// It opens, and is older than the latest write.
        case putBack = "put back"
        /// A later version wrote it.
        case laterVersion = "later version"
        /// It names a key that was not given.
        case keyMissing = "key missing"
        /// It is a link or a special file, or other users have access.
        case notPrivate = "not private"
        /// Its retention has ended; it can be read until it is removed.
        case expired
        /// A damaged file that a write replaced and kept.
        case setAside = "set aside"
        /// The draft of a write, which the next one removes.
        case unfinished
    }

    /// The name of the file, of the keyring's item, or of the row.
    package let place: String
    /// The name of the secret; `nil` when it does not open.
    package let name: SecretName?
    /// The length in bytes: of a file or row with its seal, or of a keyring's secret.
    package let size: Int
    /// The time of the last write, in seconds since 1970.
    package let modified: Int
    package let state: State

    package init(place: String, name: SecretName?, size: Int, modified: Int, state: State) {
        (self.place, self.name, self.size, self.modified, self.state) = (place, name, size, modified, state)
    }

    /// Whether the state requires an action.
    package var isWrong: Bool { ![.intact, .expired, .setAside, .unfinished].contains(state) }
}
