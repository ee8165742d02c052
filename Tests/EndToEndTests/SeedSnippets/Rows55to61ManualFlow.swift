import ByteEncodings
import Foundation
import OpenID
import TenantEmulator
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The manual flow of 2017: plain Foundation against the tenant, no SDK. `Examples/Sources/ManualFlow` is it as a
/// program.
@Suite struct ManualFlowRows {
    private let tenant: EmulatedTenant
    private let redirect = "auth0test1://test"
    private var domain: String { tenant.domain }
    private var clientId: String { tenant.clientID }

    init() throws {
        var configuration = TenantConfiguration()
        configuration.seed.clients[0].callbacks.append(redirect)
        configuration.seed.clients[0].logoutURLs.append(redirect)
        tenant = try EmulatedTenant.start(configuration)
    }

    /// A replacement of `SFAuthenticationSession`: shows the page, and calls back with a URL of the custom scheme.
    private struct BrowserSession {
        let tenant: EmulatedTenant
        let url: URL
        let callbackURLScheme: String
        let completionHandler: @Sendable (URL?, (any Error)?) -> Void

        @discardableResult
        func start() -> Bool {
            let items = Dictionary(
                (URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []).map {
                    ($0.name, $0.value ?? "")
                }
            ) { first, _ in first }
            let code = try? tenant.issueAuthorizationCode(
                for: "john@example.com", codeChallenge: items["code_challenge"] ?? "",
                redirectURI: items["redirect_uri"] ?? "", scope: items["scope"] ?? "")
            let callback = URL(string: "\(callbackURLScheme)://test?code=\(code ?? "")&state=\(items["state"] ?? "")")
            completionHandler(code == nil ? nil : callback, code == nil ? URLError(.badURL) : nil)
            return code != nil
        }
    }

    private func base64UrlEncode(_ data: Data) -> String {
        var b64 = data.base64EncodedString()
        b64 = b64.replacingOccurrences(of: "=", with: "")
        b64 = b64.replacingOccurrences(of: "+", with: "-")
        b64 = b64.replacingOccurrences(of: "/", with: "_")
        return b64
    }

    /// In place of `SecRandomCopyBytes`.
    private func generateRandomBytes() -> String? {
        var generator = SystemRandomNumberGenerator()
        return base64UrlEncode(Data((0..<4).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }))
    }

    private func generateCodeChallenge(_ codeVerifier: String) throws -> String {
        try PKCE(verifier: codeVerifier).challenge
    }

    private func authorizeURL(challenge: String, state: String, scope: String = "openid profile") throws -> URL {
        var urlComp = try #require(URLComponents(string: domain + "/authorize"))
        urlComp.queryItems = [
            URLQueryItem(name: "response_type", value: "code"),
            URLQueryItem(name: "client_id", value: clientId),
            URLQueryItem(name: "code_challenge_method", value: "S256"),
            URLQueryItem(name: "code_challenge", value: challenge),
            URLQueryItem(name: "state", value: state),
            URLQueryItem(name: "scope", value: scope),
            URLQueryItem(name: "redirect_uri", value: redirect),
        ]
        return try #require(urlComp.url)
    }

    @Test func `row 60 the helpers of PKCE`() throws {
        let verifiers = (0..<20).compactMap { _ in generateRandomBytes() }

        #expect(Set(verifiers).count == 20)
        #expect(verifiers.allSatisfy { $0.utf8.count == 43 && (try? Base64URL.decode($0)) != nil })
        #expect(base64UrlEncode(Data([0xFB, 0xFF])) == "-_8")
        // RFC 7636, appendix B.
        let challenge = try generateCodeChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `row 55 the address of the login page shows the login page`() async throws {
        let challenge = try generateCodeChallenge(try #require(generateRandomBytes()))
        let url = try authorizeURL(challenge: challenge, state: "s", scope: "id_token profile")

        let (data, response) = try await URLSession(configuration: .ephemeral).data(from: url)

        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(response.url?.path == "/u/login")
        #expect(String(decoding: data, as: UTF8.self).contains(#"name="password""#))
    }

    @Test func `rows 56 to 59 from the login page to the profile`() async throws {
        let codeVerifier = try #require(generateRandomBytes())
        let savedState = try #require(generateRandomBytes())
        let url = try authorizeURL(challenge: generateCodeChallenge(codeVerifier), state: savedState)

        let redirected: URL? = await called { done in
            let session = BrowserSession(
                tenant: tenant, url: url, callbackURLScheme: "auth0test1",
                completionHandler: { (url, error) in
                    guard error == nil else { return done(nil) }
                    done(url)
                })
            session.start()
        }

        let (receivedCode, receivedState) = parseAuthorizeRedirectUrl(try #require(redirected))
        #expect(receivedState == savedState)
        let json = await getToken(code: try #require(receivedCode), codeVerifier)
        let accessToken = try #require(json?["access_token"] as? String)
        #expect(json?["id_token"] is String)
        #expect(json?["refresh_token"] == nil)
        let profile = await getProfile(accessToken: accessToken)
        #expect(profile?["name"] == "John Appleseed")
        #expect(profile?["email"] == nil)
        // A code is valid for one exchange.
        #expect(await getToken(code: try #require(receivedCode), codeVerifier)?["error"] as? String == "invalid_grant")
    }

    private func parseAuthorizeRedirectUrl(_ url: URL) -> (code: String?, state: String?) {
        guard let urlComp = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return (nil, nil) }
        var (receivedCode, receivedState): (String?, String?)
        for item in urlComp.queryItems ?? [] {
            if item.name == "code" {
                receivedCode = item.value
            } else if item.name == "state" {
                receivedState = item.value
            }
        }
        return (receivedCode, receivedState)
    }

    private func getToken(code: String, _ codeVerifier: String) async -> [String: any Sendable]? {
        guard let url = URL(string: domain + "/oauth/token") else { return nil }
        let body = [
            "grant_type": "authorization_code",
            "client_id": clientId,
            "code": code,
            "code_verifier": codeVerifier,
            "redirect_uri": redirect,
        ]
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = try? JSONSerialization.data(withJSONObject: body)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let sent = request
        return await called { done in
            let task = URLSession.shared.dataTask(with: sent) { (data, response, error) in
                guard error == nil, let data, let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
                else { return done(nil) }
                done(json.compactMapValues { $0 as? String })
            }
            task.resume()
        }
    }

    private func getProfile(accessToken: String) async -> [String: String]? {
        guard let url = URL(string: domain + "/userinfo") else { return nil }
        let urlSessionConfig = URLSessionConfiguration.default
        urlSessionConfig.httpAdditionalHeaders = [
            AnyHashable("Authorization"): "Bearer " + accessToken
        ]
        let urlSession = URLSession(configuration: urlSessionConfig)
        return await called { done in
            let task = urlSession.dataTask(with: url) { (data, response, error) in
                guard error == nil, let data else { return done(nil) }
                done(try? JSONSerialization.jsonObject(with: data) as? [String: String])
            }
            task.resume()
        }
    }
}
