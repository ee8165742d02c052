import Synchronization

extension Publisher where Failure == Never {
    /// Sets a property of an object to each value.
    ///
    /// The object is kept until the stream ends or is cancelled.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - object: Whose property.
    /// - Returns: What ends the subscription when it is cancelled or dropped.
    public func assign<Root: AnyObject & Sendable>(
        to keyPath: any ReferenceWritableKeyPath<Root, Output> & Sendable, on object: Root
    ) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }
}

extension Subscribers {
    /// A subscriber that sets a property of an object; ``Publisher/assign(to:on:)`` is shorter.
    public final class Assign<Root: AnyObject & Sendable, Input: Sendable>: Subscriber, Cancellable {
        /// It understands no failure.
        public typealias Failure = Never

        private let object: Mutex<Root?>
        /// The property.
        public let keyPath: any ReferenceWritableKeyPath<Root, Input> & Sendable
        private let link = Link()

        /// Makes a subscriber that sets a property.
        ///
        /// - Parameters:
        ///   - object: Whose property.
        ///   - keyPath: The property.
        public init(object: Root, keyPath: any ReferenceWritableKeyPath<Root, Input> & Sendable) {
            self.object = Mutex(object)
            self.keyPath = keyPath
        }

        /// Demands everything; a second subscription is cancelled.
        public func receive(subscription: any Subscription) {
            if link.accept(subscription) != nil { subscription.request(.unlimited) }
        }

        /// Sets the property.
        public func receive(_ value: Input) -> Subscribers.Demand {
            let object = object.withLock { $0 }
            object?[keyPath: keyPath] = value
            return .none
        }

        /// Lets go of the object.
        public func receive(completion: Subscribers.Completion<Never>) {
            link.end()
            letGo()
        }

        /// Ends the subscription and lets go of the object.
        public func cancel() {
            link.cancel()
            letGo()
        }

        private func letGo() { _ = object.withLock { $0.take() } }
    }
}
