import SecretStorage
import Synchronization

/// The closures that are called when the server announces changes.
final class ChangeObservers: Sendable {
    private struct State {
        var count = 0
        /// The closures by the IDs of their rows.
        var known: [[UInt8]: [Int: @Sendable () -> Void]] = [:]
        /// The closures whose rows have no ID yet, because the key of the names is read over the first connection.
        var unknown: [Int: (name: SecretName, handler: @Sendable () -> Void)] = [:]
    }

    private let state = Mutex(State())
    private let id: @Sendable (SecretName) -> [UInt8]?

    /// Creates a list without closures; `id` returns `nil` before the first connection.
    init(id: @escaping @Sendable (SecretName) -> [UInt8]?) { self.id = id }

    /// Adds a closure, which is removed when the returned object is released.
    func add(_ name: SecretName, _ handler: @escaping @Sendable () -> Void) -> SecretObservation {
        let number = state.withLock { state in
            state.count += 1
            if let id = id(name) {
                state.known[id, default: [:]][state.count] = handler
            } else {
                state.unknown[state.count] = (name, handler)
            }
            return state.count
        }
        return SecretObservation { [self] in remove(number, name) }
    }

    private func remove(_ number: Int, _ name: SecretName) {
        // The closure is released after the lock, because its captures may end with it.
        _ = state.withLock { state -> (@Sendable () -> Void)? in
            if let (_, handler) = state.unknown.removeValue(forKey: number) { return handler }
            guard let id = id(name), var handlers = state.known[id] else { return nil }
            let handler = handlers.removeValue(forKey: number)
            state.known[id] = handlers.isEmpty ? nil : handlers
            return handler
        }
    }

    /// Reports a change of one row.
    func tell(_ id: [UInt8]) {
        let handlers = state.withLock { $0.known[id].map { Array($0.values) } ?? [] }
        for handler in handlers { handler() }
    }

    /// Reports that any row may have changed. The key of the names is known at the time of the call.
    func tellAll() {
        let handlers = state.withLock { state in
            for (number, (name, handler)) in state.unknown {
                guard let id = id(name) else { continue }
                state.known[id, default: [:]][number] = handler
                state.unknown[number] = nil
            }
            return state.known.values.flatMap(\.values)
        }
        for handler in handlers { handler() }
    }
}
