import Auth0
import Foundation
import Testing

@Suite struct OtherErrorsTests {
    @Test func `row 45 a real error of the Management API is read`() async {
        let wire = Wire(
            #"{"statusCode":403,"error":"Forbidden","message":"Insufficient scope","errorCode":"insufficient_scope"}"#,
            status: 403)

        let error = await #expect(throws: ManagementError.self) { try await wire.users().get("auth0|1").start() }

        #expect(error?.code == "insufficient_scope")
        #expect(error?.message == "Insufficient scope. Request an access token with the required scope")
    }

    @Test func `N9 a token without a scope is refused with the scope of the challenge, and with what to do`() async {
        let challenge = #"Bearer error="insufficient_scope", scope="read:users update:users""#
        let remedy = "Request an access token with the required scope: read:users update:users"
        let management = Wire(
            #"{"error":"Forbidden","message":"Insufficient scope","errorCode":"insufficient_scope"}"#, status: 403,
            fields: ["WWW-Authenticate": challenge])
        let account = Wire(
            #"{"title":"Insufficient Scope","detail":"Not allowed"}"#, status: 403,
            fields: ["WWW-Authenticate": challenge])
        let profile = Wire("", status: 403, fields: ["WWW-Authenticate": challenge])

        let errors: [(any Error)?] = [
            await #expect(throws: ManagementError.self) { try await management.users().get("auth0|1").start() },
            await #expect(throws: MyAccountError.self) { try await account.myAccount().getFactors().start() },
            await #expect(throws: AuthenticationError.self) {
                try await profile.authentication.userInfo(withAccessToken: "AT").start()
            },
        ]

        for error in errors { #expect(error?.localizedDescription.contains(remedy) == true, "\(error as Any)") }
    }

    @Test func `row 45 a problem of the My Account API is read, with its members`() async {
        let wire = Wire(
            #"""
            {"type":"https://t.example/e","title":"Bad Request","status":400,"detail":"Validation failed",
            "validation_errors":[{"detail":"too short","pointer":"/name","field":"name","source":"body"},{"pointer":""}]}
            """#, status: 400)

        let error = await #expect(throws: MyAccountError.self) { try await wire.myAccount().getFactors().start() }

        #expect(error?.code == "https://t.example/e")
        #expect(error?.message == "Bad Request: Validation failed.")
        #expect(error?.validationErrors?.count == 2)
        #expect(error?.validationErrors?.first?.pointer == "/name")
        #expect(error?.validationErrors?.last?.pointer == nil)
        #expect(error?.validationErrors?.last?.detail == "")
        #expect(error?.info["statusCode"] == nil)
    }

    /// Returns the error of each API for the same refusal.
    private func errors(_ status: Int, _ body: String) async -> [any Auth0APIError] {
        let wire = Wire(body, status: status)
        let errors: [(any Auth0APIError)?] = [
            await failure(of: wire.authentication.userInfo(withAccessToken: "AT")),
            await failure(of: wire.mfa.challenge(with: "1", mfaToken: "MT")),
            await failure(of: wire.myAccount().getFactors()),
            await failure(of: wire.users().get("auth0|1")),
        ]
        return errors.compactMap { $0 }
    }

    @Test(arguments: [
        #"{"error":"","error_description":""}"#,
        #"{"type":"","title":"","detail":"","code":"","errorCode":"","description":"","message":"","error":null}"#,
    ])
    func `K13 a refusal whose members are empty has a code, and a text with its status`(body: String) async {
        let errors = await errors(403, body)

        #expect(errors.count == 4)
        for error in errors {
            #expect(!error.code.isEmpty)
            #expect(error.localizedDescription.hasPrefix("Failed with the error \(error.code) (status 403"))
        }
    }

    @Test(arguments: [
        #"{"error":"too_many_requests","error_description":"Global limit has been reached"}"#,
        #"{"statusCode":429,"error":"Too Many Requests","message":"Global limit has been reached"}"#,
        #"{"status":429,"title":"Too Many Requests","detail":"Global limit has been reached"}"#,
    ])
    func `K13 a refusal in the form of another API has its description`(body: String) async {
        let errors = await errors(429, body)

        #expect(errors.count == 4)
        for error in errors {
            #expect(error.localizedDescription.contains("Global limit has been reached"), "\(type(of: error))")
        }
    }

    @Test func `K13 an error of the My Account API has the code of a gateway`() {
        let info = ["error": "too_many_requests", "error_description": "Global limit has been reached"]

        #expect(MyAccountError(info: info, statusCode: 429).code == "too_many_requests")
    }

    @Test func `an error without its members has a description`() {
        #expect(MyAccountError(info: [:], statusCode: 500).code == "a0.sdk.internal_error.unknown")
        #expect(MyAccountError(info: [:], statusCode: 500).validationErrors == nil)
        #expect(ManagementError(info: [:], statusCode: 500).message.contains("unknown"))
        let foreign = ManagementError(info: ["message": "Bad audience: https://api"], statusCode: 401)
        #expect(foreign.message == "Bad audience: https://api. Log in with the audience https://<domain>/api/v2/")
    }
}
