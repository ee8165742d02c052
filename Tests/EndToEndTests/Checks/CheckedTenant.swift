import Auth0
import ByteEncodings
import Dispatch
import Foundation
import HTTPMessages
import JOSE
import OpenID
import Synchronization
import Testing
import TransportDoubles

/// The contents of an ID token that a test changes.
struct TokenDraft: Sendable {
    /// Claims that replace those of a valid token; `nil` removes one.
    var claims: [String: (any Sendable)?] = [:]
    var type: String? = "JWT"
    /// Whether a key that the tenant does not publish signs the token.
    var isForged = false

    subscript(claim: String) -> (any Sendable)? {
        get { claims[claim] ?? nil }
        set { claims[claim] = .some(newValue) }
    }

    /// Adds audiences to the client, and names the client as the authorized party.
    mutating func isFor(_ others: [String]) {
        self["aud"] = [CheckedTenant.client] + others
        self["azp"] = CheckedTenant.client
    }
}

/// The reason why an ID token was refused.
struct Refusal: Sendable {
    /// The claim in the error; `nil` for the signature and the header.
    let claim: String?

    /// Reads the error of a token; any other one is a failure of the test.
    init(_ error: (any Error)?) {
        let refusal = error as? IDTokenError
        #expect(refusal != nil, "\(String(describing: error))")
        claim = refusal.map(\.claim) ?? "another error"
    }
}

/// A tenant without a network, which signs the ID tokens that a test drafts.
final class CheckedTenant: Transport {
    static let domain = "tenant.example.com"
    static let issuer = "https://tenant.example.com/"
    static let client = "the-client"
    static let callback = URL(string: "com.example.checks://callback") ?? URL(filePath: "/")

    typealias Violation = (name: String, claim: String?, change: @Sendable (inout TokenDraft) -> Void)

    /// The wrong tokens that no modifier makes right, with the claim in the error; `nil` for the signature and the
    /// header.
    static let violations: [Violation] = [
        ("another key", nil, { $0.isForged = true }), ("another kind of token", nil, { $0.type = "at+jwt" }),
        ("another audience", "aud", { $0["aud"] = "another" }), ("another party", "azp", { $0["azp"] = "another" }),
        ("no subject", "sub", { $0["sub"] = nil }), ("expired long ago", "exp", { $0["exp"] = now - 1_000 }),
        ("no expiry", "exp", { $0["exp"] = nil }), ("not valid yet", "nbf", { $0["nbf"] = now + 1_000 }),
        ("issued in the future", "iat", { $0["iat"] = now + 1_000 }),
        ("another access token", "at_hash", { $0["at_hash"] = "AAAA" }),
        ("another code", "c_hash", { $0["c_hash"] = "AAAA" }),
    ]

    static var now: Int { Int(Date().timeIntervalSince1970) }

    private struct State {
        var draft = TokenDraft()
        /// The nonce of the last authorization request.
        var nonce: String?
    }

    private let key: SigningKey
    private let stranger: SigningKey
    private let keys: String
    private let state = Mutex(State())

    init() throws {
        (key, stranger) = (try SigningKey(generating: .es256, id: "k1"), try SigningKey(generating: .es256, id: "k1"))
        keys = String(decoding: try JSONEncoder().encode(JSONWebKeySet(publishing: [key])), as: UTF8.self)
    }

    var authentication: any Authentication {
        Auth0.authentication(clientId: Self.client, domain: Self.domain, session: self)
    }

    var mfa: any MFAClient { Auth0.mfa(clientId: Self.client, domain: Self.domain, session: self) }

    /// A login whose page responds at once, without a browser.
    var webAuth: any WebAuth {
        Auth0.webAuth(clientId: Self.client, domain: Self.domain, session: self)
            .provider { [self] url, callback in RespondingAgent(tenant: self, url: url, callback: callback) }
            .redirectURL(Self.callback).allowingConcurrentLogins()
    }

    /// Sets the ID token of the next responses.
    func issue(_ draft: TokenDraft) { state.withLock { $0.draft = draft } }

    /// Notes the parameters of an authorization request, in its address, pushed or signed.
    ///
    /// - Returns: Its state.
    func begin(_ parameters: [String: String]) -> String? {
        let signed = parameters["request"].flatMap { try? decode(jwt: $0).body }
        state.withLock { state in
            if let nonce = signed?["nonce"] as? String ?? parameters["nonce"] { state.nonce = nonce }
        }
        let pushed = parameters["request_uri"]?.split(separator: ":").last.map(String.init)
        return pushed ?? signed?["state"] as? String ?? parameters["state"]
    }

    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        let result = Result { try response(to: request) }.mapError { TransportError(.malformedResponse, cause: $0) }
        DispatchQueue.global().async { completion(result) }
        return NoExchange()
    }

    private func response(to request: TransportRequest) throws -> TransportResponse {
        let body =
            switch request.url.path {
            case "/.well-known/jwks.json": keys
            case "/userinfo": #"{"sub":"auth0|1"}"#
            case "/oauth/par": try push(request)
            default: try tokens()
            }
        return TransportResponse(status: 200, fields: ["Content-Type": "application/json"], body: Array(body.utf8))
    }

    private func push(_ request: TransportRequest) throws -> String {
        let fields = try FormEncoding.decode(String(decoding: request.body, as: UTF8.self))
        let parameters = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        let login = begin(parameters) ?? ""
        return #"{"request_uri":"urn:ietf:params:oauth:request_uri:\#(login)","expires_in":60}"#
    }

    private func tokens() throws -> String {
        let (draft, nonce) = state.withLock { ($0.draft, $0.nonce) }
        var claims: [String: any Sendable] = [
            "iss": Self.issuer, "sub": "auth0|1", "aud": Self.client, "iat": Self.now, "exp": Self.now + 3_600,
        ]
        claims["nonce"] = nonce
        for (name, value) in draft.claims { claims[name] = value }
        var writer = JSONWriter()
        writer.write(try JSONValue(freeForm: claims))
        let token = try (draft.isForged ? stranger : key).sign(writer.bytes, type: draft.type)
        return #"""
            {"access_token":"AT","token_type":"Bearer","refresh_token":"RT","expires_in":3600,"id_token":"\#(token)",
            "issued_token_type":"urn:auth0:params:oauth:token-type:session_transfer_token"}
            """#
    }
}

/// A user agent whose user is logged in already.
private struct RespondingAgent: WebAuthUserAgent {
    let tenant: CheckedTenant
    let url: URL
    let callback: WebAuthProviderCallback

    func start() {
        let state = tenant.begin(url.parameters) ?? ""
        DispatchQueue.global().async {
            guard let answer = URL(string: "com.example.checks://callback?code=the-code&state=\(state)") else { return }
            WebAuthentication.resume(with: answer)
        }
    }

    func finish(with result: WebAuthResult<Void>) { callback(result) }
}
