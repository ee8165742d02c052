import ByteEncodings

/// A code or an approval prompt that was sent to the user.
public struct MFAChallenge: Decodable, Sendable, Hashable {
    /// The type of the challenge, `challenge_type`: `oob`.
    public let challengeType: String
    /// The code that identifies this challenge when it is completed, `oob_code`. It is a secret.
    public let oobCode: String
    /// The binding method, `binding_method`: `prompt` when the user receives a code to enter; `nil` when the user
    /// approves on a phone.
    public let bindingMethod: String?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(challengeType: String = "oob", oobCode: String, bindingMethod: String? = nil) {
        (self.challengeType, self.oobCode, self.bindingMethod) = (challengeType, oobCode, bindingMethod)
    }

    private enum CodingKeys: String, CodingKey {
        case challengeType = "challenge_type"
        case oobCode = "oob_code"
        case bindingMethod = "binding_method"
    }
}

extension MFAChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["challengeType": challengeType, "bindingMethod": bindingMethod as Any])
    }
}
