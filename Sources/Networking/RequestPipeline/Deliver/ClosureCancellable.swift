import Streams

/// A handle that cancels an operation with a closure; releasing it has no effect.
package struct ClosureCancellable: Cancellable {
    private let onCancel: @Sendable () -> Void

    /// Creates a handle.
    ///
    /// - Parameter onCancel: A closure that cancels the operation; it may be called more than once. It does nothing by
    ///   default.
    package init(_ onCancel: @escaping @Sendable () -> Void = {}) { self.onCancel = onCancel }

    /// Cancels the operation.
    package func cancel() { onCancel() }
}
