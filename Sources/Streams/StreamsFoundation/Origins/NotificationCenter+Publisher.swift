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

        /// Creates the publisher behind `publisher(for:object:)` of `center`, whose parameters are the same.
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
    /// Whether center, name and object of two publishers are the same.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
    }
}

/// A notification that a publisher of a notification center publishes.
///
/// A `Notification` is not `Sendable`, since it may carry any object. An observer receives it nevertheless, on the
/// thread that posted it. This type wraps that notification and has the same properties; `object` and `userInfo` are
/// only as thread-safe as the code that posted them.
@dynamicMemberLookup
public struct PostedNotification: @unchecked Sendable, Equatable {  // the poster owns the safety of its objects
    /// The notification.
    public let notification: Notification

    /// Wraps a notification.
    ///
    /// - Parameter notification: The notification.
    public init(_ notification: Notification) { self.notification = notification }

    /// Returns a property of the notification.
    ///
    /// - Parameter part: The key path of the property.
    /// - Returns: The value of the property.
    public subscript<Value>(dynamicMember part: KeyPath<Notification, Value>) -> Value { notification[keyPath: part] }
}
