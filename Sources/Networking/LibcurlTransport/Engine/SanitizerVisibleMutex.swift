import Synchronization

/// A value that one thread at a time may touch: a `Mutex` whose order the thread sanitizer can see.
///
/// A contended `Mutex` is handed over by the kernel, which the sanitizer does not watch, so it reports races that are
/// none. The atomic says the same once more, for the price of two plain moves.
struct SanitizerVisibleMutex<Value>: ~Copyable {
    private let mutex: Mutex<Value>
    private let order = Atomic<UInt8>(0)

    init(_ value: sending Value) { mutex = Mutex(value) }

    /// Calls `body` with the value while no other thread has it.
    borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        mutex.withLock { value in
            _ = order.load(ordering: .acquiring)
            defer { order.store(0, ordering: .releasing) }
            return body(&value)
        }
    }
}

extension SanitizerVisibleMutex: Sendable where Value: Sendable {}
