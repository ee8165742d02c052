public import ByteEncodings
import Dispatch
import RequestPipeline
import Streams
import Synchronization

/// A result that arrives later: a value or an error, exactly once.
///
/// The work is already running when a future is returned. Several callbacks, tasks and subscribers may wait for the
/// same future; later ones receive the result, too.
///
/// ```swift
/// let token = try await reachfive.webviewLogin(request).get()
/// ```
///
/// In a file that also imports `Streams`, `Future` is ambiguous: write `LoginFuture`, or `ReachFive.Future`.
public final class LoginFuture<T: Sendable, E: Error>: Sendable {
    private enum State {
        case pending([@Sendable (Result<T, E>) -> Void])
        case completed(Result<T, E>)
    }

    private let state = Mutex(State.pending([]))
    private let work = CancellationSlot()
    /// Runs the callbacks, one after the other.
    private let queue = DispatchQueue(label: "ReachFive.LoginFuture")

    /// Creates a pending future, which a ``Promise`` completes.
    init() {}

    /// Creates a completed future.
    ///
    /// - Parameter result: The result.
    public init(result: Result<T, E>) { complete(result) }

    /// Creates a future that has succeeded.
    ///
    /// - Parameter value: The value.
    public convenience init(value: T) { self.init(result: .success(value)) }

    /// Creates a future that has failed.
    ///
    /// - Parameter error: The error.
    public convenience init(error: E) { self.init(result: .failure(error)) }

    /// Creates a future from work with a callback.
    ///
    /// - Parameter resolver: A closure that is called immediately; only the first result that it passes on counts.
    @preconcurrency
    public convenience init(
        resolver: (_ result: @escaping @Sendable (Result<T, E>) -> Void) -> Void
    ) {
        self.init()
        resolver { self.complete($0) }
    }

    /// Completes the future, and returns whether this was the first result.
    @discardableResult
    func complete(_ result: Result<T, E>) -> Bool {
        let callbacks: [@Sendable (Result<T, E>) -> Void]? = state.withLock { state in
            guard case .pending(let callbacks) = state else { return nil }
            state = .completed(result)
            return callbacks
        }
        // The task of the work retains this future.
        work.release()
        for callback in callbacks ?? [] { callback(result) }
        return callbacks != nil
    }

    /// Calls back synchronously: on the thread of the result, or immediately.
    func whenCompleted(_ callback: @escaping @Sendable (Result<T, E>) -> Void) {
        let result: Result<T, E>? = state.withLock { state in
            switch state {
            case .completed(let result): return result
            case .pending(let callbacks):
                state = .pending(callbacks + [callback])
                return nil
            }
        }
        if let result { callback(result) }
    }

    /// Sets the closure that cancels the work.
    func fill(_ cancel: @escaping @Sendable () -> Void) { work.fill(ClosureCancellable(cancel)) }

    /// Cancels the work: a login fails with ``ReachFiveError/AuthCanceled``, and its page is closed if it is shown in
    /// the program's own window.
    ///
    /// It has no effect after the result has arrived. All waiters of the same login, including derived futures, receive
    /// the error.
    public func cancel() { work.cancel() }
}

/// The name of the type in ReachFive's documents.
public typealias Future = LoginFuture

extension LoginFuture {
    /// The result; `nil` until it arrives.
    public var result: Result<T, E>? {
        state.withLock { if case .completed(let result) = $0 { result } else { nil } }
    }

    /// The value; `nil` until it arrives, and after an error.
    public var value: T? { try? result?.get() }

    /// The error; `nil` until it arrives, and after a value.
    public var error: E? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    /// Whether the result has arrived.
    public var isCompleted: Bool { result != nil }

    /// Whether a value has arrived.
    public var isSuccess: Bool { value != nil }

    /// Whether an error has arrived.
    public var isFailure: Bool { error != nil }
}

extension LoginFuture {
    /// A function that runs the callbacks of a future, for example on a queue.
    public typealias ExecutionContext = @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Calls back with the result.
    ///
    /// - Parameters:
    ///   - context: Runs the callback; `nil`, the default, for a background thread, on which the callbacks of one
    ///     future run one after the other. On Apple systems the default is the main queue.
    ///   - callback: Called exactly once, even if the result has already arrived.
    /// - Returns: The same future.
    @preconcurrency @discardableResult
    public func onComplete(
        _ context: ExecutionContext? = nil, callback: @escaping @Sendable (Result<T, E>) -> Void
    ) -> Self {
        let context = context ?? { [queue] in queue.async(execute: $0) }
        whenCompleted { result in context { callback(result) } }
        return self
    }

    /// Calls back with the value, and not after an error; see ``onComplete(_:callback:)``,
    /// whose parameters are the same.
    @preconcurrency @discardableResult
    public func onSuccess(_ context: ExecutionContext? = nil, callback: @escaping @Sendable (T) -> Void) -> Self {
        onComplete(context) { if case .success(let value) = $0 { callback(value) } }
    }

    /// Calls back with the error, and not after a value; see ``onComplete(_:callback:)``,
    /// whose parameters are the same.
    @preconcurrency @discardableResult
    public func onFailure(_ context: ExecutionContext? = nil, callback: @escaping @Sendable (E) -> Void) -> Self {
        onComplete(context) { if case .failure(let error) = $0 { callback(error) } }
    }

    /// Calls back with the result, and completes afterwards with the same result; see ``onComplete(_:callback:)``,
    /// whose parameters are the same.
    ///
    /// - Returns: A future that completes when the callback has returned.
    @preconcurrency
    public func andThen(
        context: ExecutionContext? = nil, callback: @escaping @Sendable (Result<T, E>) -> Void
    ) -> LoginFuture {
        derived { derived in
            onComplete(context) { result in
                callback(result)
                derived.complete(result)
            }
        }
    }

    /// Returns a future that forwards its cancellation to this one.
    func derived<U: Sendable, F: Error>(_ connect: (LoginFuture<U, F>) -> Void) -> LoginFuture<U, F> {
        let future = LoginFuture<U, F>()
        future.fill { self.cancel() }
        connect(future)
        return future
    }
}

extension LoginFuture: _Redacted {
    /// Whether the result has arrived; the result may be secret.
    public var customMirror: Mirror { Mirror(self, children: ["isCompleted": isCompleted]) }
}
