import ByteEncodings

/// A second-factor challenge that a login waits for.
public struct Challenge: Codable, Sendable, Hashable {
    /// The type of the challenge, `challenge_type`: `otp` for a code that the user's application generates, `oob` for a
    /// code or a prompt that the server sends.
    public let challengeType: String
    /// The code that identifies this challenge when the login is completed, `oob_code`; `nil` for `otp`. It is a
    /// secret.
    public let oobCode: String?
    /// The binding method, `binding_method`: `prompt` when the user receives a code to enter; `nil` when the user
    /// approves on a phone.
    public let bindingMethod: String?

    /// Creates a challenge, for doubles.
    ///
    /// - Parameters:
    ///   - challengeType: The type of the challenge: `otp` or `oob`.
    ///   - oobCode: The code that identifies the challenge; `nil` by default. It is a secret.
    ///   - bindingMethod: The binding method, such as `prompt`; `nil` by default.
    public init(challengeType: String, oobCode: String? = nil, bindingMethod: String? = nil) {
        (self.challengeType, self.oobCode, self.bindingMethod) = (challengeType, oobCode, bindingMethod)
    }

    private enum CodingKeys: String, CodingKey {
        case challengeType = "challenge_type"
        case oobCode = "oob_code"
        case bindingMethod = "binding_method"
    }
}

extension Challenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["challengeType": challengeType, "bindingMethod": bindingMethod as Any])
    }
}
