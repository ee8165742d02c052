public import Dispatch
public import RequestPipeline
public import Streams
import StreamsExtras

/// The login of a device without a browser: waits until its user has approved on another one.
///
/// Nothing goes over the network before `start`. The device asks as often as the provider allows, more slowly when it is
/// told to or when nobody answers, until the user approves or denies or the codes expire. All three styles can be
/// cancelled, which ends the waiting.
///
/// - SeeAlso: [RFC 8628 §3.4](https://www.rfc-editor.org/rfc/rfc8628#section-3.4)
public struct DeviceLogin<Value: Sendable, Failure: RequestFailure>: Sendable {
    /// How far a login is.
    public enum State: Sendable {
        /// The user can begin: show them the code and the address.
        case codeIssued(DeviceAuthorization)
        /// The user has not decided yet; said after each question.
        case pending
        /// The user has approved.
        case authorized(Value)
    }

    /// What the user is shown.
    public let authorization: DeviceAuthorization

    private var request: Request<Value, Failure>
    private let meaning: @Sendable (Failure) -> PollAnswer?
    private var queue: DispatchQueue?
    private var time = TimeSource.system
    private var alarm = Alarm.system

    /// Describes a login; for the facades of this package.
    ///
    /// - Parameters:
    ///   - authorization: What the user is shown.
    ///   - request: Asks once how far the login is.
    ///   - meaning: What a refusal means; `nil` when it is final.
    package init(
        _ authorization: DeviceAuthorization, asking request: Request<Value, Failure>,
        meaning: @escaping @Sendable (Failure) -> PollAnswer?
    ) {
        self.authorization = authorization
        self.request = request
        self.meaning = meaning
    }

    /// Changes the request with which the device asks, such as by parameters or header fields.
    ///
    /// - Parameter change: Returns the request to send instead.
    /// - Returns: A changed copy.
    public func asking(_ change: (Request<Value, Failure>) -> Request<Value, Failure>) -> Self {
        var copy = self
        copy.request = change(request)
        return copy
    }

    /// Delivers to a queue of yours what callbacks and subscribers receive.
    ///
    /// - Parameter queue: Where to deliver.
    /// - Returns: A changed copy.
    public func deliver(on queue: DispatchQueue) -> Self {
        var copy = self
        copy.queue = queue
        return copy
    }

    /// Waits by other clocks; for tests.
    package func timed(by time: TimeSource, _ alarm: Alarm) -> Self {
        var copy = self
        (copy.time, copy.alarm) = (time, alarm)
        return copy
    }

    private func begin(
        reporting report: @escaping @Sendable () -> Void, _ completion: @escaping Operation<Value, Failure>.Completion
    ) -> any Cancellable {
        let question = Poll<Value, Failure>.Question(
            ask: { [request] in request.begin($0) }, meaning: meaning, report: report, time: time, alarm: alarm)
        return Poll.begin(question, authorization, completion)
    }

    private var operation: Operation<Value, Failure> {
        Operation(on: queue, toleratesBlocking: false) { begin(reporting: {}, $0) }
    }
}

extension DeviceLogin {
    /// Waits for the user and calls back.
    ///
    /// - Parameter callback: Called exactly once, with no lock held, on a background thread of the SDK or on the queue
    ///   given to ``deliver(on:)``; also after a cancellation, with a failure whose cause is
    ///   `TransportError.Code.cancelled`.
    /// - Returns: Ends the waiting when it is cancelled. Letting go of it changes nothing.
    @discardableResult
    public func start(_ callback: @escaping @Sendable (Result<Value, Failure>) -> Void) -> any Cancellable {
        operation.start(callback)
    }

    /// Waits for the user, on the caller's executor.
    ///
    /// Cancelling the task ends the waiting.
    ///
    /// - Returns: What the user's approval brings.
    /// - Throws: The client's own error type: the code `access_denied` when the user denied, `expired_token` when they
    ///   took too long.
    public func start() async throws(Failure) -> Value { try await operation.value() }

    /// Publishes how far the login is.
    ///
    /// - Returns: A publisher that waits anew for each subscriber: it publishes ``State/codeIssued(_:)`` at once,
    ///   ``State/pending`` after each question, ``State/authorized(_:)`` and finishes, or fails. Cancelling a
    ///   subscription ends the waiting.
    public func start() -> AnyPublisher<State, Failure> {
        // One after the other, and never on the thread of the transport.
        let line = DispatchQueue(label: "auth0.device-login", target: queue)
        return Publishers.Create { sender in
            line.async { sender.send(.codeIssued(authorization)) }
            return begin(reporting: { line.async { sender.send(.pending) } }) { result in
                line.async {
                    switch result {
                    case .success(let value):
                        sender.send(.authorized(value))
                        sender.send(completion: .finished)
                    case .failure(let error): sender.send(completion: .failure(error))
                    }
                }
            }
        }
        .eraseToAnyPublisher()
    }
}

extension DeviceLogin: CustomStringConvertible, CustomReflectable {
    /// What the user is shown, without the codes.
    public var description: String { "DeviceLogin(\(authorization))" }

    /// No member: the request carries a secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
