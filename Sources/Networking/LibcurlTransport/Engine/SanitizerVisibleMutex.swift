import Synchronization

/// A `Mutex` whose ordering is visible to the thread sanitizer.
///
/// A contended `Mutex` is handed over by the kernel, which the sanitizer does not observe, so it reports false races. The
/// atomic repeats the acquire and release at the cost of two plain moves.
struct SanitizerVisibleMutex<Value>: ~Copyable {
    private let mutex: Mutex<Value>
    private let order = Atomic<UInt8>(0)

    init(_ value: sending Value) { mutex = Mutex(value) }

    /// Calls a closure with exclusive access to the value.
    borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        mutex.withLock { value in
            _ = order.load(ordering: .acquiring)
            defer { order.store(0, ordering: .releasing) }
            return body(&value)
        }
    }
}

extension SanitizerVisibleMutex: Sendable where Value: Sendable {}
