/// A login on a device without a browser.
///
/// - SeeAlso: [RFC 8628](https://www.rfc-editor.org/rfc/rfc8628)
struct DeviceLogin: Sendable {
    /// What the person at the browser decided.
    enum Decision: Sendable {
        case none
        case approved(userID: String)
        case denied
    }

    let clientID: String
    let userCode: String
    let audience: String?
    let scopes: [String]
    let expiresAt: Int
    var organization: Organization?
    /// How many seconds have to pass between two questions.
    var interval = 5
    var askedAt: Int?
    var decision = Decision.none
}
