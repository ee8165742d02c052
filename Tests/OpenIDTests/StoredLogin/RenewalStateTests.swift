import Foundation
import HTTPMessages
import OpenID
import OpenSSLCryptography
import SecretStorage
import Testing

/// The table of the states of a renewal: what each event leads to. No store, clock, thread or request takes part.
@Suite struct RenewalStateTests {
    private struct Secret: StoredSecret {
        let secret = SecretBytes([UInt8]())
        var isCurrent: Bool { false }
    }

    private final class Lock: RenewalLock {
        let place: UInt64?
        let isTakenBack: Bool

        init(place: UInt64?, isTakenBack: Bool = false) { (self.place, self.isTakenBack) = (place, isTakenBack) }
    }

    private static let date = Date(timeIntervalSinceReferenceDate: 1_000_000)

    private static func now(_ seconds: Double = 0) -> RenewalState.Moment {
        RenewalState.Moment(date: date + seconds, uptime: .seconds(seconds))
    }

    private static func stored(
        expiring seconds: TimeInterval = -1, refreshToken: String? = "R1",
        _ change: (inout LoginRecord) -> Void = { _ in }
    ) -> RenewalState.Stored {
        let credentials = Credentials(
            accessToken: "A1", tokenType: "Bearer", refreshToken: refreshToken, expiresIn: date + seconds)
        var record = LoginRecord(credentials, of: ClientBinding(issuer: "i", clientID: "c"), at: date - 60)
        change(&record)
        return RenewalState.Stored(record: record, secret: Secret())
    }

    private static let call = RenewalCall(1, .credentials(scope: nil, minTTL: 0))
    private static let busy = SecretStoreError(.lockTimeout)
    private static let held = RenewalState.Facts(isLockHeld: true)

