import ByteEncodings

extension Claims: JSONReadable {
    /// Reads the claims with the scanner, as the SDK's own types do.
    init(from json: inout JSONScanner) throws(JSONError) {
        var (iss, sub, nonce, sid, name, email, picture, updatedAt) = ("", "", "", "", "", "", "", "")
        var (exp, iat, authTime) = (0.0, 0.0, 0.0)
        var aud: [String] = []
        var emailVerified = false
        try json.object { member, json throws(JSONError) in
            switch member {
            case "iss": iss = try json.string()
            case "sub": sub = try json.string()
            case "aud": try json.array { json throws(JSONError) in aud.append(try json.string()) }
            case "exp": exp = try json.number().double
            case "iat": iat = try json.number().double
            case "auth_time": authTime = try json.number().double
            case "nonce": nonce = try json.string()
            case "sid": sid = try json.string()
            case "name": name = try json.string()
            case "email": email = try json.string()
            case "email_verified": emailVerified = try json.boolean()
            case "picture": picture = try json.string()
            case "updated_at": updatedAt = try json.string()
            default: try json.skip()
            }
        }
        self.init(
            iss: iss, sub: sub, aud: aud, exp: exp, iat: iat, authTime: authTime, nonce: nonce, sid: sid, name: name,
            email: email, emailVerified: emailVerified, picture: picture, updatedAt: updatedAt)
    }
}
