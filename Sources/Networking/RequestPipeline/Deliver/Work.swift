import Streams

/// Something under way; letting go of it changes nothing.
package struct Work: Cancellable {
    private let stop: @Sendable () -> Void

    /// Says how to stop it.
    package init(_ stop: @escaping @Sendable () -> Void = {}) { self.stop = stop }

    package func cancel() { stop() }
}
