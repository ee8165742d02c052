/// A login with a one-time code for a user of a database connection.
struct DatabaseCode: Sendable, Expiring {
    let clientID: String
    let connection: String
    let address: String
    let isEmail: Bool
    let allowsSignup: Bool
    let expiresAt: Int
}
