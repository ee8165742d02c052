public import Synchronization

/// A publisher of one result that is produced asynchronously: a value or a failure, also for later subscribers.
///
/// The work starts when the future is created, not at the first subscription; wrap the future in ``Deferred`` to start
/// the work at the subscription.
///
/// ```swift
/// let future = Future<Int, Never> { promise in
///     print("runs once")
///     promise(.success(1))
/// }
/// _ = future.sink { print($0) }
/// _ = future.sink { print($0) }
/// // prints runs once, 1, 1
/// ```
public final class Future<Output: Sendable, Failure: Error>: Publisher, @unchecked Sendable {  // see `lock`
    /// A closure that fulfils the future; only the first call has an effect.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    // A Mutex of a fixed type needs no type metadata lookup when the future is deallocated.
    @usableFromInline let lock: Mutex<FutureSubscribers>
    /// The result, which `lock` guards.
    @exclusivity(unchecked) @usableFromInline var known: Result<Output, Failure>?

    /// Creates a future and starts its work.
    ///
    /// - Parameter attemptToFulfill: The closure that starts the work. It receives a promise to call with the result,
    ///   from any thread.
    @_alwaysEmitIntoClient
    public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
        lock = Mutex(FutureSubscribers())
        known = nil
        attemptToFulfill { self.fulfill($0) }
    }

    /// Attaches `subscriber`, and delivers the result as soon as it exists.
    ///
    /// A value waits until it is demanded; a failure does not wait.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if subscriber._needsNoSubscription, let known = knownResult { return subscriber.take(known) }
        let subjectSubscription = BoundFutureSubscription<S, ReleasableBox<S>>(owner: self, downstream: subscriber)
        subscriber.receive(subscription: subjectSubscription)
        attach(subjectSubscription)
        // A cancellation in the meantime did not find the subscription in the list.
        if subjectSubscription.isCancelled { detach(subjectSubscription) }
    }

    /// The result; `nil` before the promise is fulfilled.
    @_alwaysEmitIntoClient var knownResult: Result<Output, Failure>? { lock.withLock { _ in known } }

    @_alwaysEmitIntoClient func attach(_ subscription: FutureSubscription<Output, Failure>) {
        let result = lock.withLock { subscribers in
            if known == nil { subscribers.add(subscription) }
            return known
        }
        if let result { subscription.give(result) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func detach(_ subscription: FutureProgress) { FutureSubscribers.remove(subscription, from: lock) }

    /// Sets the closure to call when the last subscriber cancels before there is a result.
    func whenAbandoned(_ work: @escaping @Sendable () -> Void) {
        lock.withLock { subscribers in if known == nil { subscribers.abandoned = work } }
    }

    /// Stores the first result, and delivers it.
    @_alwaysEmitIntoClient func fulfill(_ result: Result<Output, Failure>) {
        // Removed subscribers are released outside the lock.
        let subscribers = lock.withLock { subscribers -> FutureSubscribers? in
            guard known == nil else { return nil }
            known = result
            return subscribers.takeAll()
        }
        subscribers?.forEach { unsafeDowncast($0, to: FutureSubscription<Output, Failure>.self).give(result) }
    }
}

/// The subscribers of a future before there is a result; non-generic code.
@usableFromInline
struct FutureSubscribers: Sendable {
    // Most futures have one subscriber, for which no array is allocated.
    private var first: FutureProgress?
    private var others: [FutureProgress] = []
    /// The closure that stops the work when the last subscriber has cancelled.
    var abandoned: (@Sendable () -> Void)?

    @usableFromInline init() {}

    @usableFromInline mutating func add(_ subscription: FutureProgress) {
        if first == nil { first = subscription } else { others.append(subscription) }
    }

    /// Removes a subscriber that has cancelled, and stops the work after the last one; not a part of each chain's code.
    @usableFromInline
    static func remove(_ subscription: FutureProgress, from lock: borrowing Mutex<FutureSubscribers>) {
        lock.withLock { $0.remove(subscription) }?()
    }

    private mutating func remove(_ subscription: FutureProgress) -> (@Sendable () -> Void)? {
        if first === subscription { first = nil } else { others.removeAll { $0 === subscription } }
        return first == nil && others.isEmpty ? abandoned.take() : nil
    }

    @usableFromInline mutating func takeAll() -> FutureSubscribers {
        let all = self
        self = FutureSubscribers()
        return all
    }

    @usableFromInline func forEach(_ body: (FutureProgress) -> Void) {
        if let first { body(first) }
        for other in others { body(other) }
    }
}

extension Future {
    /// The value of the future; reading it waits until the value exists.
    ///
    /// ```swift
    /// let future = Future<Int, Never> { $0(.success(42)) }
    /// print(await future.value)
    /// // prints 42
    /// ```
    ///
    /// - Throws: The failure of the future, typed.
    public var value: Output {
        get async throws(Failure) { try await result.get() }
    }

    fileprivate var result: Result<Output, Failure> {
        get async {
            await withUnsafeContinuation { waiter in
                attach(FutureSubscription(give: { waiter.resume(returning: $1) }))
            }
        }
    }
}

extension Future where Failure == Never {
    /// The value of the future; reading it waits until the value exists.
    public var value: Output {
        get async { await result.get() }
    }
}

extension Future {
    /// Creates a future of the result of an asynchronous function.
    ///
    /// This initialiser does not exist in Combine. The function starts immediately and runs once; its task is cancelled
    /// when the last subscriber cancels.
    ///
    /// - Parameter work: The function; the future fails with the error that it throws.
    @preconcurrency
    public convenience init(_ work: @escaping @Sendable () async throws(Failure) -> Output) {
        let task = Mutex<Task<Void, Never>?>(nil)
        self.init { promise in
            let running = Task {
                do throws(Failure) {
                    promise(.success(try await work()))
                } catch {
                    promise(.failure(error))
                }
            }
            task.withLock { $0 = running }
        }
        let running = task.withLock { $0.take() }
        whenAbandoned { running?.cancel() }
    }
}