    /// The names of actions, with the codes of errors.
    private static func names(_ actions: [RenewalState.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .read: "read"
            case .lock: "lock"
            case .reread: "reread"
            case .mark: "mark"
            case .send(let request): "send \(request.refreshToken)"
            case .replace(_, let record):
                "replace \(record.refreshToken ?? "none")\(record.mark == nil ? "" : " marked")"
            case .release: "release"
            case .complete(let id, .success): "complete \(id)"
            case .complete(let id, .failure(let error)): "fail \(id) \(error.message.prefix(24))"
            case .publish(let change): "publish \(change)"
            case .revoke(let token): "revoke \(token)"
            case .wait(_, .waitOver): "wait"
            case .wait(_, .saveDue): "wait to save"
            case .wait(_, _): "wait to repeat"
            }
        }
    }

    /// A state after events at time zero.
    private static func state(
        _ rules: RenewalState.Rules = RenewalState.Rules(), after events: RenewalState.Event...
    ) -> RenewalState {
        var state = RenewalState(rules)
        for event in events { _ = state.handle(event, at: now()) }
        return state
    }

    /// The state with a request that was sent, and the marked record.
    private static func sent(
        _ stored: RenewalState.Stored = stored(), _ lock: LoginLock = LoginLock(Lock(place: 1))
    ) -> (RenewalState, RenewalState.Stored) {
        var state = state(after: .called(call), .read(.success(stored)), .locked(.success(lock)))
        let actions = state.handle(.reread(.success(stored), held), at: now())
        guard case .mark(_, let record, _)? = actions.last else { return (state, stored) }
        let marked = RenewalState.Stored(record: record, secret: Secret())
        _ = state.handle(.marked(.success(marked), isLockHeld: true), at: now())
        return (state, marked)
    }

    private static let new = Credentials(
        accessToken: "A2", tokenType: "Bearer", refreshToken: "R2", expiresIn: date + 60)
    private static let refusal = TokenFailure(
        SecretStoreError(.failed), cause: nil, code: "invalid_grant", statusCode: 403, isRetryable: false,
        retryAfter: nil)

    @Test func `the way of one renewal`() {
        var state = RenewalState(RenewalState.Rules())
        let (stored, lock) = (Self.stored(), LoginLock(Lock(place: 1)))
        func names(_ event: RenewalState.Event) -> [String] { Self.names(state.handle(event, at: Self.now())) }

        #expect(names(.called(Self.call)) == ["read"])
        #expect(names(.called(RenewalCall(2, .credentials(scope: nil, minTTL: 0)))) == [])
        #expect(names(.read(.success(stored))) == ["lock"])
        #expect(names(.locked(.success(lock))) == ["reread"])
        #expect(names(.reread(.success(stored), Self.held)) == ["mark"])
        let marked = Self.stored { $0.mark = LoginRecord.Mark(id: 9, place: 1) }
        #expect(names(.marked(.success(marked), isLockHeld: true)) == ["send R1"])
        #expect(names(.answered(.tokens(.login(Self.new)))) == ["replace R2"])
        let written = RenewalState.Stored(
            record: marked.record.renewed(with: Self.new, at: Self.date), secret: Secret())
        #expect(
            names(.replaced(.success(written))) == ["release", "publish renewed", "complete 1", "complete 2"])
        #expect(names(.called(Self.call)) == ["read"])
    }

    @Test(arguments: [
        (stored(expiring: 60), ["complete 1"]),
        (stored(refreshToken: nil), ["fail 1 There is no refresh toke"]),
        (stored { $0.sessionExpiry = date }, ["publish sessionExpired", "fail 1 The session has ended: l"]),
        (stored { $0.refusedAt = date }, ["fail 1 The credentials could no"]),
        (nil, ["fail 1 No credentials of this c"]),
    ])
    func `a record that needs no request ends a call`(stored: RenewalState.Stored?, expected: [String]) {
        var state = Self.state(after: .called(Self.call))

        #expect(Self.names(state.handle(.read(.success(stored)), at: Self.now())) == expected)
        #expect(Self.names(state.handle(.called(Self.call), at: Self.now())) == ["read"])
    }

    @Test func `C35 each step that fails is named in the error of the calls`() {
        let failure = SecretStoreError(.failed)
        var reading = Self.state(after: .called(Self.call))
        var locking = Self.state(after: .called(Self.call), .read(.success(Self.stored())))
        var rereading = Self.state(
            after: .called(Self.call), .read(.success(Self.stored())), .locked(.success(LoginLock(Lock(place: 1)))))

        #expect(
            Self.names(reading.handle(.read(.failure(failure)), at: Self.now())) == ["fail 1 The stored credentials c"])
        #expect(
            Self.names(locking.handle(.locked(.failure(failure)), at: Self.now())) == [
                "fail 1 The lock for a renewal c"
            ])
        #expect(
            Self.names(rereading.handle(.reread(.failure(failure), Self.held), at: Self.now()))
                == ["release", "fail 1 The stored credentials c"])
    }

    @Test func `C3 a lock that another process has is tried again, until the time limit`() {
        var state = Self.state(after: .called(Self.call), .read(.success(Self.stored())))

        #expect(Self.names(state.handle(.locked(.failure(Self.busy)), at: Self.now())) == ["wait"])
        #expect(Self.names(state.handle(.waitOver, at: Self.now(59))) == ["read"])
        _ = state.handle(.read(.success(Self.stored())), at: Self.now(59))
        #expect(Self.names(state.handle(.locked(.failure(Self.busy)), at: Self.now(59))) == ["wait"])
        _ = state.handle(.waitOver, at: Self.now(60))
        _ = state.handle(.read(.success(Self.stored())), at: Self.now(60))
        #expect(
            Self.names(state.handle(.locked(.failure(Self.busy)), at: Self.now(60)))
                == ["fail 1 Another process renews t"])
    }

    private static let marked = stored { $0.mark = LoginRecord.Mark(id: 5, place: 7) }

    /// A check of another process's renewal; `nil` if the lock is refused.
    private static func check(_ state: inout RenewalState, with lock: Lock?, at seconds: Double) -> [String] {
        _ = state.handle(.waitOver, at: now(seconds))
        _ = state.handle(.read(.success(marked)), at: now(seconds))
        guard let lock else { return names(state.handle(.locked(.failure(busy)), at: now(seconds))) }
        _ = state.handle(.locked(.success(LoginLock(lock))), at: now(seconds))
        return names(state.handle(.reread(.success(marked), held), at: now(seconds)))
    }

    /// The place of the lock, whether it is taken back, the seconds between two checks, and those for which a mark of
    /// another process is waited for.
    @Test(arguments: [
        (place: 7 as UInt64?, isTakenBack: false, pause: 0.5, wait: 0.0), (8, false, 0.5, 35), (nil, true, 0.5, 4),
        (nil, false, 0.5, 35), (nil, true, 1.5, 6), (nil, true, 3, 12), (nil, false, 3, 36),
    ])
    func `C21, C25 a mark of another process is waited for unless its lock proves its end`(
        place: UInt64?, isTakenBack: Bool, pause: Double, wait: Double
    ) {
        var state = Self.state(after: .called(Self.call))
        var waited = 0.0
        while waited <= 40 {
            let names = Self.check(&state, with: Lock(place: place, isTakenBack: isTakenBack), at: waited)
            guard names != ["mark"] else { break }
            #expect(names == ["release", "wait"])
            waited += pause
        }

        #expect(waited == wait)
    }

    /// Whether the lock is refused within a pause of 1.5 seconds between two checks, and the end of the whole wait.
    @Test(arguments: [(isRefused: false, end: 4.5), (true, 6.5)])
    func `C21 the wait for a holder that has taken its lock again starts over`(isRefused: Bool, end: Double) {
        var state = Self.state(after: .called(Self.call))
        let lock = Lock(place: nil, isTakenBack: true)
        for time in [0, 0.5, 1] { #expect(Self.check(&state, with: lock, at: time) == ["release", "wait"]) }
        if isRefused { #expect(Self.check(&state, with: nil, at: 2) == ["wait"]) }
        var time = 2.5
        while time <= 40, Self.check(&state, with: lock, at: time) != ["mark"] { time += 0.5 }

        #expect(time == end)
    }

    @Test func `C25 a lock that was lost before or after the mark sends nothing`() {
        let stored = Self.stored()
        var before = Self.state(
            after: .called(Self.call), .read(.success(stored)), .locked(.success(LoginLock(Lock(place: 1)))))
        #expect(
            Self.names(before.handle(.reread(.success(stored), .init(isLockHeld: false)), at: Self.now()))
                == ["release", "wait"])

        var after = Self.state(
            after: .called(Self.call), .read(.success(stored)), .locked(.success(LoginLock(Lock(place: 1)))),
            .reread(.success(stored), Self.held))
        let marked = Self.stored { $0.mark = LoginRecord.Mark() }
        #expect(
            Self.names(after.handle(.marked(.success(marked), isLockHeld: false), at: Self.now())) == ["replace R1"])
        #expect(Self.names(after.handle(.replaced(.success(stored)), at: Self.now())) == ["release", "wait"])
    }

    @Test func `C8 an answer after a sign-out is revoked, and the call is evaluated again`() {
        var (state, _) = Self.sent()

        #expect(Self.names(state.handle(.answered(.tokens(.login(Self.new))), at: Self.now())) == ["replace R2"])
        #expect(Self.names(state.handle(.replaced(.success(nil)), at: Self.now())) == ["read"])
        #expect(
            Self.names(state.handle(.read(.success(nil)), at: Self.now()))
                == ["release", "publish changedElsewhere", "revoke R2", "read"])
        #expect(Self.names(state.handle(.read(.success(nil)), at: Self.now())) == ["fail 1 No credentials of this c"])
    }

    @Test func `C5 tokens that the store refuses are kept with the lock, and stored later`() {
        var (state, _) = Self.sent()
        _ = state.handle(.answered(.tokens(.login(Self.new))), at: Self.now())

        let failed = state.handle(.replaced(.failure(SecretStoreError(.noSpace))), at: Self.now())
        #expect(Self.names(failed) == ["wait to save", "fail 1 The credentials could no"])
        #expect(state.unsavedRecord?.refreshToken == "R2")
        #expect(Self.names(state.handle(.saveDue, at: Self.now(1))) == ["replace R2"])
        let written = RenewalState.Stored(record: state.unsavedRecord ?? Self.stored().record, secret: Secret())
        #expect(Self.names(state.handle(.replaced(.success(written)), at: Self.now(1))) == ["release"])
        #expect(state.unsavedRecord == nil)
    }

    @Test func `C8 a call is decided with a record that was read after it began`() {
        var state = Self.state(after: .called(Self.call))
        _ = state.handle(.called(RenewalCall(2, .credentials(scope: nil, minTTL: 0))), at: Self.now())

        let first = state.handle(.read(.success(Self.stored(expiring: 60))), at: Self.now())
        let second = state.handle(.read(.success(nil)), at: Self.now())

        #expect(Self.names(first) == ["complete 1", "read"])
        #expect(Self.names(second) == ["publish changedElsewhere", "fail 2 No credentials of this c"])
    }

    /// Tokens of the stored login are not revoked.
    @Test(arguments: [(isStored: false, ["release", "revoke R2", "read"]), (true, ["release", "read"])])
    func `C8 a result that the store refuses is not kept after a sign-out or a login`(
        isStored: Bool, expected: [String]
    ) {
        var (state, marked) = Self.sent()
        let write = isStored ? RenewalState.Event.stored(marked.record, nil) : .removed(existed: true)
        _ = state.handle(write, at: Self.now())
        _ = state.handle(.answered(.tokens(.login(Self.new))), at: Self.now())

        let actions = state.handle(.replaced(.failure(SecretStoreError(.unavailable))), at: Self.now())

        #expect(Self.names(actions) == expected)
        #expect(state.unsavedRecord == nil)
        #expect(
            Self.names(state.handle(.read(.failure(SecretStoreError(.unavailable))), at: Self.now()))
                == ["fail 1 The stored credentials c"])
    }

    @Test func `C6 a refused refresh token is removed, and only it`() {
        var (state, marked) = Self.sent()

        #expect(Self.names(state.handle(.answered(.failure(Self.refusal)), at: Self.now())) == ["replace none"])
        var record = marked.record
        record.credentials = record.credentials?.replacing { $0.refreshToken = nil }
        record.mark = nil
        let names = Self.names(
            state.handle(.replaced(.success(.init(record: record, secret: Secret()))), at: Self.now()))
        #expect(names == ["release", "publish refreshTokenRefused", "fail 1 The credentials could no"])
    }

    @Test func `C11 a cancelled call ends at once, and its answer is stored nevertheless`() {
        var (state, _) = Self.sent()

        #expect(Self.names(state.handle(.cancelled(1), at: Self.now())) == ["fail 1 The credentials could no"])
        #expect(Self.names(state.handle(.answered(.tokens(.login(Self.new))), at: Self.now())) == ["replace R2"])
    }

    @Test func `an event that no work in progress expects changes nothing`() {
        let lock = LoginLock(Lock(place: 1))
        let events: [RenewalState.Event] = [
            .read(.success(Self.stored())), .locked(.success(lock)), .reread(.success(nil), Self.held),
            .marked(.success(nil), isLockHeld: true), .answered(.failure(Self.refusal)), .replaced(.success(nil)),
            .waitOver, .retryDue([1]), .saveDue, .cancelled(7),
        ]
        for event in events {
            var state = RenewalState(RenewalState.Rules())

            #expect(Self.names(state.handle(event, at: Self.now())) == [])
            #expect(Self.names(state.handle(.called(Self.call), at: Self.now())) == ["read"])
        }
    }

    @Test(arguments: [true, false])
    func `C8 a request of the old login that fails ends no call of the new one`(isNotValid: Bool) {
        var (state, _) = Self.sent()
        let other = Self.stored(expiring: 60, refreshToken: "B1") { $0.generation = 7 }
        _ = state.handle(.stored(other.record, other), at: Self.now())
        _ = state.handle(.called(RenewalCall(2, .renewal)), at: Self.now())
        let error = SecretStoreError(.failed)
        let failure = TokenFailure(
            error, cause: error, code: nil, statusCode: 0, isRetryable: false, retryAfter: nil)
        let answer =
            isNotValid ? TokenAnswer.notValidated(refreshToken: nil, isForeign: false, error: error) : .failure(failure)
        _ = state.handle(.answered(answer), at: Self.now())
        _ = state.handle(.replaced(.success(nil)), at: Self.now())

        let actions = state.handle(.read(.success(other)), at: Self.now())

        #expect(Self.names(actions) == (isNotValid ? ["release", "revoke R1", "read"] : ["release", "read"]))
        #expect(Self.names(state.handle(.read(.success(other)), at: Self.now())) == ["complete 1", "lock"])
    }

    @Test func `C2 a record with thousands of tokens of resources can be read`() throws {
        var record = Self.stored().record
        for number in 0..<3_000 {
            let key = LoginRecord.resourceKey(audience: "https://api.example.com/\(number)", scope: "read")
            record.resources[key] = LoginRecord.ResourceEntry(
                tokens: ResourceTokens(
                    accessToken: "T\(number)", tokenType: "Bearer", expiresIn: Self.date, scope: "read"),
                storedAt: Self.date)
        }

        let text = try #require(record.text)
        let read = try text.withUnsafeBytes { try LoginRecord(parsing: $0) }

        #expect(read.resources == record.resources)
    }

    @Test func `canonically equivalent audiences are two resources`() {
        let (composed, decomposed) = ("https://api.example.com/\u{E9}", "https://api.example.com/e\u{301}")
        let call = RenewalCall(1, .resource(audience: composed, scope: nil, minTTL: 0))
        var record = Self.stored().record
        let tokens = ResourceTokens(
            accessToken: "T", tokenType: "Bearer", expiresIn: Self.date + 60, scope: "read")
        record.resources[LoginRecord.resourceKey(audience: decomposed, scope: nil)] = LoginRecord.ResourceEntry(
            tokens: tokens, storedAt: Self.date)

        #expect(composed == decomposed)
        #expect(RenewalState.Rules().ready(call.need, record, at: Self.date) == nil)
        #expect(
            LoginRecord.resourceKey(audience: composed, scope: nil)
                != LoginRecord.resourceKey(audience: decomposed, scope: nil))
    }
}
