/// Whoever says that the user is there, and who the user is, before a passkey is made or used.
///
/// What a relying party learns from a passkey's flags is what this check proves, and nothing more: an implementation that
/// returns ``Presence/verified`` without verifying anybody lies to the relying party.
public protocol PresenceCheck: Sendable {
    /// Asks, shows, measures: whatever the program has.
    ///
    /// - Parameter request: What the passkey is wanted for.
    /// - Returns: What was found out.
    /// - Throws: Anything; it becomes the cause of a ``PasskeyError`` with the code ``PasskeyError/Code/refused``.
    func confirm(_ request: PresenceRequest) async throws -> Presence
}

/// What a ``PresenceCheck`` found out.
public enum Presence: Sendable, Hashable {
    /// Nobody is there, or whoever is there refuses.
    case absent
    /// Somebody is there and agrees.
    case present
    /// The user is there, agrees, and proved who they are: by a PIN, a fingerprint, a password.
    case verified
}

/// What a passkey is wanted for.
public struct PresenceRequest: Sendable, Hashable {
    /// What is about to happen.
    public enum Purpose: Sendable, Hashable {
        /// A passkey is made.
        case registration
        /// A passkey proves who the user is.
        case assertion
    }

    /// What is about to happen.
    public let purpose: Purpose
    /// The relying party that asks: a domain.
    public let relyingPartyID: String
    /// The account's name.
    public let userName: String
    /// Whether the relying party wants the user verified.
    public let userVerification: UserVerificationRequirement
}

/// Takes the program's own call for the user's consent.
///
/// A command-line tool does what the person who runs it wants, so the call is a sign that somebody is there:
/// ``Presence/present``. It is no proof of who, so the user never counts as verified, and a relying party that requires
/// it gets no passkey.
public struct CallerPresence: PresenceCheck {
    /// Makes the check.
    public init() {}

    /// Says that somebody is there.
    public func confirm(_ request: PresenceRequest) -> Presence { .present }
}

/// Answers for an account that belongs to a program and not to a person: in tests, on servers, in CI.
///
/// Its user is whoever can read the store that holds the passkeys, so having read it counts as ``Presence/verified``. Do
/// not use it for the account of a person who shares the machine or leaves it unlocked.
public struct UnattendedPresence: PresenceCheck {
    /// Makes the check.
    public init() {}

    /// Says that the user is verified.
    public func confirm(_ request: PresenceRequest) -> Presence { .verified }
}

/// Asks a closure.
struct AskedPresence: PresenceCheck {
    let ask: @Sendable (PresenceRequest) async throws -> Presence

    func confirm(_ request: PresenceRequest) async throws -> Presence { try await ask(request) }
}
