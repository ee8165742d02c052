/// The claims of an ID token, as a program without an SDK would declare them.
struct Claims: Codable, Sendable {
    let iss: String
    let sub: String
    let aud: [String]
    let exp: Double
    let iat: Double
    let authTime: Double
    let nonce: String
    let sid: String
    let name: String
    let email: String
    let emailVerified: Bool
    let picture: String
    let updatedAt: String

    private enum CodingKeys: String, CodingKey {
        case iss, sub, aud, exp, iat, nonce, sid, name, email, picture
        case authTime = "auth_time"
        case emailVerified = "email_verified"
        case updatedAt = "updated_at"
    }

    /// The claims of an ordinary login.
    static let text = """
        {"iss":"https://tenant.example.com/","sub":"auth0|5f7c8ec7c33c6c004bbafe82",\
        "aud":["my-client-0123456789","https://api.example.com"],"exp":1735689600,"iat":1735603200,\
        "auth_time":1735603100,"nonce":"n-0S6_WzA2Mj-0123456789","sid":"IIFTzAmvxNd0xkGSUULlmzN4f5AsFMhO",\
        "name":"Zoë Example","email":"zoe@example.com","email_verified":true,\
        "picture":"https://s.example.com/avatar/ab12cd34ef56?s=480&r=pg","updated_at":"2026-01-02T03:04:05.678Z"}
        """
}
