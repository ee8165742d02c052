/// A login on a device without a browser ([RFC 8628](https://www.rfc-editor.org/rfc/rfc8628)).
struct DeviceLogin: Sendable, Expiring {
    /// The user's decision in the browser.
    enum Decision: Sendable {
        case none
        case approved(userID: String)
        /// The reason is one of the tenant; `nil` if the user refused.
        case denied(reason: String? = nil)
    }

    let clientID: String
    let userCode: String
    let audience: String?
    let scopes: [String]
    let expiresAt: Int
    var organization: Organization?
    /// The minimum time between two polls, in seconds.
    var interval = 5
    var askedAt: Int?
    var decision = Decision.none
}
