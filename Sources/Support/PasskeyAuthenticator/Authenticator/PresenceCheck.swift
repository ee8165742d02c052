/// A check that the user is present, and who the user is, before a passkey is created or used.
///
/// The flags that a relying party receives mean no more than what this check verifies: an implementation that returns
/// ``Presence/verified`` without a verification deceives the relying party.
public protocol PresenceCheck: Sendable {
    /// Checks the presence of the user, by whatever means the program has.
    ///
    /// - Parameter request: The use of the passkey that needs the user's consent.
    /// - Returns: The result of the check.
    /// - Throws: Any error; it becomes the cause of a ``PasskeyError`` with the code ``PasskeyError/Code/refused``.
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

/// The use of a passkey that needs the user's consent.
public struct PresenceRequest: Sendable, Hashable {
    /// The ceremony for which a passkey is used.
    public enum Purpose: Sendable, Hashable {
        /// A new passkey is created.
        case registration
        /// A passkey authenticates the user.
        case assertion
    }

    /// The ceremony for which a passkey is used.
    public let purpose: Purpose
    /// The requesting relying party: a domain.
    public let relyingPartyID: String
    /// The name of the account.
    public let userName: String
    /// The relying party's requirement for user verification.
    public let userVerification: UserVerificationRequirement
}

/// A check that takes the program's call as the user's consent.
///
/// A command-line tool acts for the user who runs it, so the call means that a user is present: ``Presence/present``.
/// It does not verify the user's identity; a relying party that requires user verification gets no passkey.
public struct CallerPresence: PresenceCheck {
    /// Creates the check.
    public init() {}

    /// Returns ``Presence/present``.
    ///
    /// - Parameter request: The use of the passkey.
    /// - Returns: Always ``Presence/present``.
    public func confirm(_ request: PresenceRequest) -> Presence { .present }
}

/// A check for accounts that belong to a program instead of a person: in tests, on servers, in CI.
///
/// Any process that can read the passkey store acts as the account's user, so having read it counts as
/// ``Presence/verified``. Do not use it for the account of a person who shares the machine or leaves it unlocked.
public struct UnattendedPresence: PresenceCheck {
    /// Creates the check.
    public init() {}

    /// Returns ``Presence/verified``.
    ///
    /// - Parameter request: The use of the passkey.
    /// - Returns: Always ``Presence/verified``.
    public func confirm(_ request: PresenceRequest) -> Presence { .verified }
}

extension PresenceCheck where Self == CallerPresence {
    /// A check that takes the program's call as the user's consent.
    public static var caller: CallerPresence { CallerPresence() }
}

extension PresenceCheck where Self == UnattendedPresence {
    /// A check for accounts that belong to a program instead of a person; see ``UnattendedPresence``.
    public static var unattended: UnattendedPresence { UnattendedPresence() }
}

/// A check that calls a closure.
struct AskedPresence: PresenceCheck {
    let ask: @Sendable (PresenceRequest) async throws -> Presence

    func confirm(_ request: PresenceRequest) async throws -> Presence { try await ask(request) }
}
