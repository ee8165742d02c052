import Synchronization

/// A buffer before a subscriber that attaches to a subject while another delivery is in progress.
///
/// The subject reserves the place behind that delivery first, and delivers to the buffer from there on. The buffer
/// keeps the values until the subscriber has received its subscription, so the subscriber is not called by two threads,
/// and it receives what is sent during `receive(subscription:)`.
final class LateSubscriberBuffer<Input: Sendable, Failure: Error>: AnySubscriberBox<Input, Failure>,
    @unchecked Sendable  // a Mutex, Atomics and a constant
{
    private struct State: Sendable {
        /// The subscriber; `nil` after the completion or the cancellation.
        var downstream: AnySubscriberBox<Input, Failure>?
        var subjectSubscription: SubjectMember?
        /// The value of the subject at the attachment, until the first request claims it.
        var current: Input?
        var backlog = Queue<Input>()
        var completion: Subscribers.Completion<Failure>?
    }

    private let name: StaticString
    private let state: Mutex<State>
    private let isOpen = Atomic(false)
    private let isUsed = Atomic(false)

    init(name: StaticString, downstream: AnySubscriberBox<Input, Failure>) {
        self.name = name
        state = Mutex(State(downstream: downstream))
        super.init { unsafeDowncast($0, to: LateSubscriberBuffer<Input, Failure>.self).take($1) }
    }

    /// Whether the subject has delivered a value.
    var hasReceived: Bool { isUsed.load(ordering: .relaxed) }

    /// Passes this subscription to the subscriber and delivers the buffered values; forwards all later values.
    ///
    /// - Parameters:
    ///   - subjectSubscription: The subscription to the subject, for which the subject has reserved the place.
    ///   - current: The value that the first request receives; later requests and values concern the subject.
    /// - Returns: Whether `current` was dropped, because nothing was requested yet.
    func start(_ subjectSubscription: SubjectMember, current: Input? = nil) -> Bool {
        let downstream = state.withLock { state in
            (state.subjectSubscription, state.current) = (subjectSubscription, current)
            return state.downstream
        }
        downstream?.open(self)
        let unclaimed = state.withLock { $0.current.take() }
        while let value = next() {
            let more = pass(value)
            if more > .none { request(more) }
        }
        if let completion = state.withLock({ $0.completion.take() }) { pass(completion) }
        return unclaimed != nil
    }

    private func next() -> Input? {
        state.withLock { state in
            let value = state.backlog.popFirst()
            if value == nil { isOpen.store(true, ordering: .releasing) }
            return value
        }
    }

    private func pass(_ value: Input) -> Subscribers.Demand {
        state.withLock { $0.downstream }.map { $0.deliver(value) } ?? .none
    }

    private func pass(_ completion: Subscribers.Completion<Failure>) {
        let (downstream, subjectSubscription) = state.withLock { ($0.downstream.take(), $0.subjectSubscription.take()) }
        downstream?.end(completion.failure)
        _ = subjectSubscription
    }

    /// Buffers an event of the subject with `keep`; returns `false` if events are forwarded by now.
    private func isKept(_ keep: (inout State) -> Void) -> Bool {
        guard !isOpen.load(ordering: .acquiring) else { return false }
        return state.withLock { state in
            guard !isOpen.load(ordering: .relaxed) else { return false }
            keep(&state)
            return true
        }
    }

    private func take(_ input: Input) -> Subscribers.Demand {
        isUsed.store(true, ordering: .relaxed)
        return isKept { $0.backlog.append(input) } ? .none : pass(input)
    }

    override func end(_ failure: (any Error)?) {
        let completion = Subscribers.Completion<Failure>(failure)
        if !isKept({ $0.completion = completion }) { pass(completion) }
    }

    override func add(_ demand: Subscribers.Demand) {
        let (subjectSubscription, rest) = state.withLock { state in
            guard let current = state.current.take() else { return (state.subjectSubscription, demand) }
            // Without a request the subject has delivered nothing, so the value is the first one.
            state.backlog.append(current)
            return (state.subjectSubscription, demand - 1)
        }
        if rest > .none { subjectSubscription?.request(rest) }
    }

    override func cancel() {
        let (last, subjectSubscription, _, _) = state.withLock { state in
            (state.downstream.take(), state.subjectSubscription.take(), state.current.take(), state.backlog.removeAll())
        }
        subjectSubscription?.cancel()
        _ = last
    }

    override var dropsWithoutDemand: Bool { true }
    /// The name of the subject: the buffer is an internal part of it.
    override var description: String { "\(name)" }
}
