/// Records an event when it is deallocated, for tests that show that a closure was released.
package final class ReleaseEvent: Sendable {
    private let counter: EventCounter

    /// Creates an object whose deallocation is counted.
    ///
    /// - Parameter counter: The counter.
    package init(_ counter: EventCounter) { self.counter = counter }

    deinit { counter.add() }
}
