import ByteEncodings
import Foundation
import HTTPMessages
import LibcurlTransport
import OpenID
import PasskeyAuthenticator
import PostgresStore
import QRCodeSymbols
import RequestPipeline
import SecretStorage

@testable import Auth0

/// A value of each type that can hold a secret, with ``PrintedForms/canary`` in place of every secret.
enum CanaryValues {
    static let canary = PrintedForms.canary

    /// Returns all values.
    ///
    /// - Returns: The values of all products, and of the types behind the protocols that their functions return.
    /// - Throws: Any error, which is a mistake of this file.
    static func all() throws -> [Any] {
        try messages() + tokens() + providers() + logins() + responses() + accounts() + clients() + reachFive()
            + errors(mfaRequired)
    }

    private static let mfaRequired: [String: any Sendable] = [
        "error": "mfa_required", "error_description": "d", "mfa_token": canary, "x": [canary],
    ]

    /// Returns an error of each type that keeps the members of an error response.
    ///
    /// - Parameter info: The members.
    /// - Returns: The errors.
    static func errors(_ info: [String: any Sendable]) -> [any Error] {
        let errors: [any Error] = [
            AuthenticationError(info: info, statusCode: 403), ManagementError(info: info, statusCode: 403),
            MyAccountError(info: info, statusCode: 403), MFAVerifyError(info: info, statusCode: 403),
            MfaChallengeError(info: info, statusCode: 403), MfaEnrollmentError(info: info, statusCode: 403),
            MfaListAuthenticatorsError(info: info, statusCode: 403), providerError(info),
            reachFiveError(info),
        ]
        return errors + errors.map { WebAuthError.other.because(of: $0) }
    }

    /// The messages of HTTP, the transports and the requests.
    private static func messages() throws -> [Any] {
        let url = try HTTPURL("https://t.example.com/authorize?state=\(canary)")
        let fields: TransportFields = ["Authorization": "Bearer \(canary)"]
        var configuration = CurlTransport.Configuration()
        let certificate = CurlTransport.Configuration.ClientCertificate(
            certificatePath: "/c", keyPath: "/k", passphrase: canary)
        let proxy = try CurlTransport.Configuration.Proxy("http://p.example.com", username: "u", password: canary)
        (configuration.clientCertificate, configuration.proxy) = (certificate, proxy)
        let request = Request<Credentials, AuthenticationError>(
            result: .success(Credentials(accessToken: canary)))
        return [
            url, fields, fields.makeIterator(), certificate, proxy, configuration,
            CurlTransport(configuration: configuration),
            TransportRequest(method: .post, url: url, fields: fields, body: Array(canary.utf8)),
            TransportResponse(status: 200, fields: fields, body: Array(canary.utf8)),
            JSONValue.object([JSONValue.Member(name: "a", value: .array([.string(canary)]))]), JSONValue.string(canary),
            JSONValue.Member(name: "a", value: .string(canary)), try QRSymbol(canary),
            request, request.parameters(["password": canary]).headers(["X": canary]), request.onMainActor(),
        ]
    }

    /// The values of Auth0's APIs that responses are decoded to.
    private static func responses() throws -> [Any] {
        let (text, octets) = (canary, Data(canary.utf8))
        let options = PasskeyCreationOptions(
            relyingPartyID: "example.com", userID: Data(), userName: "u", challenge: Data())
        return [
            try decoded(Challenge.self), try decoded(PasswordlessChallenge.self), try decoded(MFAChallenge.self),
            try decoded(MFAEnrollmentChallenge.self), try decoded(OTPMFAEnrollmentChallenge.self),
            try decoded(PushMFAEnrollmentChallenge.self), try decoded(MFARequiredErrorPayload.self),
            try decoded(EmailEnrollmentChallenge.self), try decoded(PhoneEnrollmentChallenge.self),
            try decoded(PasswordEnrollmentChallenge.self), try decoded(PushEnrollmentChallenge.self),
            try decoded(RecoveryCodeEnrollmentChallenge.self), try decoded(TOTPEnrollmentChallenge.self),
            ActorToken(token: text, tokenType: "t"), AuthorizationCode(code: text, state: text),
            APICredentials(accessToken: text, tokenType: "Bearer", expiresIn: Date(), scope: "openid"),
            SSOCredentials(
                sessionTransferToken: text, issuedTokenType: "t", expiresIn: .distantFuture, idToken: text,
                refreshToken: text),
            PasskeySignupChallenge(authenticationSession: text, options: options),
            PasskeyEnrollmentChallenge(authenticationMethodId: "m", authenticationSession: text, options: options),
            PasskeyLoginChallenge(
                authenticationSession: text, relyingPartyId: "example.com", challengeData: Data()),
            AssertedPasskey(
                userID: octets, credentialID: octets, attachment: .platform, rawClientDataJSON: octets,
                rawAuthenticatorData: octets, signature: octets),
        ]
    }

