public import Synchronization

/// The subscriber that receives a publisher's values for the iterator of an asynchronous sequence.
///
/// The delivery of a value is compiled in the program, as in the operators: generic code of the module took 20,000
/// instructions, three quarters of them for type metadata.
@usableFromInline
final class AsyncInbox<Input: Sendable, Failure: Error>: AnySubscriberBox<Input, Failure>,
    @unchecked Sendable  // immutable, as its base
{
    @usableFromInline typealias News = Result<Input?, Failure>
    @usableFromInline typealias Waiter = UnsafeContinuation<News, Never>

    @usableFromInline let capacity: Int
    @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>
    @usableFromInline let slot = UpstreamSlot()
    @usableFromInline let state = Mutex(InboxState<Input, Failure>())

    @_alwaysEmitIntoClient @inline(__always)
    init(capacity: Int, whenFull: Publishers.BufferingStrategy<Failure>) {
        self.capacity = capacity
        self.whenFull = whenFull
        super.init { unsafeDowncast($0, to: AsyncInbox<Input, Failure>.self).take($1) }
    }

    @usableFromInline override func begin(_ subscription: any Subscription) {
        guard let early = slot.accept(subscription) else { return }
        if !settle(), early > .none { subscription.request(early) }
    }

    /// Demands everything from a publisher that drops values without demand, which some report only after
    /// ``begin(_:)``; returns whether it does.
    @usableFromInline @discardableResult func settle() -> Bool {
        if state.withLock({ $0.isHoarding }) { return true }
        guard slot.dropsWithoutDemand else { return false }
        state.withLock { $0.isHoarding = true }
        slot.request(.unlimited)
        return true
    }

    @_alwaysEmitIntoClient func take(_ input: Input) -> Subscribers.Demand {
        switch state.withLock({ $0.take(input, capacity: capacity, whenFull: whenFull) }) {
        case .handedOver(let waiter, let demand):
            waiter.resume(returning: .success(input))
            return demand
        case .refused: overflow()
        // A replaced value is released here, outside the lock.
        case .kept, .replaced: break
        }
        return .none
    }

    @usableFromInline func overflow() {
        guard case .customError(let failure) = whenFull else { return }
        slot.cancel()
        finish(.failure(failure()))
    }

    @usableFromInline override func end(_ failure: (any Error)?) {
        slot.end()
        finish(Completion(failure))
    }

    @usableFromInline override func cancel() {
        slot.cancel()
        let values = state.withLock { $0.values.removeAll() }
        _ = values
        finish(.finished)
    }

    private func finish(_ completion: Subscribers.Completion<Failure>) {
        var waiters = state.withLock { state in
            if state.end == nil { state.end = completion }
            return state.waiters.isEmpty ? Queue() : state.waiters.removeAll()
        }
        while let waiter = waiters.popFirst() {
            waiter.resume(returning: state.withLock { $0.news() } ?? .success(nil))
        }
    }

    /// Returns the next value, or the end of the sequence; if there is nothing, demands a value and checks again,
    /// because it may arrive immediately.
    @_alwaysEmitIntoClient func poll() -> News? {
        let (news, isWanting) = state.withLock { $0.expect() }
        guard isWanting else { return news }
        demandNext()
        return state.withLock { $0.news() }
    }

    /// Resumes `waiter` with the value that ``poll()`` demanded, now or when it arrives.
    ///
    /// Another call of `next()` may have taken that value in the meantime; then another value is demanded.
    @_alwaysEmitIntoClient func wait(_ waiter: Waiter) {
        let (news, isWanting) = state.withLock { state in
            let (news, isWanting) = state.expect()
            if news == nil { state.waiters.append(waiter) }
            return (news, isWanting)
        }
        if let news { waiter.resume(returning: news) }
        if isWanting { demandNext() }
    }

    @_alwaysEmitIntoClient func demandNext() {
        if !settle() { slot.request(.max(1)) }
    }
}

/// The values and the waiting calls of an ``AsyncInbox``.
@usableFromInline
struct InboxState<Input: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias News = Result<Input?, Failure>
    @usableFromInline typealias Waiter = UnsafeContinuation<News, Never>

    @usableFromInline var values = Queue<Input>()
    @usableFromInline var waiters = Queue<Waiter>()
    @usableFromInline var end: Subscribers.Completion<Failure>?
    /// Whether upstream drops values without demand, so that they are buffered here.
    @usableFromInline var isHoarding = false
    /// The number of values that were demanded and have not arrived.
    @usableFromInline var expected = 0

    @_alwaysEmitIntoClient @inline(__always) init() {}

    /// Returns the next value, or the end of the sequence; `nil` if there is nothing yet.
    @_alwaysEmitIntoClient @inline(__always)
    mutating func news() -> News? {
        if let value = values.popFirst() { return .success(value) }
        switch end {
        case .finished: return .success(nil)
        case .failure(let failure):
            end = .finished
            return .failure(failure)
        case nil: return nil
        }
    }

    /// Returns the next value, or the end of the sequence, and whether the caller must demand a value, because there is
    /// nothing and no value is expected.
    @_alwaysEmitIntoClient @inline(__always)
    mutating func expect() -> (news: News?, isWanting: Bool) {
        let news = news()
        guard news == nil, !isHoarding, expected <= 0 else { return (news, false) }
        expected = 1
        return (nil, true)
    }

    /// Passes a value to the first waiter, or keeps it.
    @_alwaysEmitIntoClient @inline(__always)
    mutating func take(_ input: Input, capacity: Int, whenFull: Publishers.BufferingStrategy<Failure>) -> Arrival {
        expected -= 1
        if end != nil { return .kept }
        if let waiter = waiters.popFirst() {
            if waiters.isEmpty || isHoarding { return .handedOver(waiter, .none) }
            expected += 1
            return .handedOver(waiter, .max(1))
        }
        guard isHoarding, values.count >= capacity else {
            values.append(input)
            return .kept
        }
        guard case .dropOldest = whenFull, let oldest = values.popFirst() else { return .refused }
        values.append(input)
        return .replaced(oldest)
    }

    /// The treatment of a value; its effects are carried out outside the lock.
    @usableFromInline
    enum Arrival: Sendable {
        /// The value goes to a waiting call, and the demand to upstream.
        case handedOver(Waiter, Subscribers.Demand)
        /// The value is buffered, or has no effect after the end.
        case kept
        /// The value is buffered in place of the oldest value.
        case replaced(Input)
        /// There is no space for the value.
        case refused
    }
}
