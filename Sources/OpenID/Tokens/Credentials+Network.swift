package import ByteEncodings
import FoundationEssentials

/// The decoding of token responses (RFC 6749 §5.1): the hot path, and stricter than `Codable`.
extension Credentials: JSONReadable {
    package init(from json: inout JSONScanner) throws(JSONError) {
        var accessToken: String?
        var tokenType: String?
        var idToken = ""
        var refreshToken: String?
        var lifetime: Double?
        var scope: String?
        var recoveryCode: String?
        var details: [AuthorizationDetail] = []
        try json.object { name, json throws(JSONError) in
            switch name {
            case "access_token": accessToken = try json.token("access_token")
            case "token_type": tokenType = try json.string()
            case "id_token": idToken = try json.token("id_token") ?? ""
            case "refresh_token": refreshToken = try json.token("refresh_token")
            case "expires_in": lifetime = try json.lifetime()
            case "scope": scope = try json.scope()
            case "recovery_code": recoveryCode = try json.token("recovery_code")
            case "authorization_details": details = try json.authorizationDetails()
            default: try json.skip()
            }
        }
        guard let accessToken else { throw JSONError(.missingMember, member: "access_token") }
        guard let tokenType else { throw JSONError(.missingMember, member: "token_type") }
        guard ["bearer", "dpop"].contains(tokenType.lowercased()) else {
            throw JSONError(.invalidValue, member: "token_type")
        }
        self.init(
            accessToken: accessToken, tokenType: tokenType, idToken: idToken, refreshToken: refreshToken,
            expiresIn: Date(timeIntervalSinceNow: lifetime ?? 0), scope: scope, recoveryCode: recoveryCode,
            authorizationDetails: details)
        receivedLifetime.seconds = lifetime.map { Int($0) }
    }
}

extension JSONScanner {
    /// Reads the scopes; some providers send a list of strings instead of one string with spaces. `nil` for an
    /// empty scope, which RFC 6749 §3.3 does not allow.
    fileprivate mutating func scope() throws(JSONError) -> String? {
        guard try peek() == .array else {
            guard let text = try stringOrNull(), !text.isEmpty else { return nil }
            return text
        }
        var scopes: [String] = []
        try array { json throws(JSONError) in scopes.append(try json.string()) }
        let text = scopes.joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    /// Reads an array of permissions.
    fileprivate mutating func authorizationDetails() throws(JSONError) -> [AuthorizationDetail] {
        guard let details = [AuthorizationDetail](try value()) else {
            throw JSONError(.wrongType, member: "authorization_details")
        }
        return details
    }
}
