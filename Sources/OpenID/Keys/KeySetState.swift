import JOSE

/// The state of a key set: its decisions, without threads and without a network.
///
/// - SeeAlso: [OpenID Connect Core §10.1.1](https://openid.net/specs/openid-connect-core-1_0.html#RotateSigningKeys)
struct KeySetState {
    /// The result of a fetch.
    typealias Outcome = Result<KeyRing, KeySetError>

    /// A caller that waits for a fetch.
    struct Waiter: Sendable {
        let id: Int
        /// The closure that receives the keys after the fetch, with the fetch's failure if there is one; returns
        /// whether the key was found.
        let resume: @Sendable (KeyRing?, KeySetError?) -> Bool
    }

    /// The action for a caller whose key is not among the cached keys.
    enum Need: Equatable {
        /// Wait for the running fetch.
        case wait
        /// Start a fetch and wait for it.
        case fetch
        /// Do without: the issuer was asked a moment ago.
        case tooSoon
        /// Do without: as many callers wait as may wait.
        case tooMany
        /// Try again: the keys have changed since.
        case lookAgain
    }

    /// The number of callers that may wait for one fetch. A waiter holds the text of its token, at most 64 KiB.
    static let maximumWaiters = 10_000

    let timing: RemoteKeySet.Timing
    private(set) var ring: KeyRing?
    private(set) var lastFailure: KeySetError?
    /// The number of successful fetches.
    private(set) var generation = 0
    private var takenAt: Duration = .zero
    private var beganAt: Duration?
    private var quietUntil: Duration?
    /// Whether the running fetch was caused, or is awaited, by a token.
    private var isForToken = false
    private var waiters: [Waiter] = []
    private var lastID = 0

    init(timing: RemoteKeySet.Timing) { self.timing = timing }

    /// The number of waiting callers.
    var waiting: Int { waiters.count }

    /// Returns the keys that may be used without a fetch.
    ///
    /// Keys beyond the stale limit are used only while newer ones are unavailable.
    func usableRing(at now: Duration) -> KeyRing? {
        isBeyond(timing.staleLimit, now) && !isQuiet(now) ? nil : ring
    }

    /// Returns whether the keys are due for a refresh in the background; if so, the fetch counts as started.
    mutating func beginRefresh(at now: Duration) -> Bool {
        guard ring != nil, beganAt == nil, isBeyond(timing.maxAge, now), !isQuiet(now) else { return false }
        beganAt = now
        return true
    }

    /// Adds a waiter for other keys than those of a generation, and returns the action to take.
    mutating func need(
        otherThan seen: Int, at now: Duration, _ resume: @escaping @Sendable (KeyRing?, KeySetError?) -> Bool
    ) -> (Need, id: Int) {
        guard generation == seen else { return (.lookAgain, 0) }
        if beganAt == nil, isQuiet(now) { return (.tooSoon, 0) }
        guard waiters.count < Self.maximumWaiters else { return (.tooMany, 0) }
        lastID += 1
        waiters.append(Waiter(id: lastID, resume: resume))
        isForToken = true
        guard beganAt == nil else { return (.wait, lastID) }
        beganAt = now
        return (.fetch, lastID)
    }

    /// Stores the result of a fetch, and returns the waiters.
    ///
    /// The fetch counts as running until ``close(servedAll:)``, so that callers that arrive in between do not start
    /// another.
    mutating func install(_ outcome: Outcome, at now: Duration) -> [Waiter] {
        switch outcome {
        case .success(let ring):
            (self.ring, takenAt, lastFailure) = (ring, now, nil)
            generation += 1
        case .failure(let error): lastFailure = error
        }
        return takeWaiters()
    }

    /// Ends a fetch after its waiters have been resumed.
    ///
    /// If it failed, or a token caused it, the cooldown begins, whether or not the token's caller still waits and
    /// whether or not the key was found. The only exception is the first fetch if its keys served all callers: a key that
    /// is replaced soon after the start of a program is then found at once.
    ///
    /// - Parameter servedAll: Whether there were waiters, and the keys of all of them were found.
    /// - Returns: The waiters that arrived in between.
    mutating func close(servedAll: Bool) -> [Waiter] {
        let late = takeWaiters()
        let isFirst = generation == 1 && servedAll && late.isEmpty
        if let beganAt, lastFailure != nil || (isForToken && !isFirst) { quietUntil = beganAt + timing.cooldown }
        (beganAt, isForToken) = (nil, false)
        return late
    }

    /// Removes a waiter; `nil` if it is no longer waiting.
    mutating func leave(_ id: Int) -> Waiter? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        return waiters.remove(at: index)
    }

    /// Whether a fetch may bring other keys: one is running, or may be started.
    func mayChange(at now: Duration) -> Bool { beganAt != nil || !isQuiet(now) }

    private mutating func takeWaiters() -> [Waiter] {
        defer { waiters = [] }
        return waiters
    }

    private func isQuiet(_ now: Duration) -> Bool { quietUntil.map { now < $0 } ?? false }

    private func isBeyond(_ age: Duration, _ now: Duration) -> Bool { ring != nil && now - takenAt >= age }
}
