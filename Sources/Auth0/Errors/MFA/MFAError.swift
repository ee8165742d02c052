import FoundationEssentials
import RequestPipeline

/// The failure of a request to the MFA API: each kind of operation has a type of its own.
public protocol MFAError: Auth0APIError, Equatable {
    /// The code of a failure which no server named.
    static var unnamedCode: String { get }
}

extension MFAError {
    /// The member `error` of what the server said, or the operation's own code.
    public var code: String { info["error"] as? String ?? Self.unnamedCode }

    /// The server's description, or a sentence with the code.
    public var message: String {
        text("description") ?? text("error_description") ?? "Failed with the error \(code.excerptForLog)"
    }

    /// Whether the token of the login has expired or is wrong: begin the login anew.
    public var isMultifactorTokenInvalid: Bool {
        isCode("expired_token") && isDescription("mfa_token is expired") || isInvalidGrant("Malformed mfa_token")
    }
}
