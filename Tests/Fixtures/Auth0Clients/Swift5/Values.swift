// Values and errors as unit tests of apps use them.
import Auth0
import Foundation
import JOSE
import Streams

func credentials() throws -> [Credentials] {
    let all = [
        Credentials(
            accessToken: "a", tokenType: "Bearer", idToken: "i", refreshToken: "r",
            expiresIn: Date(timeIntervalSinceNow: 60), scope: "openid", recoveryCode: nil),
        Credentials(accessToken: "a", tokenType: "bearer"),
        Credentials(),
        Credentials(accessToken: "a", tokenType: "b", idToken: "c", expiresAt: Date(), scope: nil),
    ]
    let data = try JSONEncoder().encode(all)
    let plist = try PropertyListEncoder().encode(all[0])
    _ = try PropertyListDecoder().decode(Credentials.self, from: plist)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return try decoder.decode([Credentials].self, from: data)
}

func profile() -> String? {
    guard let user = UserInfo(json: ["sub": "auth0|1", "name": "N", "https://example.com/roles": ["a", "b"]]) else {
        return nil
    }
    let roles = user.customClaims?["https://example.com/roles"] as? [String]
    let picture: URL? = user.picture
    let when: Date? = user.updatedAt
    _ = UserInfo.publicClaims.contains("sub")
    return [
        user.name, user.email, roles?.joined(), picture?.absoluteString, when?.description, user.locale?.identifier,
        user.zoneinfo?.identifier, user.address?["country"],
    ].compactMap { $0 }.joined()
}

func parse(claims: [String: Any]) -> UserInfo? { UserInfo(json: claims) }

func tokens(_ c: Credentials) throws {
    let jwt = try decode(jwt: c.idToken)
    _ = (jwt.subject, jwt.expired, jwt.expiresAt, jwt.claim(name: "email").string, jwt["roles"].array)
    let sso = SSOCredentials(sessionTransferToken: "s", issuedTokenType: "t", expiresIn: Date(), idToken: "i")
    print(sso, sso.refreshToken ?? "none")
}

func authenticationErrors(_ error: AuthenticationError) -> String {
    if error.isMultifactorRequired, let token = error.info["mfa_token"] as? String { return token }
    if error.isInvalidCredentials || error.isAccessDenied || error.isTooManyAttempts { return error.code }
    if let cause = error.cause { return "\(cause)" }
    switch error {
    case let e where e.isNetworkError: return "offline"
    case let e where e.statusCode == 429: return "later"
    default: return "\(error.debugDescription) \(error.localizedDescription) \(error.info) \(error)"
    }
}

func anyError(_ error: Error) -> String {
    switch error {
    case WebAuthError.userCancelled: return "cancelled"
    case WebAuthError.noBundleIdentifier, WebAuthError.invalidInvitationURL, WebAuthError.noAuthorizationCode,
        WebAuthError.pkceNotAllowed, WebAuthError.idTokenValidationFailed, WebAuthError.other, WebAuthError.unknown:
        return "web"
    case let error as Auth0APIError: return error.code + String(error.statusCode)
    case let error as Auth0Error: return error.debugDescription
    default: return (error as? LocalizedError)?.errorDescription ?? error.localizedDescription
    }
}

func webErrors(_ result: WebAuthResult<Credentials>) -> Bool {
    switch result {
    case .success(let c): return c.accessToken.isEmpty
    case .failure(let e) where e == .userCancelled: return false
    case .failure(.transactionActiveAlready): return false
    case .failure(let e):
        if WebAuthError.idTokenValidationFailed ~= e, let cause = e.cause { print(cause) }
        if let inner = e.cause as? AuthenticationError, inner.isLoginRequired { return true }
        return e != WebAuthError.other
    }
}

func made() -> [Error] {
    [
        AuthenticationError(info: ["code": "invalid_user_password", "description": "Wrong"], statusCode: 401),
        AuthenticationError(cause: URLError(.notConnectedToInternet)),
        ManagementError(info: ["code": "x", "description": "y"], statusCode: 400),
        MyAccountError(info: ["type": "x", "title": "t", "detail": "d"], statusCode: 400),
        AuthenticationError(info: [:], statusCode: 500),
    ]
}

func infoFromJSON(_ data: Data) throws -> AuthenticationError {
    let json = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    return AuthenticationError(info: json, statusCode: 400)
}

func results(
    _ a: AuthenticationResult<Credentials>, _ m: ManagementResult<ManagementObject>, _ c: MyAccountResult<[Factor]>
) throws {
    let credentials: Credentials = try a.get()
    let user: [String: Any] = try m.get()
    let metadata = user["user_metadata"] as? [String: Any]
    let name = metadata?["name"] as? String ?? ""
    let identities = user["identities"] as? [[String: Any]] ?? []
    print(credentials, name, identities.count, try c.get())
}

func patching() -> Request<ManagementObject, ManagementError> {
    var metadata: [String: Any] = [:]
    metadata["name"] = "n"
    metadata["age"] = 3
    let attributes = UserPatchAttributes()
        .blocked(false)
        .email("e@example.com", verified: true, connection: "c", clientId: "id")
        .userMetadata(["a": 1])
    _ = Auth0.users(token: "t", domain: "d.example.com").patch("auth0|1", attributes: attributes)
    return Auth0.users(token: "t", domain: "d.example.com").patch("auth0|1", userMetadata: metadata)
}

func signup(_ metadata: [String: Any]) -> Request<DatabaseUser, AuthenticationError> {
    Auth0.authentication(clientId: "c", domain: "d.example.com").signup(
        email: "e@example.com", username: "u", password: "p", connection: "c", userMetadata: metadata,
        rootAttributes: ["given_name": "G"])
}
