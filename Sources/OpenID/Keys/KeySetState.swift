import JOSE

/// The state of a key set: its decisions, without threads and without a network (OpenID Connect Core §10.1.1).
struct KeySetState {
    /// The result of a fetch.
    typealias Outcome = Result<KeyRing, KeySetError>
    /// The result for a token.
    typealias Verification = Result<VerifiedJWT, IDTokenError>

    /// A caller that waits for a fetch.
    struct Waiter: Sendable {
        let id: Int
        /// Verifies the token with the keys after the fetch, or returns the fetch's failure.
        let verify: @Sendable (KeyRing?, KeySetError?) -> Verification
        /// Receives the result.
        let complete: @Sendable (Verification) -> Void
    }

    /// The action for a caller whose key is not among the cached keys.
    enum Need: Equatable {
        /// Wait for the running fetch.
        case wait
        /// Start a fetch and wait for it.
        case fetch
        /// Do without a fetch: the last one was too recent.
        case tooSoon
        /// Give up: the limit of waiting callers is reached.
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
    /// The identifier of the waiter whose token caused the running fetch; `nil` if the age of the keys did.
    private var cause: Int?
    /// Whether a token caused the running fetch, or waits for it.
    private var isForToken = false
    private var waiters: [Waiter] = []
    /// The number of waiters whose tokens are being verified with new keys.
    private var ending = 0
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
        (beganAt, cause) = (now, nil)
        return true
    }

    /// Adds a waiter for keys of another generation, and returns the action to take.
    mutating func need(
        otherThan seen: Int, at now: Duration,
        verify: @escaping @Sendable (KeyRing?, KeySetError?) -> Verification,
        complete: @escaping @Sendable (Verification) -> Void
    ) -> (Need, id: Int) {
        guard generation == seen else { return (.lookAgain, 0) }
        if beganAt == nil, isQuiet(now) { return (.tooSoon, 0) }
        guard waiters.count - ending < Self.maximumWaiters else { return (.tooMany, 0) }
        lastID += 1
        waiters.append(Waiter(id: lastID, verify: verify, complete: complete))
        isForToken = true
        guard beganAt == nil else { return (.wait, lastID) }
        (beganAt, cause) = (now, lastID)
        return (.fetch, lastID)
    }

    /// Stores the result of a fetch, and returns the waiters whose tokens are to be verified with it.
    ///
    /// The fetch counts as running until ``settle(_:at:)``, so that callers that arrive in between do not start
    /// another.
    mutating func install(_ outcome: Outcome, at now: Duration) -> [Waiter] {
        switch outcome {
        case .success(let ring):
            (self.ring, takenAt, lastFailure) = (ring, now, nil)
            generation += 1
        case .failure(let error): lastFailure = error
        }
        ending = waiters.count
        return waiters
    }

    /// Ends a fetch; returns the waiters that end now, and whether to fetch once more, for the remaining waiters.
    ///
    /// After a fetch that no token caused, and after the first one if it found its key, another fetch follows if tokens
    /// that arrived meanwhile were not verified: its response may be older than their keys. After any other fetch that
    /// failed, or that a token waited for, the cooldown begins, whether or not the token's caller still waits and
    /// whether or not the key was found. After a first fetch whose keys verified all tokens there is no cooldown: a key
    /// that is replaced soon after the start of a program is found at once.
    mutating func settle(_ verified: Set<Int>, at now: Duration) -> (ended: [Waiter], fetchesAgain: Bool) {
        ending = 0
        let open = waiters.filter { !verified.contains($0.id) }
        let isFirst = generation == 1 && cause.map(verified.contains) ?? false
        let isFree = lastFailure == nil && (isFirst || cause == nil)
        if isFree, let next = open.first {
            let ended = waiters.filter { verified.contains($0.id) }
            (waiters, beganAt, cause) = (open, now, next.id)
            return (ended, true)
        }
        if let beganAt, lastFailure != nil || (isForToken && !isFirst) { quietUntil = beganAt + timing.cooldown }
        defer { (waiters, beganAt, cause, isForToken) = ([], nil, nil, false) }
        return (waiters, false)
    }

    /// Removes a waiter; `nil` if it is no longer waiting.
    mutating func leave(_ id: Int) -> Waiter? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        return waiters.remove(at: index)
    }

    /// Returns whether a fetch may return other keys: it is running, or may be started.
    func mayChange(at now: Duration) -> Bool { beganAt != nil || !isQuiet(now) }

    private func isQuiet(_ now: Duration) -> Bool { quietUntil.map { now < $0 } ?? false }

    private func isBeyond(_ age: Duration, _ now: Duration) -> Bool { ring != nil && now - takenAt >= age }
}
