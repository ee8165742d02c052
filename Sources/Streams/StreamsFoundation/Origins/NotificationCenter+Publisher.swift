public import Foundation
public import Streams

extension NotificationCenter {
    /// Returns a publisher of the notifications with a name.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object whose notifications are published; `nil` publishes the notifications of every object.
    /// - Returns: A publisher that never finishes and never fails; a notification posted while there is no demand is
    ///   dropped.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// A publisher of the notifications with a name.
    public struct Publisher: Streams.Publisher, @unchecked Sendable {  // `object` is only compared by identity
        /// The type of the published values.
        public typealias Output = PostedNotification
        /// The type of the failure; this publisher never fails.
        public typealias Failure = Never

        /// The notification center that is observed.
        public let center: NotificationCenter
        /// The name of the notifications.
        public let name: Notification.Name
        /// The object whose notifications are published; `nil` publishes the notifications of every object.
        public let object: AnyObject?

        /// Creates a publisher of the notifications with a name.
        ///
        /// - Parameters:
        ///   - center: The notification center to observe.
        ///   - name: The name of the notifications.
        ///   - object: The object whose notifications are published; `nil` publishes the notifications of every object.
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Attaches `subscriber`, and observes the center until it cancels or releases its subscription.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let observation = Observation(downstream: subscriber)
            // Weak: an observation ends if its subscriber releases it without cancelling.
            let observer = center.addObserver(forName: name, object: object, queue: nil) { [weak observation] in
                observation?.post(PostedNotification($0))
            }
            observation.start(observer, at: center)
            subscriber.receive(subscription: observation)
            observation.deliver()
        }
    }
}

extension NotificationCenter.Publisher: Equatable {
    /// Whether two publishers observe the same notifications of the same center.
    ///
    /// - Parameters:
    ///   - lhs: A publisher.
    ///   - rhs: Another publisher.
    /// - Returns: `true` if center, name and object are the same.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
    }
}
