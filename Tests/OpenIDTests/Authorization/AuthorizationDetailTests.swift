import ByteEncodings
import Foundation
import HTTPMessages
import OpenID
import Testing
import TransportDoubles

@Suite struct AuthorizationDetailTests {
    private let transport = ExampleProvider.transport()

    private func payment() throws -> AuthorizationDetail {
        try AuthorizationDetail(
            type: "payment_initiation", locations: ["https://bank.example.com"], actions: ["initiate", "status"],
            dataTypes: ["account"], identifier: "account-1", privileges: ["admin"],
            additional: ["instructedAmount": ["currency": "EUR", "amount": "123.50"], "type": "ignored"])
    }

    private static let text =
        #"[{"actions":["initiate","status"],"datatypes":["account"],"identifier":"account-1","#
        + #""instructedAmount":{"amount":"123.50","currency":"EUR"},"locations":["https://bank.example.com"],"#
        + #""privileges":["admin"],"type":"payment_initiation"}]"#

    @Test func `RFC 9396 §2 the common members and those of the type`() throws {
        let payment = try payment()

        #expect(payment.type == "payment_initiation")
        #expect(payment.locations == ["https://bank.example.com"])
        #expect(payment.actions == ["initiate", "status"])
        #expect(payment.dataTypes == ["account"])
        #expect(payment.identifier == "account-1")
        #expect(payment.privileges == ["admin"])
        #expect((payment["instructedAmount"] as? [String: any Sendable])?["currency"] as? String == "EUR")
        #expect(payment["unknown"] == nil)
        #expect(try AuthorizationDetail(type: "x").locations.isEmpty)
    }

    @Test func `an empty type, and a value that JSON does not have, are refused`() {
        let invalid = [
            #expect(throws: OpenIDError.self) { try AuthorizationDetail(type: "") },
            #expect(throws: OpenIDError.self) { try AuthorizationDetail(type: "x", additional: ["d": Date()]) },
            #expect(throws: OpenIDError.self) { try AuthorizationDetail(type: "x", additional: ["d": Double.nan]) },
        ]

        #expect(invalid.map { $0?.code } == [.argumentInvalid, .argumentInvalid, .argumentInvalid])
    }

    @Test func `RFC 9396 §3 and §6 a login, a device and token requests send them as JSON text`() async throws {
        let client = try ExampleProvider.client(transport)
        let details = [try payment()]
        let login = client.login().redirectURI("https://app.example.com/").authorizationDetails(details)

        let pending = try await client.begin(login).start()
        _ = try await client.begin(login.pushing()).start()
        _ = try await client.clientCredentials().authorizationDetails(details).start()
        _ = try await client.deviceAuthorization().authorizationDetails(details).start()

        #expect(try pending.query["authorization_details"] == Self.text)
        #expect(transport.requests.map(\.url.path) == ["/par", "/token", "/device"])
        for request in transport.requests { #expect(try request.form["authorization_details"] == Self.text) }
    }

    @Test func `none removes earlier ones`() async throws {
        let client = try ExampleProvider.client(transport)
        let details = [try payment()]
        let login = client.login().redirectURI("https://app.example.com/").authorizationDetails(details)

        let pending = try await client.begin(login.authorizationDetails([])).start()
        _ = try await client.clientCredentials().authorizationDetails(details).authorizationDetails([]).start()

        #expect(try pending.query["authorization_details"] == nil)
        #expect(try transport.requests.first?.form["authorization_details"] == nil)
    }

    private func tokens(_ details: String) -> StubTransport {
        StubTransport(body: #"{"access_token": "AT", "token_type": "Bearer", "authorization_details": \#(details)}"#)
    }

    @Test func `RFC 9396 §7 the token response says what was granted`() async throws {
        let granted = try await ExampleProvider.client(tokens(Self.text)).clientCredentials().start()
        let none = try await ExampleProvider.client(tokens("null")).clientCredentials().start()

        #expect(granted.authorizationDetails == [try payment()])
        #expect(none.authorizationDetails.isEmpty)
    }

    @Test func `a renewal keeps the permissions that its response lacks`() async throws {
        let old = Credentials(refreshToken: "r", authorizationDetails: [try payment()])

        let kept = try await ExampleProvider.client(transport).renew(old).start()
        let changed = try await ExampleProvider.client(tokens(#"[{"type": "x"}]"#)).renew(old).start()

        #expect(kept.authorizationDetails == [try payment()])
        #expect(changed.authorizationDetails == [try AuthorizationDetail(type: "x")])
    }

    @Test(arguments: ["{}", #""payment""#, "[1]", "[{}]", #"[{"type": ""}]"#, #"[{"type": 1}]"#])
    func `T10 malformed permissions make the response invalid`(details: String) async throws {
        let error = await #expect(throws: OpenIDError.self) {
            _ = try await ExampleProvider.client(tokens(details)).clientCredentials().start()
        }

        #expect(error?.code == .responseInvalid)
    }

    @Test func `credentials with permissions survive coding`() throws {
        let body = """
            [{"type": "x", "z": [1, 2.5, 3.0, true, null, "t", {"b": 1, "a": {}}], "big": 9007199254740993, "é": -0.5}]
            """
        let json = try JSONValue(parsing: Array(body.utf8))
        guard case .array(let elements) = json else { preconditionFailure("an array") }
        let credentials = Credentials(
            accessToken: "AT", expiresAt: Date(timeIntervalSince1970: 2_000_000_000),
            authorizationDetails: try elements.map { try #require(AuthorizationDetail($0)) })

        let encoded = try JSONEncoder().encode(credentials)

        #expect(try JSONDecoder().decode(Credentials.self, from: encoded) == credentials)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([AuthorizationDetail].self, from: Data(#"[{"typ": "x"}]"#.utf8))
        }
    }

    @Test func `L1 a description has only the type`() throws {
        var text = "\(try payment())"
        dump(try payment(), to: &text)

        #expect(text.contains("payment_initiation"))
        #expect(!text.contains("account-1") && !text.contains("123.50"))
    }
}
