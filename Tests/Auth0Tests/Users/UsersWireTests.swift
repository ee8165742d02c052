import Auth0
import RequestPipeline
import Testing
import TransportDoubles

@Suite struct UsersWireTests {
    private let base = "https://tenant.example.com/api/v2/users/"
    private let wire = Wire(#"{"user_id":"auth0|1","user_metadata":{"a":1}}"#)
    private let list = Wire(#"[{"provider":"auth0"}]"#)

    @Test func `row 50 get`() async throws {
        let user = try await wire.users().get("auth0|1").start()
        #expect(wire.sent == "GET \(base)auth0%7C1")
        #expect(wire.transport.requests.last?.fields["Authorization"] == "Bearer the-token")
        #expect((user["user_metadata"] as? [String: Any])?["a"] as? Int == 1)

        _ = try await wire.users().get("auth0|1", fields: ["a", "b"], include: false).start()
        #expect(wire.sent == "GET \(base)auth0%7C1?fields=a,b&include_fields=false")
    }

    @Test func `row 51 patch, by metadata and by attributes`() async throws {
        _ = try await wire.users().patch("auth0|1", userMetadata: ["b": ["c": 2]]).start()
        #expect(wire.sent == "PATCH \(base)auth0%7C1 " + #"{"user_metadata":{"b":{"c":2}}}"#)

        let attributes = UserPatchAttributes().blocked(true)
            .email("e", verify: false, connection: "c", clientId: "i").appMetadata(["x": "y"])
        _ = try await wire.users().patch("a/b", attributes: attributes).start()
        #expect(
            wire.sent == "PATCH \(base)a%2Fb "
                + #"{"app_metadata":{"x":"y"},"blocked":true,"client_id":"i","connection":"c","email":"e","verify_email":false}"#
        )
    }

    @Test func `row 52 link in both forms, and unlink`() async throws {
        _ = try await list.users().link("auth0|1", withOtherUserToken: "T").start()
        #expect(list.sent == "POST \(base)auth0%7C1/identities " + #"{"link_with":"T"}"#)

        _ = try await list.users().link("auth0|1", withUser: "2", provider: "sms", connectionId: "con").start()
        #expect(
            list.sent == "POST \(base)auth0%7C1/identities "
                + #"{"user_id":"2","provider":"sms","connection_id":"con"}"#)

        let rest = try await list.users().unlink(identityId: "2", provider: "sms", fromUserId: "auth0|1").start()
        #expect(list.sent == "DELETE \(base)auth0%7C1/identities/sms/2")
        #expect(rest.first?["provider"] as? String == "auth0")
    }

    @Test(arguments: ["", ".", ".."])
    func `an ID that would name another path is refused before a request is sent`(id: String) async {
        let error = await #expect(throws: ManagementError.self) { try await wire.users().get(id).start() }

        #expect((error?.cause as? TransportError)?.code == .invalidArgument)
        #expect(wire.transport.requests.isEmpty)
    }

    @Test func `a response of another shape is refused`() async {
        let one = await #expect(throws: ManagementError.self) { try await list.users().get("1").start() }
        let many = await failure(of: wire.users().link("1", withOtherUserToken: "T"))

        #expect((one?.cause as? ResponseError)?.code == .unexpectedShape)
        #expect((many?.cause as? ResponseError)?.code == .unexpectedShape)
    }
}
