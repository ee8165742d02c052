import Synchronization

/// What a ``Published`` property keeps: its value, and those who are told about the next.
///
/// A value is published first and set afterwards, as in Combine: whoever reads the property while it is told of a new value
/// reads the one before. Values that are set meanwhile, from inside a delivery or by another thread, follow in order, each
/// published and then set; the last one is what the property reads until it is their turn.
final class PublishedStorage<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var waiting = Queue<Value>()
        var lastWaiting: Value?
        var isPublishing = false

        init(_ value: Value) { self.value = value }

        /// Sets what was published, and tells what is to be published next.
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

    init(_ value: Value) {
        subject = CurrentValueSubject(value)
        state = Mutex(State(value))
    }

    var value: Value {
        get { state.withLock { $0.lastWaiting ?? $0.value } }
        set { publish(newValue) }
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
