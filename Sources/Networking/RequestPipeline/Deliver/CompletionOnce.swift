import Synchronization

/// A completion handler that is called at most once, by the first caller of ``take()`` on any thread. It is released
/// then, so it may retain the owner of this value.
package struct CompletionOnce<Value>: ~Copyable, Sendable {
    private let handler: Mutex<CompletionHandler<Value>?>

    /// Stores a completion handler.
    package init(_ completion: @escaping @Sendable (Value) -> Void) {
        handler = Mutex(CompletionHandler(call: completion))
    }

    /// Whether the completion handler was taken: the operation is over.
    package var isTaken: Bool { handler.withLock { $0 == nil } }

    /// Takes the completion handler, to release resources before it is called; `nil` for all callers but the first.
    package borrowing func take() -> (@Sendable (Value) -> Void)? { takeHandler()?.call }

    private borrowing func takeHandler() -> CompletionHandler<Value>? { handler.withLock { $0.take() } }

    /// Calls the completion handler, unless it was taken before. Returns whether this call was the first.
    @discardableResult
    package borrowing func callAsFunction(_ value: Value) -> Bool {
        guard let handler = takeHandler() else { return false }
        handler.call(value)
        return true
    }
}

/// A struct, because each access to a closure in a generic container, such as `Mutex`, wraps it in another closure.
package struct CompletionHandler<Value>: Sendable {
    /// The completion handler.
    let call: @Sendable (Value) -> Void
}
