import Auth0
import RequestPipeline
import Testing
import TransportDoubles

@Suite struct MyAccountWireTests {
    private let base = "https://tenant.example.com/me/v1/"
    private let method =
        #"{"id":"phone|1","type":"phone","created_at":"2026-01-01T00:00:00.000Z","usage":["secondary"],"phone_number":"+1","confirmed":true}"#

    @Test func `lists, filters, reads and removes authentication methods`() async throws {
        let list = Wire(#"{"authentication_methods":[\#(method)]}"#)
        let methods = try await list.myAccount().getAuthenticationMethods().start()
        #expect(list.sent == "GET \(base)authentication-methods")
        #expect(list.transport.requests.last?.fields["Authorization"] == "Bearer the-token")
        #expect(methods.first?.phoneNumber == "+1")

        _ = try await list.myAccount().getAuthenticationMethods(type: .webAuthnPlatform).start()
        #expect(list.sent == "GET \(base)authentication-methods?type=webauthn-platform")

        let one = Wire(method)
        #expect(try await one.myAccount().getAuthenticationMethod(by: "phone|1").start().confirmed == true)
        #expect(one.sent == "GET \(base)authentication-methods/phone%7C1")

        let none = Wire("", status: 204)
        try await none.myAccount().deleteAuthenticationMethod(by: "phone|1").start()
        #expect(none.sent == "DELETE \(base)authentication-methods/phone%7C1")
    }

    @Test func `lists factors`() async throws {
        let wire = Wire(#"{"factors":[{"type":"totp","usage":["secondary"]},{"type":"email"}]}"#)

        let factors = try await wire.myAccount().getFactors().start()

        #expect(wire.sent == "GET \(base)factors")
        #expect(factors.map(\.type) == ["totp", "email"])
    }

    @Test func `a member that is missing is named in the error`() async {
        let error = await failure(of: Wire(#"{"id":"1","usage":[]}"#).myAccount().getAuthenticationMethod(by: "1"))

        #expect((error?.cause as? ResponseError)?.path == "created_at")
    }
}
