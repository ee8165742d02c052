import ByteEncodings
public import FoundationEssentials
import JOSE

/// The profile of a user: the standard claims, and all others unchanged.
///
/// A standard claim of the wrong type is `nil`. Boolean claims also accept the strings `true` and `false`, which Apple
/// and Amazon Cognito send.
///
/// - SeeAlso: [OpenID Connect Core §5.1](https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims)
public struct UserInfo: Sendable {
    /// The names of the claims that have a dedicated property.
    public static let publicClaims = [
        "sub", "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile",
        "picture", "website", "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number",
        "phone_number_verified", "address", "updated_at", "act",
    ]

    /// The ID of the user (`sub`).
    public let sub: String
    /// The full name for display (`name`).
    public let name: String?
    /// The given name (`given_name`).
    public let givenName: String?
    /// The family name (`family_name`).
    public let familyName: String?
    /// The middle name (`middle_name`).
    public let middleName: String?
    /// The casual name (`nickname`).
    public let nickname: String?
    /// The name by which the user wants to be addressed (`preferred_username`).
    public let preferredUsername: String?
    /// The address of the profile page (`profile`).
    public let profile: URL?
    /// The address of a picture of the user (`picture`).
    public let picture: URL?
    /// The address of the user's website (`website`).
    public let website: URL?
    /// The e-mail address (`email`).
    public let email: String?
    /// Whether the provider verified the e-mail address (`email_verified`).
    public let emailVerified: Bool?
    /// The gender (`gender`).
    public let gender: String?
    /// The birthday, as `YYYY-MM-DD` (`birthdate`).
    public let birthdate: String?
    /// The time zone (`zoneinfo`). The program needs Foundation's time zone data; see ``zoneinfoName``.
    public let zoneinfo: TimeZone?
    /// The name of the time zone, such as `Europe/Paris` (`zoneinfo`).
    public let zoneinfoName: String?
    /// The language and region (`locale`).
    public let locale: Locale?
    /// The telephone number (`phone_number`).
    public let phoneNumber: String?
    /// Whether the provider verified the telephone number (`phone_number_verified`).
    public let phoneNumberVerified: Bool?
    /// The parts of the postal address (`address`).
    public let address: [String: String]?
    /// The time when the profile last changed (`updated_at`).
    public let updatedAt: Date?
    /// The party that acts on behalf of the user (`act`); `nil` if there is none.
    public let act: ActClaim?
    /// All other claims.
    public let customClaims: [String: any Sendable]?
    /// The signed token that contained the claims; `nil` if the server response was JSON.
    let signedText: String?

    /// Creates a profile from the claims of a server response or an ID token.
    ///
    /// - Parameter json: The claims; `nil` is returned if `sub` is not a string.
    public init?(json: [String: any Sendable]) { self.init(json: json, signedText: nil) }

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

    /// Returns an address; `nil` unless all its parts are strings.
    private static func address(_ value: (any Sendable)?) -> [String: String]? {
        guard let parts = value as? [String: any Sendable] else { return nil }
        let texts = parts.compactMapValues { $0 as? String }
        return texts.count == parts.count ? texts : nil
    }

    /// Returns a time: seconds since 1970, as OpenID Connect specifies, as a number or a string of digits; or an ISO
    /// 8601 string, which Auth0 sends.
    private static func moment(_ value: (any Sendable)?) -> Date? {
        switch value {
        case let seconds as Int: return Date(numericDate: Double(seconds))
        case let seconds as Double: return Date(numericDate: seconds)
        case let text as String:
            if let seconds = Double(text) { return Date(numericDate: seconds) }
            return (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
        default: return nil
        }
    }
}

extension UserInfo: _SubjectCarrying {}

extension UserInfo: _Redacted {
    /// A mirror of only the user's ID: a profile is personal data and does not belong in a log.
    public var customMirror: Mirror { Mirror(self, children: ["sub": sub]) }
}

/// The name of ``UserInfo`` in newer versions of the original library.
public typealias UserProfile = UserInfo
