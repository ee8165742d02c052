import Foundation
import OpenID

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The endpoints of a tenant, called without the SDK.
///
/// This flow of 2017 works, but do not ship it: the comments describe what the SDK does in addition.
struct AuthorizationServer: Sendable {
    let domain: String
    let clientId: String

    /// The values of one login that the redirect needs.
    struct Attempt: Sendable {
        let address: URL
        let redirectURI: String
        let codeVerifier: String
        let state: String
    }

    /// The tokens that the tenant issued for an authorization code.
    struct Tokens: Sendable {
        let accessToken: String
        let idToken: String?
        let refreshToken: String?
    }

    /// The profile of the user.
    struct Profile: Sendable {
        let name: String?
        let email: String?
    }

    /// Creates the address of the login page.
    ///
    /// The SDK also sends a `nonce`, which the ID token must contain: without one, an attacker can inject a stolen ID
    /// token here.
    func authorize(redirectURI: String) throws -> Attempt {
        let codeVerifier = generateRandomBytes()
        let state = generateRandomBytes()
        var components = URLComponents(string: domain + "/authorize")
        components?.queryItems = [
            URLQueryItem(name: "response_type", value: "code"),
            URLQueryItem(name: "client_id", value: clientId),
            URLQueryItem(name: "code_challenge_method", value: "S256"),
            URLQueryItem(name: "code_challenge", value: try challenge(of: codeVerifier)),
            URLQueryItem(name: "state", value: state),
            URLQueryItem(name: "scope", value: "openid profile"),
            URLQueryItem(name: "redirect_uri", value: redirectURI),
        ]
        guard let address = components?.url else { throw FlowError.noBrowser }
        return Attempt(address: address, redirectURI: redirectURI, codeVerifier: codeVerifier, state: state)
    }

    /// Returns the authorization code of an authorization response.
    ///
    /// The SDK compares `iss` with the tenant (RFC 9207), so that no other server can respond in its place; it refuses
    /// duplicate parameters and tokens in the response; and it keeps waiting after a wrong `state`, because any website
    /// can send a browser here.
    func code(in callback: URL, of attempt: Attempt) throws(FlowError) -> String {
        let components = URLComponents(url: callback, resolvingAgainstBaseURL: false)
        var received: [String: String] = [:]
        for item in components?.queryItems ?? [] { received[item.name] = item.value }
        guard received["state"] == attempt.state else { throw .notOurs }
        if let error = received["error"] { throw .refused(received["error_description"] ?? error) }
        guard let code = received["code"] else { throw .malformed }
        return code
    }

    /// Exchanges the authorization code for tokens.
    ///
    /// This code does not validate the ID token in the server response. The SDK verifies its signature with the
    /// tenant's keys, and its issuer, audience, times, nonce and organization; it also limits the size and duration of
    /// server responses, follows no redirects, and refuses JSON with duplicate members.
    func getToken(
        _ code: String, _ attempt: Attempt, handler: @escaping @Sendable (Result<Tokens, FlowError>) -> Void
    ) {
        guard let url = URL(string: domain + "/oauth/token") else { return handler(.failure(.malformed)) }
        let body = [
            "grant_type": "authorization_code",
            "client_id": clientId,
            "code": code,
            "code_verifier": attempt.codeVerifier,
            "redirect_uri": attempt.redirectURI,
        ]
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = try? JSONSerialization.data(withJSONObject: body)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let task = URLSession.shared.dataTask(with: request) { data, _, _ in
            guard let data, let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
                return handler(.failure(.malformed))
            }
            guard let accessToken = json["access_token"] as? String else {
                return handler(.failure(.refused(json["error_description"] as? String ?? "no token")))
            }
            handler(
                .success(
                    Tokens(
                        accessToken: accessToken, idToken: json["id_token"] as? String,
                        refreshToken: json["refresh_token"] as? String)))
        }
        task.resume()
    }

    /// Requests the profile of the user.
    func getProfile(accessToken: String, handler: @escaping @Sendable (Result<Profile, any Error>) -> Void) {
        guard let url = URL(string: domain + "/userinfo") else { return handler(.failure(FlowError.malformed)) }
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer " + accessToken]
        let task = URLSession(configuration: configuration).dataTask(with: url) { data, _, _ in
            guard let data, let json = try? JSONSerialization.jsonObject(with: data) as? [String: String] else {
                return handler(.failure(FlowError.malformed))
            }
            handler(.success(Profile(name: json["name"], email: json["email"])))
        }
        task.resume()
    }

    private func base64UrlEncode(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "=", with: "")
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    /// Returns 32 random bytes as 43 characters; on Linux the standard library's generator uses the kernel's.
    private func generateRandomBytes() -> String {
        var generator = SystemRandomNumberGenerator()
        return base64UrlEncode(Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }

    /// Returns the SHA-256 of the verifier; Foundation on Linux has no SHA-256, so it comes from the SDK.
    private func challenge(of codeVerifier: String) throws -> String { try PKCE(verifier: codeVerifier).challenge }
}
