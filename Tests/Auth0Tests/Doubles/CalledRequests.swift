import Auth0
import FoundationEssentials
import PasskeyAuthenticator
import RequestPipeline

/// Fails with the name of the function that was called, so that a test sees that it was.
func called<Value, Failure: Auth0APIError>(_ name: String = #function) -> Request<Value, Failure> {
    Request(result: .failure(Failure(info: ["code": name, "error": name], statusCode: 0)))
}

func code<Value, Failure: Auth0APIError>(_ request: Request<Value, Failure>) async -> String {
    switch await request.result() {
    case .success: "success"
    case .failure(let error): error.code
    }
}

/// A passkey of another authenticator, new and asserted.
struct DoublePasskey: LoginPasskey, SignupPasskey {
    var userID: Data?
    var credentialID = Data()
    var attachment = PasskeyAttachment.platform
    var rawClientDataJSON = Data()
    var rawAuthenticatorData: Data?
    var signature: Data?
    var rawAttestationObject: Data?
}

/// The properties that every client has, for doubles that need none of their own.
protocol ClientDouble: Loggable {}

extension ClientDouble {
    var clientId: String { "double" }
    var token: String { "t" }
    var url: URL { URL(filePath: "/") }
    var logger: (any Logger)? {
        get { nil }
        set {}  // A double logs nothing.
    }
}

/// A double of a login, whose modifiers change nothing unless it implements ``changed(by:)``.
protocol WebAuthDouble: WebAuth, ClientDouble {
    func changed(by modifier: String) -> Self
}

extension WebAuthDouble {
    func changed(by modifier: String) -> Self { self }

    func connection(_ connection: String) -> Self { changed(by: #function) }
    func scope(_ scope: String) -> Self { changed(by: #function) }
    func connectionScope(_ connectionScope: String) -> Self { changed(by: #function) }
    func audience(_ audience: String) -> Self { changed(by: #function) }
    func state(_ state: String) -> Self { changed(by: #function) }
    func nonce(_ nonce: String) -> Self { changed(by: #function) }
    func organization(_ organization: String) -> Self { changed(by: #function) }
    func invitationURL(_ invitationURL: URL) -> Self { changed(by: #function) }
    func parameters(_ parameters: [String: String]) -> Self { changed(by: #function) }
    func redirectURL(_ redirectURL: URL) -> Self { changed(by: #function) }
    func useHTTPS() -> Self { changed(by: #function) }
    func authorizeURL(_ authorizeURL: URL) -> Self { changed(by: #function) }
    func issuer(_ issuer: String) -> Self { changed(by: #function) }
    func leeway(_ leeway: Int) -> Self { changed(by: #function) }
    func maxAge(_ maxAge: Int) -> Self { changed(by: #function) }
    func useEphemeralSession() -> Self { changed(by: #function) }
    func headers(_ headers: [String: String]) -> Self { changed(by: #function) }
    func provider(_ provider: @escaping WebAuthProvider) -> Self { changed(by: #function) }
    func onClose(_ callback: (@Sendable () -> Void)?) -> Self { changed(by: #function) }
}
