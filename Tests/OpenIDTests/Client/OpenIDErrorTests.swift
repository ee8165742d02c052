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
}
