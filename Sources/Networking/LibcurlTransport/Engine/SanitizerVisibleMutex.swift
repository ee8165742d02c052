import Synchronization

/// A mutex whose ordering the thread sanitizer can see: the kernel hands over a contended `Mutex`, which looks like a
/// race. The atomic repeats the ordering, at the cost of two plain moves.
package struct SanitizerVisibleMutex<Value>: ~Copyable {
    private let mutex: Mutex<Value>
    private let order = Atomic<UInt8>(0)

    package init(_ value: sending Value) { mutex = Mutex(value) }

    package borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        mutex.withLock { value in
            _ = order.load(ordering: .acquiring)
            defer { order.store(0, ordering: .releasing) }
            return body(&value)
        }
    }
}

extension SanitizerVisibleMutex: Sendable where Value: Sendable {}
