public import FoundationEssentials

/// What a login leaves a program with: tokens, and until when they are good.
public struct Credentials: Sendable, Hashable {
    /// Lets the program call the API it was issued for.
    public let accessToken: String
    /// How the access token is presented: `Bearer` or `DPoP`.
    public let tokenType: String
    /// Tells who logged in. Requests of the Authentication API do not validate it.
    public let idToken: String
    /// Renews these credentials; there is one when the login asked for `offline_access`.
    public let refreshToken: String?
    /// When the access token expires.
    public let expiresIn: Date
    /// What the access token may do, when the server says so.
    public let scope: String?
    /// Replaces a second factor that was lost; there is one after the first enrolment.
    public let recoveryCode: String?

    /// Makes credentials.
    public init(
        accessToken: String = "", tokenType: String = "", idToken: String = "", refreshToken: String? = nil,
        expiresIn: Date = Date(), scope: String? = nil, recoveryCode: String? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.scope = scope
        self.recoveryCode = recoveryCode
    }

    /// Makes credentials, with the other name of ``expiresIn``.
    public init(
        accessToken: String = "", tokenType: String = "", idToken: String = "", refreshToken: String? = nil,
        expiresAt: Date, scope: String? = nil, recoveryCode: String? = nil
    ) {
        self.init(
            accessToken: accessToken, tokenType: tokenType, idToken: idToken, refreshToken: refreshToken,
            expiresIn: expiresAt, scope: scope, recoveryCode: recoveryCode)
    }

    /// When the access token expires: another name for ``expiresIn``.
    public var expiresAt: Date { expiresIn }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The credentials without their secrets.
    public var description: String {
        let secrets = [refreshToken, recoveryCode].map { $0 == nil ? "nil" : "Optional(\"\(redactedText)\")" }
        return
            "Credentials(accessToken: \"\(redactedText)\", tokenType: \"\(tokenType)\", idToken: \"\(redactedText)\", "
            + "refreshToken: \(secrets[0]), expiresIn: \(expiresIn), scope: \(String(describing: scope)), "
            + "recoveryCode: \(secrets[1]))"
    }

    /// The credentials without their secrets.
    public var debugDescription: String { description }

    /// The members that are no secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["tokenType": tokenType, "expiresIn": expiresIn, "scope": scope as Any])
    }
}

/// What stands for a secret in a description.
package let redactedText = "<REDACTED>"
