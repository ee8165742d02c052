/// A second factor that a user has enrolled.
public struct Authenticator: Decodable, Sendable, Hashable, Identifiable {
    /// The ID, which ``MFAClient/challenge(with:mfaToken:)`` takes.
    public let id: String
    /// The type of the authenticator, `authenticator_type`: `otp`, `oob` or `recovery-code`.
    public let authenticatorType: String
    /// The channel of codes and approval prompts, `oob_channel`, such as `sms`; `nil` for types other than `oob`.
    public let oobChannel: String?
    /// The masked phone number or email address that receives codes; `nil` when the server provides none.
    public let name: String?
    /// Whether the enrollment was confirmed.
    public let active: Bool
    /// The type of the factor, with the names of ``MFARequirements``; empty when the server provides none.
    public let type: String

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        id: String, authenticatorType: String, oobChannel: String? = nil, name: String? = nil, active: Bool = true,
        type: String = ""
    ) {
        (self.id, self.authenticatorType, self.oobChannel) = (id, authenticatorType, oobChannel)
        (self.name, self.active, self.type) = (name, active, type)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, active, type
        case authenticatorType = "authenticator_type"
        case oobChannel = "oob_channel"
    }

    /// Creates an authenticator by decoding.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a required member is missing or a member has the wrong type.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        authenticatorType = try values.decode(String.self, forKey: .authenticatorType)
        oobChannel = try values.decodeIfPresent(String.self, forKey: .oobChannel)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        active = try values.decode(Bool.self, forKey: .active)
        type = try values.decodeIfPresent(String.self, forKey: .type) ?? ""
    }

    /// The type of the factor, or the type that follows from the authenticator's type and channel.
    var factor: String {
        guard type.isEmpty else { return type }
        return switch (authenticatorType, oobChannel) {
        case ("oob", "sms"?), ("oob", "voice"?): "phone"
        case ("oob", "auth0"?): "push-notification"
        case ("oob", let channel?): channel
        default: authenticatorType
        }
    }
}
