/// A store of the identifiers of tokens that are valid once: proofs of possession and logout tokens.
///
/// ``MemoryReplayStore`` serves one process. Several processes that serve the same address need a shared store,
/// otherwise a token can be used once in each process:
///
/// ```swift
/// struct SharedReplays: ReplayStore {
///     func insert(_ entry: ReplayEntry) async throws -> Bool {
///         // Redis: SET id 1 NX EXAT expiry.
///         // PostgreSQL: INSERT … ON CONFLICT (id) DO NOTHING, and a job that deletes expired rows.
///     }
/// }
/// ```
///
/// - SeeAlso: [RFC 9449 §11.1](https://www.rfc-editor.org/rfc/rfc9449#section-11.1)
public protocol ReplayStore: Sendable {
    /// Inserts an entry unless the store contains its identifier; both in one step, so that exactly one of several
    /// concurrent calls with the same identifier inserts it.
    ///
    /// - Parameter entry: The entry; the store must not remove it before its expiry.
    /// - Returns: `true` if the entry was inserted; `false` if the store contains its identifier.
    /// - Throws: An error if the store cannot decide, for example because it is unreachable or full. The token is then
    ///   rejected.
    func insert(_ entry: ReplayEntry) async throws -> Bool
}
