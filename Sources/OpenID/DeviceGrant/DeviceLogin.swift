public import Dispatch
public import RequestPipeline
public import Streams
import StreamsExtras

/// The login of a device without a browser, which polls until the user has approved on another device.
///
/// Nothing is sent before `start`. The device polls as often as the server allows, more slowly when the server responds
/// `slow_down` or does not respond, until the user approves or denies or the codes expire. All three styles can be
/// cancelled, which ends the polling.
///
/// - SeeAlso: [RFC 8628 §3.4](https://www.rfc-editor.org/rfc/rfc8628#section-3.4)
public struct DeviceLogin<Value: Sendable, Failure: RequestFailure>: Sendable {
    /// The progress of a login.
    ///
    /// An enumeration, because a login has no other progress: its failures are errors.
    public enum State: Sendable {
        /// The codes exist: show the user the code and the address.
        case codeIssued(DeviceAuthorization)
        /// The user has not decided yet; published after each poll.
        case pending
        /// The user has approved.
        case authorized(Value)
    }

    /// The codes to show the user.
    public let authorization: DeviceAuthorization

    private(set) var request: Request<Value, Failure>
    /// Returns the meaning of an error response; `nil` when it is final.
    let meaning: @Sendable (Failure) -> PollResponse?
    private(set) var time = TimeSource.system
    private(set) var alarm = Alarm.system
    private var queue: DispatchQueue?

    /// Describes a login, with the meaning of error responses.
    package init(
        _ authorization: DeviceAuthorization, asking request: Request<Value, Failure>,
        meaning: @escaping @Sendable (Failure) -> PollResponse?
    ) {
        self.authorization = authorization
        self.request = request
        self.meaning = meaning
    }

    /// Changes the request of each poll, for instance to add parameters or header fields.
    ///
    /// - Parameter change: Returns the changed request.
    /// - Returns: A changed copy.
    public func modifyingRequests(_ change: (Request<Value, Failure>) -> Request<Value, Failure>) -> Self {
        var copy = self
        copy.request = change(request)
        return copy
    }

    /// Sets the queue on which callbacks and subscribers are called.
    ///
    /// - Parameter queue: The queue; without it, a background thread of the SDK.
    /// - Returns: A changed copy.
    public func deliver(on queue: DispatchQueue) -> Self {
        var copy = self
        copy.queue = queue
        return copy
    }

    /// Measures time with other clocks, for tests.
    package func timed(by time: TimeSource, _ alarm: Alarm) -> Self {
        var copy = self
        (copy.time, copy.alarm) = (time, alarm)
        return copy
    }

    private var operation: Operation<Value, Failure> {
        Operation(on: queue, toleratesBlocking: false) { Poll.begin(self, reporting: {}, $0) }
    }
}

extension DeviceLogin {
    /// Polls until the user has decided, and calls back.
    ///
    /// - Parameter callback: Called exactly once, with no lock held, on a background thread of the SDK or on the queue
    ///   given to ``deliver(on:)``; also after a cancellation, with a failure whose cause is
    ///   `TransportError.Code.cancelled`.
    /// - Returns: A handle that cancels the polling; releasing it has no effect.
    @preconcurrency @discardableResult
    public func start(_ callback: @escaping @Sendable (Result<Value, Failure>) -> Void) -> any Cancellable {
        operation.start(callback)
    }

    /// Polls until the user has decided; returns on the caller's executor.
    ///
    /// Cancelling the task ends the polling.
    ///
    /// - Returns: The value of the token response.
    /// - Throws: `Failure`, the client's own error type: the code `access_denied` when the user denied, `expired_token`
    ///   when they took too long.
    public func start() async throws -> Value { try await operation.value() }

    /// The progress of the login, as an asynchronous sequence.
    ///
    /// ```swift
    /// for try await state in client.login(deviceAuthorization: codes).states() {
    ///     switch state {
    ///     case .codeIssued(let codes): show(codes)
    ///     case .pending: continue
    ///     case .authorized(let credentials): use(credentials)
    ///     }
    /// }
    /// ```
    ///
    /// - Returns: A sequence that polls separately for each iteration, with the elements of ``publisher()``. It throws
    ///   `Failure`; the end of the iteration, and the cancellation of its task, end the polling.
    public func states() -> some AsyncSequence<State, Failure> & Sendable { publisher().values }

    /// Publishes the progress of the login, as ``publisher()`` does.
    public func start() -> AnyPublisher<State, Failure> { publisher() }

    /// Polls until the user has decided, as the `async` function `start()`; returns the failure with its type.
    public func result() async -> Result<Value, Failure> { await operation.result() }

    /// Publishes the progress of the login, by a name that no other style has.
    ///
    /// - Returns: A publisher that polls separately for each subscriber: it publishes ``State/codeIssued(_:)``
    ///   immediately, ``State/pending`` after each poll, ``State/authorized(_:)`` and finishes, or fails. Cancelling a
    ///   subscription ends the polling.
    public func publisher() -> AnyPublisher<State, Failure> {
        // One after the other, and never on the thread of the transport.
        let line = DispatchQueue(label: "auth0.device-login", target: queue)
        // The lifetime of the codes bounds the number of polls, and so the number of states.
        return Publishers.Create(capacity: .max) { sender in
            line.async { sender.send(.codeIssued(authorization)) }
            return Poll.begin(self, reporting: { line.async { sender.send(.pending) } }) { result in
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
    /// The authorization, without its codes.
    public var description: String { "DeviceLogin(\(authorization))" }

    /// No member: the request carries a secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
