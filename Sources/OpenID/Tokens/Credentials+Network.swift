package import ByteEncodings
import FoundationEssentials

/// The decoding of token responses: the hot path, and stricter than `Codable`.
///
/// - SeeAlso: [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1)
extension Credentials: JSONReadable {
    package init(from json: inout JSONScanner) throws(JSONError) {
        var accessToken = ""
        var tokenType: String?
        var idToken = ""
        var refreshToken: String?
        var lifetime: Double?
        var scope: String?
        var recoveryCode: String?
        var details: [AuthorizationDetail] = []
        try json.object { name, json throws(JSONError) in
            switch name {
            case "access_token": accessToken = try json.string()
            case "token_type": tokenType = try json.string()
            case "id_token": idToken = try json.stringOrNull() ?? ""
            case "refresh_token": refreshToken = try json.stringOrNull()
            case "expires_in": lifetime = try json.lifetime()
            case "scope": scope = try json.scope()
            case "recovery_code": recoveryCode = try json.stringOrNull()
            case "authorization_details": details = try json.authorizationDetails()
            default: try json.skip()
            }
        }
        guard !accessToken.isEmpty else { throw JSONError(.missingMember, member: "access_token") }
        guard let tokenType else { throw JSONError(.missingMember, member: "token_type") }
        guard ["bearer", "dpop"].contains(tokenType.lowercased()) else {
            throw JSONError(.invalidValue, member: "token_type")
        }
        self.init(
            accessToken: accessToken, tokenType: tokenType, idToken: idToken, refreshToken: refreshToken,
            expiresIn: Date(timeIntervalSinceNow: lifetime ?? 0), scope: scope, recoveryCode: recoveryCode,
            authorizationDetails: details)
    }
}

extension JSONScanner {
    /// Reads the scopes; some providers send a list of strings instead of one string with spaces.
    fileprivate mutating func scope() throws(JSONError) -> String? {
        guard try peek() == .array else { return try stringOrNull() }
        var scopes: [String] = []
        try array { json throws(JSONError) in scopes.append(try json.string()) }
        return scopes.joined(separator: " ")
    }

    /// Reads an array of permissions.
    fileprivate mutating func authorizationDetails() throws(JSONError) -> [AuthorizationDetail] {
        guard let details = [AuthorizationDetail](try value()) else {
            throw JSONError(.wrongType, member: "authorization_details")
        }
        return details
    }

    /// Reads the lifetime of a token in seconds: a positive number, or a string of digits, up to ten years; `nil` for
    /// `null`.
    package mutating func lifetime() throws(JSONError) -> Double? {
        let seconds: Double?
        switch try peek() {
        case .null:
            try null()
            return nil
        case .number: seconds = try number().double
        case .string:
            let text = try string()
            seconds = text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Double(text) : nil
        default: throw JSONError(.wrongType, member: "expires_in")
        }
        guard let seconds, seconds > 0, seconds <= 315_360_000 else {
            throw JSONError(.invalidValue, member: "expires_in")
        }
        return seconds
    }
}
