import Synchronization

extension Publisher where Failure == Never {
    /// Assigns each value to a property of an object.
    ///
    /// The object is retained until the stream ends or is cancelled.
    ///
    /// <!-- swift: import Synchronization -->
    ///
    /// ```swift
    /// final class Label: Sendable {
    ///     let text = Mutex("")
    ///     var shown: String {
    ///         get { text.withLock { $0 } }
    ///         set { text.withLock { $0 = newValue } }
    ///     }
    /// }
    ///
    /// let label = Label()
    /// _ = Just("Hello").assign(to: \.shown, on: label)
    /// print(label.shown)
    /// // prints Hello
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The key path of the property.
    ///   - object: The object that has the property.
    /// - Returns: A token that cancels the subscription when it is cancelled or deallocated.
    @preconcurrency
    public func assign<Root: Sendable>(
        to keyPath: any ReferenceWritableKeyPath<Root, Output> & Sendable, on object: Root
    ) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }
}

extension Subscribers {
    /// A subscriber that assigns each value to a property of an object; ``Publisher/assign(to:on:)`` is shorter.
    public final class Assign<Root: Sendable, Input: Sendable>: Subscriber, Cancellable {
        /// The type of the failure: it accepts only publishers that never fail.
        public typealias Failure = Never

        private let target: Mutex<Root?>
        /// The object that has the property, until the stream ends or is cancelled.
        public var object: Root? { target.withLock { $0 } }
        /// The key path of the property.
        public let keyPath: any ReferenceWritableKeyPath<Root, Input> & Sendable
        private let slot = UpstreamSlot()

        /// Creates a subscriber that assigns values to a property; see ``Publisher/assign(to:on:)``,
        /// whose parameters are the same.
        @preconcurrency
        public init(object: Root, keyPath: any ReferenceWritableKeyPath<Root, Input> & Sendable) {
            target = Mutex(object)
            self.keyPath = keyPath
        }

        /// Requests unlimited values; a second subscription is cancelled.
        ///
        /// - Parameter subscription: The subscription.
        public func receive(subscription: any Subscription) {
            if slot.accept(subscription) != nil { subscription.request(.unlimited) }
        }

        /// Assigns a value to the property; see ``Subscriber``, whose parameters are the same.
        ///
        /// - Returns: No further demand, because it is already unlimited.
        public func receive(_ value: Input) -> Subscribers.Demand {
            object?[keyPath: keyPath] = value
            return .none
        }

        /// Releases the object; see ``Subscriber``, whose parameters are the same.
        public func receive(completion: Subscribers.Completion<Never>) {
            slot.end()
            release()
        }

        /// Cancels the subscription and releases the object.
        public func cancel() {
            slot.cancel()
            release()
        }

        private func release() { _ = target.withLock { $0.take() } }
    }
}

extension Subscribers.Assign: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
    /// The word `Assign` and the type of the object, as in Combine.
    public var description: String { "Assign \(Root.self)" }
    /// A mirror of the object and the property, as in Combine.
    public var customMirror: Mirror { Mirror(self, children: ["object": object as Any, "keyPath": keyPath]) }
    /// The word `Assign` and the type of the object, as in Combine.
    public var playgroundDescription: Any { description }
}
