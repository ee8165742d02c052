import Synchronization

/// The values of arguments that a program leaves out: those of Auth0.swift 2.x, or of 3.x.
///
/// A program that was written for 3.x selects its defaults once, before it creates a client:
///
/// ```swift
/// ClientDefaults.current = .v3
/// ```
public struct ClientDefaults: Sendable, Hashable {
    /// The scope of logins: `openid profile email` in ``v2``, and `offline_access` in addition in ``v3``, so that the
    /// tenant issues a refresh token.
    public var scope: String
    /// The seconds for which a manager's access token has to be valid: 0 in ``v2``, 60 in ``v3``.
    public var minTTL: Int
    /// Whether `revoke()` of a manager without credentials fails with ``CredentialsManagerError/noCredentials``:
    /// `false` in ``v2``, where it succeeds, and `true` in ``v3``.
    public var revocationNeedsCredentials: Bool

    /// The defaults of Auth0.swift 2.x.
    public static let v2 = ClientDefaults(scope: "openid profile email", minTTL: 0, revocationNeedsCredentials: false)
    /// The defaults of Auth0.swift 3.x.
    public static let v3 = ClientDefaults(
        scope: "openid profile email offline_access", minTTL: 60, revocationNeedsCredentials: true)

    private static let selected = Mutex(v2)

    /// The defaults of this process, ``v2`` unless the program sets others. Calls that are made later use them.
    public static var current: ClientDefaults {
        get { selected.withLock { $0 } }
        set { selected.withLock { $0 = newValue } }
    }
}
