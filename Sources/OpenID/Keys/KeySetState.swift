import JOSE

/// What a key set knows and waits for: the decisions, without a thread and without a network.
///
/// - SeeAlso: [OpenID Connect Core §10.1.1](https://openid.net/specs/openid-connect-core-1_0.html#RotateSigningKeys)
struct KeySetState {
    /// What a fetch ended with.
    typealias Outcome = Result<KeyRing, KeySetError>

    /// Somebody who waits for a fetch.
    struct Waiter: Sendable {
        let id: Int
        /// Is told the keys there are after the fetch, and what went wrong; tells whether a key was found.
        let resume: @Sendable (KeyRing?, KeySetError?) -> Bool
    }

    /// What to do for somebody whom the keys at hand do not serve.
    enum Need: Equatable {
        /// Wait for the fetch under way.
        case wait
        /// Fetch, and wait for it.
        case fetch
        /// Go without: the keys were asked for a moment ago.
        case tooSoon
        /// Look again: there are other keys by now.
        case lookAgain
    }

    let timing: RemoteKeySet.Timing
    private(set) var ring: KeyRing?
    private(set) var lastFailure: KeySetError?
    /// How often keys were brought.
    private(set) var generation = 0
    private var takenAt: Duration = .zero
    private var beganAt: Duration?
    private var quietUntil: Duration?
    private var waiters: [Waiter] = []
    private var lastID = 0

    init(timing: RemoteKeySet.Timing) { self.timing = timing }

    /// How many are waiting.
    var waiting: Int { waiters.count }

    /// The keys that may be used without asking anybody.
    ///
    /// Keys that are far too old are used only when newer ones cannot be had.
    func usableRing(at now: Duration) -> KeyRing? {
        isBeyond(timing.staleLimit, now) && !isQuiet(now) ? nil : ring
    }

    /// Whether the keys are due for a refresh that nobody waits for; when so, the fetch counts as begun.
    mutating func beginRefresh(at now: Duration) -> Bool {
        guard ring != nil, beganAt == nil, isBeyond(timing.maxAge, now), !isQuiet(now) else { return false }
        beganAt = now
        return true
    }

    /// Somebody needs other keys than those of a generation.
    mutating func need(
        otherThan seen: Int, at now: Duration, _ resume: @escaping @Sendable (KeyRing?, KeySetError?) -> Bool
    ) -> (Need, id: Int) {
        guard generation == seen else { return (.lookAgain, 0) }
        if beganAt == nil, isQuiet(now) { return (.tooSoon, 0) }
        lastID += 1
        waiters.append(Waiter(id: lastID, resume: resume))
        guard beganAt == nil else { return (.wait, lastID) }
        beganAt = now
        return (.fetch, lastID)
    }

    /// A fetch is over: keeps what it brought.
    ///
    /// It counts as under way until ``close(foundAll:)``, so that whoever comes in between does not fetch again.
    mutating func install(_ outcome: Outcome, at now: Duration) -> [Waiter] {
        switch outcome {
        case .success(let ring):
            (self.ring, takenAt, lastFailure) = (ring, now, nil)
            generation += 1
        case .failure(let error): lastFailure = error
        }
        return takeWaiters()
    }

    /// The waiters have looked at what the fetch brought.
    ///
    /// When it failed, or somebody's key was not in it, the issuer is left alone for a while.
    ///
    /// - Returns: Those who came in between.
    mutating func close(foundAll: Bool) -> [Waiter] {
        let late = takeWaiters()
        if let beganAt, !foundAll || lastFailure != nil || !late.isEmpty { quietUntil = beganAt + timing.cooldown }
        beganAt = nil
        return late
    }

    /// Somebody waits no more.
    mutating func leave(_ id: Int) -> Waiter? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        return waiters.remove(at: index)
    }

    private mutating func takeWaiters() -> [Waiter] {
        defer { waiters = [] }
        return waiters
    }

    private func isQuiet(_ now: Duration) -> Bool { quietUntil.map { now < $0 } ?? false }

    private func isBeyond(_ age: Duration, _ now: Duration) -> Bool { ring != nil && now - takenAt >= age }
}
