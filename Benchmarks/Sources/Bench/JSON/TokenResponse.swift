import Foundation

/// A token response, as a program without an SDK would declare it.
struct TokenResponse: Codable, Sendable {
    let accessToken: String
    let tokenType: String
    let idToken: String
    let refreshToken: String?
    let expiresIn: Double
    let scope: String?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case idToken = "id_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case scope
    }

    static let decoder = JSONDecoder()
}
