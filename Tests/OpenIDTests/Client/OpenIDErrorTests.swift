import HTTPMessages
import OpenID
import Testing

/// The advice in the description of an `OpenIDError`.
@Suite struct OpenIDErrorTests {
    @Test(arguments: [
        (TransportError.Code.tlsFailure, "the certificate, its authority or the clock"),
        (.unexpectedRedirect, "correct the issuer"),
        (.malformedResponse, "a proxy"),
    ])
    func `K13 a failure that lasts does not advise to try again`(code: TransportError.Code, advice: String) {
        let error = OpenIDError(cause: TransportError(code, detail: "https://tenant.example"))

        #expect(error.code == .network)
        #expect(error.description.contains(advice))
        #expect(!error.description.contains("try again"))
        #expect(!error.isRetryable)
    }

    @Test func `K13 a provider that cannot be reached is named`() {
        let error = OpenIDError(cause: TransportError(.connectionFailed, detail: "https://tenant.example"))

        #expect(error.description.contains("try again later"))
        #expect(error.description.contains("https://tenant.example"))
    }

    @Test(arguments: [
        ("invalid_client", "the secret or key, and the method and algorithm"), ("invalid_grant", "log in"),
        ("invalid_scope", "request only scopes"), ("unauthorized_client", "register the client"),
    ])
    func `K13 a refusal with a code of the standard says what to do, and not what the provider said`(
        code: String, advice: String
    ) {
        let error = OpenIDError(info: ["error": code, "error_description": "canary"], statusCode: 400)

        #expect(error.errorDescription?.hasPrefix("\(code): the provider refused: ") == true)
        #expect(error.advice.contains(advice) && error.advice.hasSuffix(" (status 400)"))
        #expect(!error.description.contains("canary"))
    }
}
