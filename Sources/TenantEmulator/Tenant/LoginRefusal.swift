import ByteEncodings

/// The error response that a user receives instead of tokens after the correct password.
struct LoginRefusal: Sendable {
    let status: Int
    let body: JSONValue

    init(status: Int, body: JSONValue) { (self.status, self.body) = (status, body) }

    init(_ seed: TenantSeed.User.LoginRefusal, at place: SeedPath) throws(EmulatorError) {
        (status, body) = (seed.status, try JSONValue.members(ofSeed: seed.body, place["body"]).json)
    }
}
