import Foundation
import OpenID

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The endpoints of a tenant, called by hand.
///
/// This is the flow of 2017, and it works. It is not what to ship: the comments say what the SDK does beside it.
struct AuthorizationServer: Sendable {
    let domain: String
    let clientId: String

    /// One login: what has to be remembered until the browser comes back.
    struct Attempt: Sendable {
        let address: URL
        let redirectURI: String
        let codeVerifier: String
        let state: String
    }

    /// What the tenant gave for a code.
    struct Tokens: Sendable {
        let accessToken: String
        let idToken: String?
        let refreshToken: String?
    }

    /// Who has logged in.
    struct Profile: Sendable {
        let name: String?
        let email: String?
    }

    /// Makes the address of the login page.
    ///
    /// The SDK sends a `nonce` too, and the ID token has to repeat it: without one, an ID token that was stolen elsewhere
    /// can be slipped in here.
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

    /// Reads what the browser brought back.
    ///
    /// The SDK compares `iss` with the tenant that was asked (RFC 9207), so that no other can answer in its place; it takes
    /// no parameter twice, and no token that comes this way; and it goes on waiting when the state is wrong, because
    /// anybody can send a browser here.
    func code(in callback: URL, of attempt: Attempt) throws(FlowError) -> String {
        let components = URLComponents(url: callback, resolvingAgainstBaseURL: false)
        var received: [String: String] = [:]
        for item in components?.queryItems ?? [] { received[item.name] = item.value }
        guard received["state"] == attempt.state else { throw .notOurs }
        if let error = received["error"] { throw .refused(received["error_description"] ?? error) }
        guard let code = received["code"] else { throw .malformed }
        return code
    }

    /// Exchanges the code.
    ///
    /// The ID token that comes with the answer is not looked at here. The SDK checks its signature against the tenant's
    /// keys, and issuer, audience, times, nonce and organization; and it limits what an answer may be: its size, its time,
    /// redirects, and JSON with members twice.
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

    /// Asks who has logged in.
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

    /// 43 letters of 32 bytes: on Linux the generator of the standard library asks the kernel.
    private func generateRandomBytes() -> String {
        var generator = SystemRandomNumberGenerator()
        return base64UrlEncode(Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }

    /// The SHA-256 of the verifier: the one thing that Foundation on Linux does not have, so it is borrowed.
    private func challenge(of codeVerifier: String) throws -> String { try PKCE(verifier: codeVerifier).challenge }
}
