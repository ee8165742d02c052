public import Foundation

/// A notification, on its way through a stream.
///
/// Foundation says that a `Notification` must not cross threads, since anybody's object may be in it. An observer gets it all the
/// same, on the thread that posted; this value is that notification, and reads like it.
@dynamicMemberLookup
public struct PostedNotification: @unchecked Sendable, Equatable {  // parts are the poster's business
    /// The notification.
    public let notification: Notification

    /// Wraps a notification.
    ///
    /// - Parameter notification: The notification.
    public init(_ notification: Notification) { self.notification = notification }

    /// Reads a part of the notification.
    public subscript<Value>(dynamicMember part: KeyPath<Notification, Value>) -> Value { notification[keyPath: part] }
}
