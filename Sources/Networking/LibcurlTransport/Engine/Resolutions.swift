/// Who may resolve a name: one request for each origin, and eight in all.
///
/// libcurl starts a thread for each resolution and cannot stop it. A request that is given up while its name is being
/// resolved leaves that thread behind, so its place stays taken for a while.
struct Resolutions {
    private static let most = 8
    private static let lease: UInt64 = 5 * 1_000_000_000

    private var running = 0
    private var abandoned: [(expiry: UInt64, origin: Origin)] = []
    private var waiting: [Origin] = []

    /// When the first abandoned place is free again.
    var nextExpiry: UInt64? { abandoned.first?.expiry }

    /// Takes a place for an origin, if it may have one.
    mutating func begin(_ origin: Origin, at now: UInt64) -> Bool {
        guard !origin.isResolving, running < Self.most else { return false }
        origin.isResolving = true
        running += 1
        return true
    }

    /// Gives a place back.
    ///
    /// - Returns: The origin, and all that wait for a place: whoever still needs one asks again, and one that needs none
    ///   any more does not keep it from the others.
    mutating func end(_ origin: Origin) -> [Origin] {
        origin.isResolving = false
        running -= 1
        defer { waiting.removeAll(keepingCapacity: true) }
        return [origin] + waiting
    }

    /// Remembers an origin that found no place; it is looked after when one is free.
    mutating func wait(_ origin: Origin) {
        guard !origin.isResolving, !waiting.contains(where: { $0 === origin }) else { return }
        waiting.append(origin)
    }

    /// The request went away and the resolution did not.
    mutating func abandon(_ origin: Origin, at now: UInt64) {
        abandoned.append((now &+ Self.lease, origin))
    }

    /// Frees the places that were abandoned long enough ago.
    mutating func expire(at now: UInt64, _ free: (Origin) -> Void) {
        while let first = abandoned.first, first.expiry <= now {
            abandoned.removeFirst()
            end(first.origin).forEach(free)
        }
    }
}
