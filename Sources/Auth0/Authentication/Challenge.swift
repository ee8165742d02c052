import RequestPipeline

/// A second factor that a login waits for.
public struct Challenge: Codable, Sendable, Hashable {
    /// The kind: `otp` for a code the user already has, `oob` for one that is on its way.
    public let challengeType: String
    /// Ties what was sent to the answer; a secret.
    public let oobCode: String?
    /// `prompt` when the user receives a code to type; absent when they answer on their phone.
    public let bindingMethod: String?

    private enum CodingKeys: String, CodingKey {
        case challengeType = "challenge_type"
        case oobCode = "oob_code"
        case bindingMethod = "binding_method"
    }
}

extension Challenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["challengeType": challengeType, "bindingMethod": bindingMethod as Any])
    }
}
