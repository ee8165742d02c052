public import ByteEncodings

/// The claims of an ID token about its user; `nil` where the token lacks one.
///
/// - SeeAlso: [OpenID Connect Core §5.1](https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims)
public struct OpenIdUser: Sendable, Hashable, Codable {
    /// The identifier of the user (`sub`).
    public var id: String?
    /// The full name, with all its parts, as it is displayed.
    public var name: String?
    /// The short name by which the user wishes to be referred to.
    public var preferredUsername: String?
    /// The given name or first name.
    public var givenName: String?
    /// The surname or last name.
    public var familyName: String?
    /// The middle name.
    public var middleName: String?
    /// The casual name, which may differ from the given name.
    public var nickname: String?
    /// The URL of the profile picture.
    public var picture: String?
    /// The URL of the user's web page or blog.
    public var website: String?
    /// The preferred e-mail address.
    public var email: String?
    /// Whether the e-mail address has been verified.
    public var emailVerified: Bool?
    /// The gender.
    public var gender: String?
    /// The time zone, a name of the zoneinfo database such as `Europe/Paris`.
    public var zoneinfo: String?
    /// The language and country, for example `fr-FR`.
    public var locale: String?
    /// The preferred telephone number.
    public var phoneNumber: String?
    /// Whether the telephone number has been verified.
    public var phoneNumberVerified: Bool?
    /// The preferred postal address.
    public var address: ProfileAddress?

    /// Creates a user without claims.
    public init() {}

    enum CodingKeys: String, CodingKey {
        case id = "sub"
        case name
        case preferredUsername = "preferred_username"
        case givenName = "given_name"
        case familyName = "family_name"
        case middleName = "middle_name"
        case nickname, picture, website, email
        case emailVerified = "email_verified"
        case gender, zoneinfo, locale
        case phoneNumber = "phone_number"
        case phoneNumberVerified = "phone_number_verified"
        case address
    }

    /// Creates a user from the claims of a verified token; a claim of an unexpected type is omitted.
    init(claims: [String: any Sendable]) {
        let texts: [(CodingKeys, WritableKeyPath<Self, String?>)] = [
            (.id, \.id), (.name, \.name), (.preferredUsername, \.preferredUsername), (.givenName, \.givenName),
            (.familyName, \.familyName), (.middleName, \.middleName), (.nickname, \.nickname), (.picture, \.picture),
            (.website, \.website), (.email, \.email), (.gender, \.gender), (.zoneinfo, \.zoneinfo),
            (.locale, \.locale), (.phoneNumber, \.phoneNumber),
        ]
        for (key, member) in texts { self[keyPath: member] = claims[key.rawValue] as? String }
        emailVerified = claims[CodingKeys.emailVerified.rawValue] as? Bool
        phoneNumberVerified = claims[CodingKeys.phoneNumberVerified.rawValue] as? Bool
        address = ProfileAddress(claim: claims[CodingKeys.address.rawValue])
    }
}

/// The name of the type in ReachFive's documents.
public typealias OpenIDUser = OpenIdUser

extension OpenIdUser: _Redacted {
    /// A mirror of only the identifier: the other claims are personal.
    public var customMirror: Mirror { Mirror(self, children: ["id": id as Any]) }
}
