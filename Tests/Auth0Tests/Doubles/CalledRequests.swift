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
