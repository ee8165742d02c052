// The right column of "Where an edit is needed" in the article "Moving an app over from Auth0.swift", row by row.
import Auth0
import Foundation
import JOSE
import LibcurlTransport
import PasskeyAuthenticator
import SecretStorage
import Streams
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An attachment of an app's own passkey.
struct MovedPasskey: SignupPasskey {
    var credentialID = Data([1])
    var attachment = PasskeyAttachment.platform
    var rawClientDataJSON = Data()
    var rawAttestationObject: Data?
}

/// A request of an app's own beside those of the SDK.
func movedRequest(_ credentials: Credentials, _ url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.setValue("Bearer \(credentials.accessToken)", forHTTPHeaderField: "Authorization")
    return request
}

/// Credentials in an archive.
func movedArchive(_ credentials: Credentials) throws -> Credentials {
    let data = try JSONEncoder().encode(credentials)
    return try JSONDecoder().decode(Credentials.self, from: data)
}

/// A program of 3.x that relies on the failure of the store, in a function and in an `async` one.
func movedStoring(_ credentials: Credentials, _ manager: CredentialsManager) throws {
    try manager.save(credentials)
    try manager.remove()
}
func movedWaiting(_ credentials: Credentials, _ manager: CredentialsManager) async throws {
    try await manager.save(credentials)
    try await manager.remove()
}

/// A whole number of a claim, in both ways.
func movedExpiry(_ jwt: JWT) -> [Double?] { [(jwt.body["exp"] as? NSNumber)?.doubleValue, jwt["exp"].double] }

/// Claims with a `null`, as data.
func movedData(_ claims: [String: any Sendable]) throws -> Data {
    try JSONSerialization.data(withJSONObject: claims.mapValues { $0 is JSONNull ? NSNull() as Any : $0 })
}

/// Metadata with an inner literal of mixed values.
func movedMetadata(_ client: any Users) -> Request<ManagementObject, ManagementError> {
    client.patch("auth0|1", userMetadata: ["address": ["street": "A", "number": 5] as [String: any Sendable]])
}

/// A protocol of an app's own that has calls with callbacks, in the form to which the manager conforms.
protocol MovedManaging {
    @discardableResult
    func renew(
        parameters: [String: any Sendable], headers: [String: String],
        callback: @escaping @Sendable (CredentialsManagerResult<Credentials>) -> Void
    ) -> any Cancellable
}
extension CredentialsManager: MovedManaging {}

/// A call that was returned from a function without a result.
func movedCall(
    _ manager: CredentialsManager, _ callback: @escaping @Sendable (CredentialsManagerResult<Void>) -> Void
) {
    manager.revoke(callback)
}

/// A keychain of 2017.
func movedKeychain(_ credentials: Credentials) async throws -> String? {
    let store = FileStore()
    let name = SecretName(service: "Auth0", account: "access_token")
    try await store.setText(credentials.accessToken, named: name)
    let token = try await store.text(named: name)
    try await store.removeSecret(named: name)
    return token
}

/// A decision that depended on a text.
func movedDecision(_ error: AuthenticationError) -> Bool { error.isInvalidCredentials }

/// A login that leaves no session in the browser: there is nothing to clear afterwards.
func movedPrivateLogin() async throws -> Credentials {
    try await Auth0.webAuth().useEphemeralSession().start()
}

/// A network with a proxy.
func movedProxy() -> any Authentication {
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .environment
    return Auth0.authentication(session: CurlTransport(configuration: configuration))
}

/// A name that an app and the SDK have.
enum MovedApp {
    struct Request {}
}
typealias MovedAuth0Request = Auth0.Request<Credentials, AuthenticationError>
func movedNames(_ own: MovedApp.Request, _ other: MovedAuth0Request) {}

/// A request of 3.x in a variable.
func movedRequestable() -> any Requestable<Credentials, AuthenticationError> {
    Auth0.authentication().renew(withRefreshToken: "token").parameters(["audience": "a"])
}

/// A token request of 3.x in a variable.
func movedTokenRequest() -> Request<Credentials, AuthenticationError> {
    Auth0.authentication().renew(withRefreshToken: "token").validateClaims().parameters(["audience": "a"])
}

/// A provider in a variable.
func movedProvider() -> any WebAuth {
    let provider: WebAuthBrowserProvider = WebAuthentication.safariProvider()
    return Auth0.webAuth().provider(provider)
}

/// A storage of 3.x, whose functions threw.
final class MovedStorage: CredentialsStorage {
    private let entries = Mutex<[String: Data]>([:])

    func getEntry(forKey key: String) -> Data? { entries.withLock { $0[key] } }

    func setEntry(_ data: Data, forKey key: String) -> Bool {
        entries.withLock { $0[key] = data }
        return true
    }

    func deleteEntry(forKey key: String) -> Bool { entries.withLock { $0.removeValue(forKey: key) != nil } }
}

/// A storage of 3.x that tells why an entry was not stored.
struct MovedStore: SecretStore {
    var sharing: SecretSharing { .withinProcess }

    private let store = FileStore()

    func secret(named name: SecretName) throws -> SecretBytes? { try store.secret(named: name) }
    func setSecret(_ secret: SecretBytes, named name: SecretName) throws { try store.setSecret(secret, named: name) }
    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try store.secret(named: name, orStore: secret)
    }
    func removeSecret(named name: SecretName) throws -> Bool { try store.removeSecret(named: name) }
    func accounts(ofService service: String) throws -> [String] { try store.accounts(ofService: service) }
}

func movedManagers() -> [CredentialsManager] {
    let client = Auth0.authentication()
    return [
        CredentialsManager(
            authentication: client, storeKey: "user", dpopThumbprintKey: "thumbprint", sessionExpiryKey: "expiry",
            storage: MovedStorage(), maxRetries: 1),
        CredentialsManager(authentication: client, store: MovedStore()),
    ]
}
