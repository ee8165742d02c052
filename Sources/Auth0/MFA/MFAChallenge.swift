import RequestPipeline

/// A code or a question that is on its way to the user.
public struct MFAChallenge: Decodable, Sendable, Hashable {
    /// The kind of challenge.
    public let challengeType: String
    /// Ties what was sent to the answer; a secret.
    public let oobCode: String
    /// `prompt` when the user receives a code to type; absent when they answer on their phone.
    public let bindingMethod: String?

    private enum CodingKeys: String, CodingKey {
        case challengeType = "challenge_type"
        case oobCode = "oob_code"
        case bindingMethod = "binding_method"
    }
}

extension MFAChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["challengeType": challengeType, "bindingMethod": bindingMethod as Any])
    }
}
