public import Foundation

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
