import Synchronization

/// A buffer before a subscriber that attaches to a ``CurrentValueSubject`` during a delivery.
///
/// It delivers the current value immediately, and buffers the values that the subject delivers during this delivery.
final class LateSubscriberBuffer<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private struct State: Sendable {
        /// The subscriber; `nil` after the completion or the cancellation.
        var downstream: Downstream?
        var demand = Subscribers.Demand.none
        var subjectSubscription: SubjectSubscription<Input, Failure>?
        var backlog = Queue<Input>()
        var completion: Subscribers.Completion<Failure>?
    }

    private let state: Mutex<State>
    private let isOpen = Atomic(false)

    init(downstream: Downstream) { state = Mutex(State(downstream: downstream)) }

    /// The demand so far.
    var demand: Subscribers.Demand { state.withLock { $0.demand } }

    /// Switches to `subjectSubscription`, before the subject attaches it; `false` if the subscriber has already
    /// cancelled.
    func enter(_ subjectSubscription: SubjectSubscription<Input, Failure>) -> Bool {
        state.withLock { state in
            guard state.downstream != nil else { return false }
            state.subjectSubscription = subjectSubscription
            return true
        }
    }

    /// Delivers the first value and the buffered values, and then forwards all later values.
    func open(first value: Input?) {
        if let value { give(value) }
        while let value = next() { give(value) }
        if let completion = state.withLock({ $0.completion.take() }) { end(completion) }
    }

    private func next() -> Input? {
        state.withLock { state in
            let value = state.backlog.popFirst()
            if value == nil { isOpen.store(true, ordering: .releasing) }
            return value
        }
    }

    private func give(_ value: Input) {
        let more = pass(value)
        if more > .none { request(more) }
    }

    private func pass(_ value: Input) -> Subscribers.Demand {
        state.withLock { $0.downstream }?.receive(value) ?? .none
    }

    private func end(_ completion: Subscribers.Completion<Failure>) {
        let (downstream, subjectSubscription) = state.withLock { ($0.downstream.take(), $0.subjectSubscription.take()) }
        downstream?.receive(completion: completion)
        _ = subjectSubscription
    }

    func receive(subscription: any Subscription) {}

    func receive(_ input: Input) -> Subscribers.Demand {
        if isOpen.load(ordering: .acquiring) { return pass(input) }
        let isKept = state.withLock { state in
            guard !isOpen.load(ordering: .relaxed) else { return false }
            state.backlog.append(input)
            return true
        }
        return isKept ? .none : pass(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let isKept = state.withLock { state in
            guard !isOpen.load(ordering: .relaxed) else { return false }
            state.completion = completion
            return true
        }
        if !isKept { end(completion) }
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        let subjectSubscription = state.withLock { state -> SubjectSubscription<Input, Failure>? in
            if state.subjectSubscription == nil { state.demand += demand }
            return state.subjectSubscription
        }
        subjectSubscription?.request(demand)
    }

    func cancel() {
        let (last, subjectSubscription, _) = state.withLock { state in
            (state.downstream.take(), state.subjectSubscription.take(), state.backlog.removeAll())
        }
        subjectSubscription?.cancel()
        _ = last
    }

    var dropsWithoutDemand: Bool { true }
    /// The name of the subject: the buffer is an internal part of it.
    var description: String { "CurrentValueSubject" }
}
