import FoundationEssentials
import HTTPMessages
import OpenID
import RequestPipeline
import Synchronization

/// One call that waits for tokens, stored or new.
final class RenewalCall: Sendable {
    /// The tokens that are needed.
    enum Need: Sendable {
        case credentials(scope: String?, minTTL: Int)
        /// Credentials newer than those that were stored when the call was made.
        case renewal
        case api(audience: String, scope: String?, minTTL: Int)
        case session
    }

    /// The tokens that a call receives.
    enum Outcome: Sendable {
        case credentials(Credentials)
        case api(APICredentials)
        case session(SSOCredentials)
    }

    /// The token request that a need leads to; calls with equal ones share its failure.
    enum Exchange: Hashable {
        case renewal(scope: String?, headers: [String: String])
        case api(key: String, headers: [String: String])
        case session(headers: [String: String])
    }

    private struct Progress {
        /// The generation of the record at the time of the call; `nil` until it is known.
        var seen: UInt64?
        var attempts = 0
        /// The end of the wait for another process, on the monotonic clock; `nil` while there is none.
        var deadline: Duration?
        /// The pause before the next look at the other process.
        var pause = Duration.zero
    }

    let need: Need
    let parameters: [String: any Sendable]
    let headers: [String: String]

    private let completion: CompletionOnce<Result<Outcome, CredentialsManagerError>>
    private let progress: Mutex<Progress>

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - need: The tokens that are needed.
    ///   - parameters: Additional parameters of the token request.
    ///   - headers: Additional header fields of the token request.
    ///   - seen: The stored generation, if it is known without reading the store.
    ///   - completion: Called exactly once, on a background thread.
    init(
        _ need: Need, parameters: [String: any Sendable], headers: [String: String], seen: UInt64?,
        completion: @escaping @Sendable (Result<Outcome, CredentialsManagerError>) -> Void
    ) {
        self.need = need
        self.parameters = parameters
        self.headers = headers
        self.completion = CompletionOnce(completion)
        progress = Mutex(Progress(seen: seen))
    }

    /// Whether the call is over: completed or cancelled.
    var isOver: Bool { completion.isTaken }

    /// Completes the call, unless it is over.
    func complete(_ result: Result<Outcome, CredentialsManagerError>) { completion(result) }

    /// The token request of the call; `nil` for one with parameters of its own, which shares nothing.
    var exchange: Exchange? {
        guard parameters.isEmpty else { return nil }
        return switch need {
        case .credentials(let scope, _): .renewal(scope: scope, headers: headers)
        case .renewal: .renewal(scope: nil, headers: headers)
        case .api(let audience, let scope, _):
            .api(key: GrantRecord.apiKey(audience: audience, scope: scope), headers: headers)
        case .session: .session(headers: headers)
        }
    }

    /// Whether the result of another call's token request is the result of this call, too.
    func sharesRequest(of other: RenewalCall) -> Bool {
        self === other || (exchange != nil && exchange == other.exchange)
    }

    /// The error of a token request, or of the store before it.
    var failure: CredentialsManagerError {
        switch need {
        case .credentials, .renewal: .renewFailed
        case .api: .apiExchangeFailed
        case .session: .ssoExchangeFailed
        }
    }

    /// Returns whether the credentials were renewed or replaced after this call was made.
    ///
    /// - Parameter record: The stored record.
    /// - Returns: Whether it has newer credentials.
    func isOlder(than record: GrantRecord) -> Bool {
        progress.withLock { progress in
            guard let seen = progress.seen else {
                progress.seen = record.generation
                return false
            }
            return seen != record.generation
        }
    }

    /// Counts an attempt.
    ///
    /// - Returns: The number of attempts so far.
    func countAttempt() -> Int {
        progress.withLock { progress in
            progress.attempts += 1
            return progress.attempts
        }
    }

    /// Continues or begins the wait for another process.
    ///
    /// - Parameters:
    ///   - limit: The longest wait.
    ///   - now: The time of a monotonic clock.
    /// - Returns: Whether it goes on; `false` at its end.
    func waits(atMost limit: Duration, at now: Duration) -> Bool {
        progress.withLock { progress in
            let deadline = progress.deadline ?? now + limit
            progress.deadline = deadline
            return now < deadline
        }
    }

    /// Returns the next pause of the wait for another process: about an eighth of the wait so far, and at most 250 ms.
    ///
    /// It is counted and not measured, so that a clock that stands still does not make the pauses short.
    func nextPause() -> Duration {
        progress.withLock { progress in
            progress.pause = min(max(progress.pause * 9 / 8, .milliseconds(1)), .milliseconds(250))
            return progress.pause
        }
    }

    /// Ends the wait for another process.
    func endWait() { progress.withLock { ($0.deadline, $0.pause) = (nil, .zero) } }
}
