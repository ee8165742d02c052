/// A check of the presence and the identity of the user before a passkey is created or used, or stored credentials are
/// read.
///
/// The flags that a relying party receives assert no more than this check verifies: an implementation that returns
/// ``Presence/verified`` without a verification deceives the relying party.
public protocol PresenceCheck: Sendable {
    /// Checks the presence of the user, by any means of the program.
    ///
    /// - Parameter request: The use of the passkey, or of the credentials, that needs the user's consent.
    /// - Returns: The result of the check.
    /// - Throws: Any error; it becomes the cause of the error that the caller throws, such as a ``PasskeyError`` with
    ///   the code ``PasskeyError/Code/refused``.
    func confirm(_ request: PresenceRequest) async throws -> Presence
}

/// The result of a ``PresenceCheck``.
public enum Presence: Sendable, Hashable {
    /// The user is absent or refuses.
    case absent
    /// A user is present and agrees; the identity was not verified.
    case present
    /// The user is present, agrees, and was verified: by a PIN, a fingerprint or a password.
    case verified
}

/// The use of a passkey, or of stored credentials, that needs the user's consent.
public struct PresenceRequest: Sendable, Hashable {
    /// The uses that need the user's consent.
    public struct Purpose: Sendable, Hashable {
        private let name: String

        /// A new passkey is created.
        public static let registration = Purpose(name: "registration")
        /// A passkey authenticates the user.
        public static let assertion = Purpose(name: "assertion")
        /// Stored credentials are read.
        public static let credentials = Purpose(name: "credentials")
    }

    /// The use that needs the user's consent.
    public let purpose: Purpose
    /// The domain of the relying party, or of the tenant whose credentials are read.
    public let relyingPartyID: String
    /// The name of the account; empty when it is unknown.
    public let userName: String
    /// The requirement for user verification; preferred by default.
    public let userVerification: PasskeyUserVerification
    /// The reason for the check, shown to the user; `nil` if the program has not set one.
    public let title: String?

    /// Creates a request, for a module that asks for the user's presence and for tests of a check: the memberwise
    /// initializer, whose parameters are the same as the properties.
    public init(
        purpose: Purpose, relyingPartyID: String, userName: String = "",
        userVerification: PasskeyUserVerification = .preferred, title: String? = nil
    ) {
        (self.purpose, self.relyingPartyID, self.userName) = (purpose, relyingPartyID, userName)
        (self.userVerification, self.title) = (userVerification, title)
    }
}

/// A check that treats the program's call as the user's consent.
///
/// A command-line tool acts for the user who runs it, so the call means that a user is present: ``Presence/present``.
/// It does not verify the user's identity; a relying party that requires user verification gets no passkey.
public struct CallerPresence: PresenceCheck {
    package init() {}

    /// Returns ``Presence/present``; see ``PresenceCheck/confirm(_:)``, whose parameters are the same.
    public func confirm(_ request: PresenceRequest) -> Presence { .present }
}

/// A check for accounts that belong to a program instead of a person: in tests, on servers, in CI.
///
/// Any process that can read the passkey store acts as the account's user, so having read it counts as
/// ``Presence/verified``. Do not use it for the account of a person who shares the machine or leaves it unlocked.
public struct UnattendedPresence: PresenceCheck {
    package init() {}

    /// Returns ``Presence/verified``; see ``PresenceCheck/confirm(_:)``, whose parameters are the same.
    public func confirm(_ request: PresenceRequest) -> Presence { .verified }
}

extension PresenceCheck where Self == CallerPresence {
    /// A check that treats the program's call as the user's consent.
    public static var caller: CallerPresence { CallerPresence() }
}

extension PresenceCheck where Self == UnattendedPresence {
    /// A check for accounts that belong to a program instead of a person; see ``UnattendedPresence``.
    public static var unattended: UnattendedPresence { UnattendedPresence() }
}

struct AskedPresence: PresenceCheck {
    let ask: @Sendable (PresenceRequest) async throws -> Presence

    func confirm(_ request: PresenceRequest) async throws -> Presence { try await ask(request) }
}
