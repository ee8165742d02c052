/// The limit of concurrent name resolutions: one for each origin, and eight in total.
///
/// libcurl starts a thread for each one and cannot stop it, so the resolution of a cancelled request counts for another
/// five seconds. Times are nanoseconds of the monotonic clock.
struct Resolutions {
    private static let maximum = 8
    private static let lease: UInt64 = 5 * 1_000_000_000

    private var running = 0
    private var abandoned: [(expiry: UInt64, origin: Origin)] = []
    private var waiting: [Origin] = []

    /// The time at which the first abandoned resolution stops counting.
    var nextExpiry: UInt64? { abandoned.first?.expiry }

    mutating func begin(_ origin: Origin, at now: UInt64) -> Bool {
        guard !origin.isResolving, running < Self.maximum else { return false }
        origin.isResolving = true
        running += 1
        return true
    }

    /// Ends a resolution. Returns the origin and all waiting ones, which call ``begin(_:at:)`` if they still need one.
    mutating func end(_ origin: Origin) -> [Origin] {
        origin.isResolving = false
        running -= 1
        defer { waiting.removeAll(keepingCapacity: true) }
        return [origin] + waiting
    }

    /// Adds an origin to the waiting ones, which the next call of ``end(_:)`` returns.
    mutating func wait(_ origin: Origin) {
        guard !origin.isResolving, !waiting.contains(where: { $0 === origin }) else { return }
        waiting.append(origin)
    }

    mutating func abandon(_ origin: Origin, at now: UInt64) {
        abandoned.append((now &+ Self.lease, origin))
    }

    /// Ends the resolutions that were abandoned five seconds ago; calls a closure with each origin that may continue.
    mutating func expire(at now: UInt64, _ free: (Origin) -> Void) {
        while let first = abandoned.first, first.expiry <= now {
            abandoned.removeFirst()
            end(first.origin).forEach(free)
        }
    }
}
