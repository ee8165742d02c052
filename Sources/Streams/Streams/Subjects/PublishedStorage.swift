import Synchronization

/// The storage of a ``Published`` property: its value and the subject that publishes it.
///
/// A value is published first and set afterwards, as in Combine: a subscriber that reads the property while it receives
/// a new value reads the previous value. Values set during a delivery, by the subscriber or by another thread, are
/// queued; each is published and then set, and the property reads as the last queued value until then.
final class PublishedStorage<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var waiting = Queue<Value>()
        var lastWaiting: Value?
        var isPublishing = false

        init(_ value: Value) { self.value = value }

        /// Sets the published value; returns the next queued value to publish.
        mutating func settle(_ value: Value) -> Value? {
            self.value = value
            guard let next = waiting.popFirst() else {
                isPublishing = false
                return nil
            }
            if waiting.isEmpty { lastWaiting = nil }
            return next
        }
    }

    let subject: CurrentValueSubject<Value, Never>
    private let state: Mutex<State>
    /// The subscriptions to the publishers that are assigned to the property.
    private let feeds = Mutex<[CombineIdentifier: AnyCancellable]>([:])

    init(_ value: Value) {
        subject = CurrentValueSubject(value, name: "PublishedSubject")
        state = Mutex(State(value))
    }

    var value: Value {
        get { state.withLock { $0.lastWaiting ?? $0.value } }
        set { publish(newValue) }
    }

    /// Assigns each value of a publisher, until the publisher finishes or this storage is deallocated.
    ///
    /// The publisher retains neither the storage nor `owner`.
    func follow<P: Publisher>(_ publisher: P, owner: WeakOwner?) where P.Output == Value, P.Failure == Never {
        let id = CombineIdentifier()
        let sink = ErasedSink<Value, Never>(
            receiveValue: { [weak self] value in
                owner?.willChange()
                self?.value = value
            },
            receiveCompletion: { [weak self] _ in self?.release(id) })
        feeds.withLock { $0[id] = AnyCancellable(sink) }
        publisher.receive(subscriber: AnySubscriber(box: sink))
    }

    private func release(_ id: CombineIdentifier) {
        let feed = feeds.withLock { $0.removeValue(forKey: id) }
        _ = feed  // released here, outside the lock
    }

    private func publish(_ value: Value) {
        let isMine = state.withLock { state in
            guard state.isPublishing else {
                state.isPublishing = true
                return true
            }
            state.waiting.append(value)
            state.lastWaiting = value
            return false
        }
        guard isMine else { return }
        var next: Value? = value
        while let value = next {
            subject.send(value)
            var last: Value?
            next = state.withLock { state in
                last = state.value
                return state.settle(value)
            }
            _ = last  // released here, outside the lock
        }
    }
}
