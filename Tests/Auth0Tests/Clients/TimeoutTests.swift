import Auth0
import HTTPMessages
import OpenID
import RequestPipeline
import Testing
import TransportDoubles

/// The time limit of one request, in each client.
@Suite struct TimeoutTests {
    private let wire = Wire()

    /// Returns the limits of the messages that a request sends without and with a limit of its own.
    private func limits<Value, Failure>(_ request: Request<Value, Failure>) async -> [Duration?] {
        _ = await request.result()
        _ = await request.timeout(.seconds(7)).result()
        return wire.transport.requests.suffix(2).map(\.timeout)
    }

    @Test func `every client's request has a limit of its own, or the transport's`() async throws {
        var metadata = ProviderMetadata(issuer: "https://op.example.com")
        metadata.userInfoEndpoint = try HTTPURL("https://op.example.com/userinfo")
        let client = OpenIDProvider(metadata, session: wire.transport).client(id: "c")
        let discovery = OpenIDProvider.discover("https://op.example.com", session: wire.transport)

        let seen = [
            await limits(wire.authentication.userInfo(withAccessToken: "t")),
            await limits(wire.authentication.renew(withRefreshToken: "t").validateClaims()),
            await limits(wire.mfa.getAuthenticators(mfaToken: "t", factorsAllowed: ["otp"])),
            await limits(wire.users().get("auth0|1")), await limits(wire.myAccount().getFactors()),
            await limits(client.userInfo(of: Credentials(accessToken: "t", tokenType: "Bearer"))),
            await limits(discovery),
        ]

        let expected: [Duration?] = [nil, .seconds(7)]
        for limits in seen { #expect(limits == expected) }
    }
}
