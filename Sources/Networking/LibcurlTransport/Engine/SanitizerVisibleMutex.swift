import Synchronization

/// A mutex whose ordering the thread sanitizer can see.
///
/// A contended `Mutex` is handed over by the kernel, which the sanitizer does not observe, so it reports false races.
/// The atomic repeats the ordering, at the cost of two plain moves.
package struct SanitizerVisibleMutex<Value>: ~Copyable {
    private let mutex: Mutex<Value>
    private let order = Atomic<UInt8>(0)

    package init(_ value: sending Value) { mutex = Mutex(value) }

    /// Calls a closure with exclusive access to the value.
    package borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        mutex.withLock { value in
            _ = order.load(ordering: .acquiring)
            defer { order.store(0, ordering: .releasing) }
            return body(&value)
        }
    }
}

extension SanitizerVisibleMutex: Sendable where Value: Sendable {}
