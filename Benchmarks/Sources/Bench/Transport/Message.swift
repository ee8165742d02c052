import Loopback

/// The request that every variant sends.
struct Message {
    let url: String
    /// `Name: value` lines.
    let headers: [String]
    let body: String

    init(_ endpoint: Endpoint) throws {
        url = try Server.address(endpoint) + "/oauth/token"
        headers = ["Content-Type: application/json", "Accept: application/json", "User-Agent: auth0-streams"]
        body =
            #"{"client_id":"benchmark-client-0123456789ab","grant_type":"refresh_token","refresh_token":""#
            + String(repeating: "r", count: 210) + #""}"#
    }
}
