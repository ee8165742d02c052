/// A change of a stored login, published by ``StoredLogin/changes``.
///
/// Changes are compared by their kind only, not by the reason of an end.
public struct LoginChange: Sendable, CustomStringConvertible {
    private let name: String
    /// The reason why the login has ended; `nil` if it continues.
    public let end: LoginEnd?

    private init(_ name: String, end: LoginEnd? = nil) { (self.name, self.end) = (name, end) }

    /// The program stored credentials: a login.
    public static let stored = LoginChange("stored")
    /// The credentials were renewed.
    public static let renewed = LoginChange("renewed")
    /// The program removed the credentials: a sign-out.
    public static let cleared = LoginChange("cleared", end: .signedOut)
    /// The session has reached the end that its ID token states, by the clock of this machine.
    public static let sessionExpired = LoginChange("sessionExpired", end: .sessionExpired)
    /// The provider refused the refresh token, which was removed; the access token stays usable until it expires.
    public static let refreshTokenRefused = LoginChange("refreshTokenRefused", end: .refreshTokenRefused)
    /// Another object or process stored, renewed or removed the credentials; detected at the next call.
    public static let changedElsewhere = LoginChange("changedElsewhere")
    /// The stored record cannot be read.
    public static let damaged = LoginChange("damaged", end: .damaged)

    /// The change by another object or process that removed the credentials.
    static let clearedElsewhere = LoginChange("changedElsewhere", end: .signedOutElsewhere)
    /// The change by another process that has learned that the provider refuses the refresh token.
    static let refusedElsewhere = LoginChange("changedElsewhere", end: .refreshTokenRefused)

    /// The same change after the end of the login was published for an earlier reason.
    var withoutEnd: LoginChange { LoginChange(name) }

    /// The name of the change.
    public var description: String { name }
}

extension LoginChange: Hashable {
    /// Compares the kinds of changes.
    ///
    /// - Parameters:
    ///   - lhs: A change.
    ///   - rhs: Another change.
    /// - Returns: Whether both are of the same kind.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

    /// Hashes the kind of the change.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The reason why a stored login has ended: the user has to log in again.
public struct LoginEnd: Sendable, Hashable, CustomStringConvertible {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// This program signed the user out.
    public static let signedOut = LoginEnd("signedOut")
    /// Another object or process signed the user out.
    public static let signedOutElsewhere = LoginEnd("signedOutElsewhere")
    /// The provider refuses the refresh token; the access token stays usable until it expires.
    public static let refreshTokenRefused = LoginEnd("refreshTokenRefused")
    /// The session has reached the end that its ID token states.
    public static let sessionExpired = LoginEnd("sessionExpired")
    /// The stored record cannot be read.
    public static let damaged = LoginEnd("damaged")

    /// The name of the reason.
    public var description: String { name }
}
