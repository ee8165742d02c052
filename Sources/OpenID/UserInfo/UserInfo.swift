public import FoundationEssentials
public import RequestPipeline

/// The profile of a user: the standard claims, and all others as they came.
///
/// A standard claim of a wrong type is left out; of those that are booleans the texts `true` and `false`, which Apple and
/// Amazon Cognito send, count.
///
/// - SeeAlso: [OpenID Connect Core §5.1](https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims)
public struct UserInfo: Sendable {
    /// The names of the claims that have a property of their own.
    public static let publicClaims = [
        "sub", "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile",
        "picture", "website", "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number",
        "phone_number_verified", "address", "updated_at", "act",
    ]

    /// The user's ID.
    public let sub: String
    /// The whole name, to show.
    public let name: String?
    /// The given name.
    public let givenName: String?
    /// The family name.
    public let familyName: String?
    /// The middle name.
    public let middleName: String?
    /// A casual name.
    public let nickname: String?
    /// The name the user likes to be known by.
    public let preferredUsername: String?
    /// The page of the profile.
    public let profile: URL?
    /// A picture of the user.
    public let picture: URL?
    /// The user's own page.
    public let website: URL?
    /// The e-mail address.
    public let email: String?
    /// Whether somebody checked that the address is the user's.
    public let emailVerified: Bool?
    /// The gender.
    public let gender: String?
    /// The birthday, `YYYY-MM-DD`.
    public let birthdate: String?
    /// The time zone; needs Foundation's time zone data in the program, see ``zoneinfoName``.
    public let zoneinfo: TimeZone?
    /// The name of the time zone, such as `Europe/Paris`.
    public let zoneinfoName: String?
    /// The language and region.
    public let locale: Locale?
    /// The telephone number.
    public let phoneNumber: String?
    /// Whether somebody checked that the number is the user's.
    public let phoneNumberVerified: Bool?
    /// The postal address, by its parts.
    public let address: [String: String]?
    /// When the profile last changed.
    public let updatedAt: Date?
    /// Who acts for the user, when somebody does.
    public let act: ActClaim?
    /// All other claims.
    public let customClaims: [String: any Sendable]?
    /// The token that the claims came in, when they came in one.
    let signedText: String?

    /// Reads a profile from the claims of an answer or of an ID token.
    ///
    /// - Parameter json: The claims; without a text `sub` there is no profile.
    public init?(json: [String: any Sendable]) { self.init(json: json, signedText: nil) }

    /// Reads a profile from the claims of a token.
    init?(json: [String: any Sendable], signedText: String?) {
        guard let sub = json["sub"] as? String else { return nil }
        func text(_ claim: String) -> String? { json[claim] as? String }
        func url(_ claim: String) -> URL? { text(claim).flatMap { URL(string: $0) } }

        self.sub = sub
        self.signedText = signedText
        name = text("name")
        givenName = text("given_name")
        familyName = text("family_name")
        middleName = text("middle_name")
        nickname = text("nickname")
        preferredUsername = text("preferred_username")
        profile = url("profile")
        picture = url("picture")
        website = url("website")
        email = text("email")
        emailVerified = Self.flag(json["email_verified"])
        gender = text("gender")
        birthdate = text("birthdate")
        zoneinfoName = text("zoneinfo")
        zoneinfo = zoneinfoName.flatMap { TimeZone(identifier: $0) }
        locale = text("locale").map { Locale(identifier: $0) }
        phoneNumber = text("phone_number")
        phoneNumberVerified = Self.flag(json["phone_number_verified"])
        address = Self.address(json["address"])
        updatedAt = Self.moment(json["updated_at"])
        act = (json["act"] as? [String: any Sendable]).flatMap(ActClaim.init(json:))
        customClaims = json.filter { !Self.publicClaims.contains($0.key) }
    }

    private static func flag(_ value: (any Sendable)?) -> Bool? {
        switch value {
        case let value as Bool: value
        case "true" as String: true
        case "false" as String: false
        default: nil
        }
    }

    /// An address counts only when all its parts are texts.
    private static func address(_ value: (any Sendable)?) -> [String: String]? {
        guard let parts = value as? [String: any Sendable] else { return nil }
        let texts = parts.compactMapValues { $0 as? String }
        return texts.count == parts.count ? texts : nil
    }

    /// Seconds since 1970, as OpenID says, as a number or its digits; or the ISO 8601 text that Auth0 sends.
    private static func moment(_ value: (any Sendable)?) -> Date? {
        switch value {
        case let seconds as Int: return Date(timeIntervalSince1970: Double(seconds))
        case let seconds as Double: return Date(timeIntervalSince1970: seconds)
        case let text as String:
            if let seconds = Double(text) { return Date(timeIntervalSince1970: seconds) }
            return (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
        default: return nil
        }
    }
}

extension UserInfo: SubjectCarrying {}

extension UserInfo: Redacted {
    /// The user's ID; a profile is personal data and does not belong into a log.
    public var customMirror: Mirror { Mirror(self, children: ["sub": sub]) }
}

/// The name that newer versions of the calls use.
public typealias UserProfile = UserInfo
