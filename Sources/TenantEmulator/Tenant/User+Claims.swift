import ByteEncodings
import FoundationEssentials

extension User {
    private static let profileClaims = [
        "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile", "picture",
        "website", "gender", "birthdate", "zoneinfo", "locale",
    ]

    /// The claims of the ID token and the user info that scopes grant, without `sub` ([OpenID Connect Core
    /// §5.4](https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims)).
    func claims(for scopes: Set<String>) -> [String: JSONValue] {
        var claims: [String: JSONValue] = [:]
        if scopes.contains("profile") {
            for name in Self.profileClaims { claims[name] = record.profile[name] }
            claims["updated_at"] = .string(updatedAt.timestamp)
        }
        if scopes.contains("email"), let email = record.email {
            claims["email"] = .string(email)
            claims["email_verified"] = .boolean(record.emailVerified)
        }
        if scopes.contains("phone"), let phoneNumber = record.phoneNumber {
            claims["phone_number"] = .string(phoneNumber)
            claims["phone_number_verified"] = .boolean(record.phoneVerified)
        }
        if scopes.contains("address") { claims["address"] = record.profile["address"] }
        return claims
    }
}
