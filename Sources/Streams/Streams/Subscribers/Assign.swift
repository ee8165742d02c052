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
    @preconcurrency
    public func assign<Root: Sendable>(
        to keyPath: any ReferenceWritableKeyPath<Root, Output> & Sendable, on object: Root
    ) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }
}

extension Subscribers {
    /// A subscriber that sets a property of an object; ``Publisher/assign(to:on:)`` is shorter.
    public final class Assign<Root: Sendable, Input: Sendable>: Subscriber, Cancellable {
        /// It understands no failure.
        public typealias Failure = Never

        private let target: Mutex<Root?>
        /// Whose property, until the stream ends or is cancelled.
        public var object: Root? { target.withLock { $0 } }
        /// The property.
        public let keyPath: any ReferenceWritableKeyPath<Root, Input> & Sendable
        private let slot = UpstreamSlot()

        /// Makes a subscriber that sets a property.
        ///
        /// - Parameters:
        ///   - object: Whose property.
        ///   - keyPath: The property.
        @preconcurrency
        public init(object: Root, keyPath: any ReferenceWritableKeyPath<Root, Input> & Sendable) {
            target = Mutex(object)
            self.keyPath = keyPath
        }

        /// Demands everything; a second subscription is cancelled.
        public func receive(subscription: any Subscription) {
            if slot.accept(subscription) != nil { subscription.request(.unlimited) }
        }

        /// Sets the property.
        public func receive(_ value: Input) -> Subscribers.Demand {
            object?[keyPath: keyPath] = value
            return .none
        }

        /// Lets go of the object.
        public func receive(completion: Subscribers.Completion<Never>) {
            slot.end()
            letGo()
        }

        /// Ends the subscription and lets go of the object.
        public func cancel() {
            slot.cancel()
            letGo()
        }

        private func letGo() { _ = target.withLock { $0.take() } }
    }
}

extension Subscribers.Assign: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
    /// `Assign` and the type of the object, as in Combine.
    public var description: String { "Assign \(Root.self)" }
    /// Shows the object and the property, as in Combine.
    public var customMirror: Mirror {
        Mirror(self, children: ["object": object as Any, "keyPath": keyPath])
    }
    /// `Assign` and the type of the object, as in Combine.
    public var playgroundDescription: Any { description }
}
