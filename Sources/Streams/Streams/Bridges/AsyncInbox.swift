import Synchronization

/// The subscriber that receives a publisher's values for the iterator of an asynchronous sequence.
final class AsyncInbox<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    typealias News = Result<Input?, Failure>
    typealias Waiter = UnsafeContinuation<News, Never>

    private struct State: Sendable {
        var values = Queue<Input>()
        var waiters = Queue<Waiter>()
        var end: Subscribers.Completion<Failure>?
        /// Whether upstream drops values without demand, so that they are buffered here.
        var isHoarding = false
        /// The number of values that were demanded and have not arrived.
        var expected = 0

        /// Returns the next value, or the end of the sequence; `nil` if there is nothing yet.
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

        /// Passes a value to the first waiter, or keeps it.
        mutating func take(
            _ input: Input, capacity: Int, whenFull: Publishers.BufferingStrategy<Failure>
        ) -> Arrival {
            expected -= 1
            if end != nil { return Arrival() }
            if let waiter = waiters.popFirst() {
                if waiters.isEmpty || isHoarding { return Arrival(waiter: waiter) }
                expected += 1
                return Arrival(waiter: waiter, demand: .max(1))
            }
            guard isHoarding, values.count >= capacity else {
                values.append(input)
                return Arrival()
            }
            guard case .dropOldest = whenFull, let oldest = values.popFirst() else {
                return Arrival(isOneTooMany: true)
            }
            values.append(input)
            return Arrival(lost: oldest)
        }
    }

    /// The consequences of a value, all to be carried out outside the lock.
    private struct Arrival {
        var waiter: Waiter?
        var demand = Subscribers.Demand.none
        /// The value that was dropped from the buffer, to be released.
        var lost: Input?
        var isOneTooMany = false
    }

    private let capacity: Int
    private let whenFull: Publishers.BufferingStrategy<Failure>
    private let slot = UpstreamSlot()
    private let state = Mutex(State())

    init(capacity: Int, whenFull: Publishers.BufferingStrategy<Failure>) {
        self.capacity = capacity
        self.whenFull = whenFull
    }

    func receive(subscription: any Subscription) {
        guard let early = slot.accept(subscription) else { return }
        if subscription.dropsWithoutDemand {
            state.withLock { $0.isHoarding = true }
            subscription.request(.unlimited)
        } else if early > .none {
            subscription.request(early)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let arrival = state.withLock { $0.take(input, capacity: capacity, whenFull: whenFull) }
        arrival.waiter?.resume(returning: .success(input))
        if arrival.isOneTooMany, case .customError(let failure) = whenFull {
            slot.cancel()
            finish(.failure(failure()))
        }
        return arrival.demand
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        slot.end()
        finish(completion)
    }

    func cancel() {
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

    /// Returns the next value, or the end of the sequence; demands a value if there is nothing, and looks again, as it
    /// may arrive at once.
    func poll() -> News? {
        let (news, isWanting) = state.withLock { state -> (News?, Bool) in
            let news = state.news()
            guard news == nil, !state.isHoarding, state.expected <= 0 else { return (news, false) }
            state.expected = 1
            return (nil, true)
        }
        guard isWanting else { return news }
        slot.request(.max(1))
        return state.withLock { $0.news() }
    }

    /// Resumes `waiter` with the value that ``poll()`` demanded, now or when it arrives.
    func wait(_ waiter: Waiter) {
        let news = state.withLock { state -> News? in
            let news = state.news()
            if news == nil { state.waiters.append(waiter) }
            return news
        }
        if let news { waiter.resume(returning: news) }
    }
}