    /// The clients of Auth0's APIs, which hold access tokens.
    private static func clients() throws -> [Any] {
        let (clientId, domain) = ("c", "t.example.com")
        let account = Auth0.myAccount(token: canary, domain: domain)
        return [
            Auth0.users(token: canary, domain: domain), account, account.authenticationMethods,
            Auth0.authentication(clientId: clientId, domain: domain), Auth0.mfa(clientId: clientId, domain: domain),
        ]
    }

    /// The values of programs for the accounts of their users, and the stores of secrets.
    private static func accounts() throws -> [Any] {
        let store = MemoryStore()
        try store.setText(canary, named: SecretName(service: "s", account: "a"))
        let manager = CredentialsManager(
            authentication: Auth0.authentication(clientId: "c", domain: "t.example.com"), store: store)
        try manager.save(Credentials(accessToken: canary, idToken: canary, refreshToken: canary))
        let server = PostgresServer(
            host: "/run/postgresql", database: "d", user: "u", password: SecretBytes(Array(canary.utf8)))
        let keys = try SealingKeyRing(
            current: "k", keys: ["k": SecretBytes(Array(String(repeating: canary, count: 6).utf8))])
        return [
            SecretBytes(Array(canary.utf8)), server, keys, PostgresStore(server: server, keys: keys), manager,
            try refusedLogin(), manager.login, store.sharing,
            StoredLoginError(.storeFailed, notPersisted: Credentials(accessToken: canary, refreshToken: canary)),
            UserPatchAttributes().password(canary, connection: "c").userMetadata(["a": canary]), store,
            SoftwareAuthenticator(store: store, presence: .unattended),
            FileStore.KeySource.passphrase(SecretBytes(Array(canary.utf8))),
            FileStore(directory: "/d", key: .passphrase(SecretBytes(Array(canary.utf8)))),
        ]
    }

    /// The error of a store that refuses credentials, which contains them.
    private static func refusedLogin() throws -> Any {
        struct FullStorage: CredentialsStorage {
            func getEntry(forKey key: String) -> Data? { nil }
            func setEntry(_ data: Data, forKey key: String) -> Bool { false }
            func deleteEntry(forKey key: String) -> Bool { false }
        }
        let client = Auth0.authentication(clientId: "c", domain: "t.example.com")
        do {
            try CredentialsManager(authentication: client, storage: FullStorage()).save(
                Credentials(accessToken: canary))
        } catch { return error }
        return ()
    }

    /// Decodes a value from an object that has all members of all types.
    static func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(response.utf8))
    }

    /// A response with the members of every type.
    static let response = """
        {"id": "id", "auth_session": "canary", "oob_code": "canary", "barcode_uri": "canary", "secret": "canary",
        "recovery_codes": ["canary"], "recovery_code": "canary", "mfa_token": "canary", "challenge_type": "oob",
        "binding_method": "prompt", "authenticator_type": "oob", "oob_channel": "auth0", "error": "mfa_required",
        "manual_input_code": "canary", "error_description": "d", "device_code": "canary", "user_code": "canary",
        "verification_uri": "https://t.example.com/activate", "interval": 5, "expires_in": 900, "active": true,
        "verification_uri_complete": "https://t.example.com/activate?user_code=canary", "sub": "auth0|1",
        "access_token": "canary", "issued_token_type": "t", "token_type": "Bearer", "id_token": "canary",
        "refresh_token": "canary", "client_id": "c", "client_secret": "canary", "email": "canary@example.com",
        "registration_access_token": "canary", "act": {"sub": "canary"}, "url": "https://t.example.com/?state=canary",
        "state": "canary", "redirectURI": "http://127.0.0.1/callback", "clientID": "c", "nonce": "canary",
        "codeVerifier": "canary", "issuer": "https://t.example.com/",
        "leeway": 60, "acrValues": [], "expiry": 4102444800,
        "policy": {"complexity": {}, "profile_data": {}, "history": {}, "dictionary": {}}}
        """
}
