public import Foundation
public import Streams

extension NotificationCenter {
    /// A publisher of the notifications of a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: Whose notifications; `nil` for everybody's.
    /// - Returns: A publisher that never ends, and gives only what is demanded when it is posted.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// Gives the notifications of a name.
    public struct Publisher: Streams.Publisher, @unchecked Sendable {  // `object` is only compared by identity
        /// A notification.
        public typealias Output = PostedNotification
        /// It cannot fail.
        public typealias Failure = Never

        /// Where notifications are posted.
        public let center: NotificationCenter
        /// The name of the notifications.
        public let name: Notification.Name
        /// Whose notifications; `nil` for everybody's.
        public let object: AnyObject?

        /// Makes a publisher of the notifications of a name.
        ///
        /// - Parameters:
        ///   - center: Where notifications are posted.
        ///   - name: The name.
        ///   - object: Whose notifications; `nil` for everybody's.
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Observes the center until `subscriber` cancels.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let observation = Observation(downstream: subscriber)
            let observer = center.addObserver(forName: name, object: object, queue: nil) { notification in
                observation.post(PostedNotification(notification))
            }
            observation.start(observer, at: center)
            subscriber.receive(subscription: observation)
        }
    }
}

extension NotificationCenter.Publisher: Equatable {
    /// Whether both observe the same.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
    }
}
