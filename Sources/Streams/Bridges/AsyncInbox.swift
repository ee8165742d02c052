import Synchronization

/// Takes values from a publisher for whoever awaits them.
final class AsyncInbox<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    typealias News = Result<Input?, Failure>
    typealias Waiter = UnsafeContinuation<News, Never>

    private struct State: Sendable {
        var values = Line<Input>()
        var waiters = Line<Waiter>()
        var end: Subscribers.Completion<Failure>?
        var isHoarding = false
        /// How many values are demanded and have not come.
        var expected = 0

        /// What is there to be told now.
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
    }

    private let link = Link()
    private let state = Mutex(State())

    func receive(subscription: any Subscription) {
        guard let early = link.accept(subscription) else { return }
        if subscription.dropsWithoutDemand {
            state.withLock { $0.isHoarding = true }
            subscription.request(.unlimited)
        } else if early > .none {
            subscription.request(early)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let (waiter, more) = state.withLock { state -> (Waiter?, Subscribers.Demand) in
            state.expected -= 1
            if state.end != nil { return (nil, .none) }
            guard let waiter = state.waiters.popFirst() else {
                state.values.append(input)
                return (nil, .none)
            }
            guard !state.waiters.isEmpty, !state.isHoarding else { return (waiter, .none) }
            state.expected += 1
            return (waiter, .max(1))
        }
        waiter?.resume(returning: .success(input))
        return more
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        link.end()
        finish(completion)
    }

    func cancel() {
        link.cancel()
        let values = state.withLock { $0.values.removeAll() }
        _ = values
        finish(.finished)
    }

    private func finish(_ completion: Subscribers.Completion<Failure>) {
        var waiters = state.withLock { state in
            if state.end == nil { state.end = completion }
            return state.waiters.isEmpty ? Line() : state.waiters.removeAll()
        }
        while let waiter = waiters.popFirst() {
            waiter.resume(returning: state.withLock { $0.news() } ?? .success(nil))
        }
    }

    /// Tells what is there; demands a value when there is nothing, and looks once more, as it may come at once.
    func poll() -> News? {
        let (news, isWanting) = state.withLock { state -> (News?, Bool) in
            let news = state.news()
            guard news == nil, !state.isHoarding, state.expected <= 0 else { return (news, false) }
            state.expected = 1
            return (nil, true)
        }
        guard isWanting else { return news }
        link.request(.max(1))
        return state.withLock { $0.news() }
    }

    /// Lets `waiter` wait for the value that ``poll()`` demanded.
    func wait(_ waiter: Waiter) {
        let news = state.withLock { state -> News? in
            let news = state.news()
            if news == nil { state.waiters.append(waiter) }
            return news
        }
        if let news { waiter.resume(returning: news) }
    }
}
