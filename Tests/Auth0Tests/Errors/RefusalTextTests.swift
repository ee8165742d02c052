import Auth0
import HTTPMessages
import Testing
import TransportDoubles

/// The texts of refusals that say little.
@Suite struct RefusalTextTests {
    private func error(_ status: Int, _ body: String) async -> AuthenticationError? {
        let client = Wire(body, status: status).authentication
        return await failure(of: client.userInfo(withAccessToken: "expired"))
    }

    @Test(arguments: [
        (401, "No entry", "No entry (status 401: the token or the secret is missing or invalid, or has expired)"),
        (503, "<p>Down</p>", "Down (status 503: the server is not available, try again later)"),
        (502, "", "The response has no body (status 502)"),
    ])
    func `K13 a refusal that is not JSON has its status and what it means`(
        status: Int, body: String, text: String
    ) async {
        let message = await error(status, body)?.message

        #expect(message?.hasSuffix(text) == true, "\(message ?? "")")
    }

    @Test(arguments: [
        (#"{"message":"Service Unavailable"}"#, "Service Unavailable"), (#"{"error":"busy"}"#, "busy"),
        ("{}", "unknown"),
    ])
    func `K13 a refusal in JSON without a description has its message or code, and the status`(
        body: String, text: String
    ) async throws {
        let meaning = "(status 503: the server is not available, try again later)"
        let messages = [
            await error(503, body)?.message,
            MfaChallengeError(info: ["message": text], statusCode: 503).message,
            MyAccountError(info: ["message": text], statusCode: 503).message,
        ]

        for message in messages { #expect(message?.contains(text) == true && message?.hasSuffix(meaning) == true) }
    }

    @Test(arguments: ["<p>Busy</p>", "", "[]", #"{"error":"busy"}"#, "{\"a\":"])
    func `T11 a refusal keeps the delay that the server asks for, whatever the body`(body: String) async {
        let client = Wire(body, status: 429, fields: ["Retry-After": "7"]).authentication

        let error = await failure(of: client.userInfo(withAccessToken: "t"))

        #expect(error?.retryAfter == .seconds(7))
        #expect(error?.isRetryable == true)
    }

    @Test(arguments: ["Unauthorized", "<p>No</p>", "[]", ""])
    func `K13 a refused access token has the reason of the challenge, whatever the body`(body: String) async {
        let challenge = #"Bearer realm="Users", error="invalid_token", error_description="The access token expired""#
        let fields: TransportFields = ["WWW-Authenticate": challenge, "Content-Length": "\(body.utf8.count)"]
        let client = Wire(body, status: 401, fields: fields).authentication

        let error = await failure(of: client.userInfo(withAccessToken: "expired"))

        #expect(error?.code == "invalid_token")
        #expect(error?.statusCode == 401)
        #expect(error?.localizedDescription.contains("The access token expired") == true)
        #expect(error?.localizedDescription.contains("notJSON") == false)
    }

    @Test(arguments: ["<html>Log in to the network of the hotel</html>", "access_token=canary", "{'canary'}"])
    func `K13 an accepted request without JSON says so and names the host, without the body`(body: String) async {
        let error = await error(200, body)

        let text = "The server did not respond with JSON. CAUSE: ResponseError.notJSON from tenant.example.com ("
        #expect(error?.localizedDescription.hasPrefix(text) == true)
        for word in ["hotel", "canary"] { #expect(error?.localizedDescription.contains(word) == false) }
    }

    @Test func `K13 a profile is not requested without an access token`() async {
        let wire = Wire(#"{"sub":"s"}"#)

        let error = await failure(of: wire.authentication.userInfo(withAccessToken: ""))

        #expect((error?.cause as? ConfigurationError)?.code == .missingToken)
        #expect(wire.transport.requests.isEmpty)
    }

    @Test func `K13 the error of a client that the tenant does not know says what to compare`() async {
        let error = await error(401, #"{"error":"access_denied","error_description":"Unauthorized"}"#)

        #expect(error?.isAccessDenied == true)
        #expect(error?.localizedDescription.contains("client ID") == true)
        #expect(error?.info["error_description"] as? String == "Unauthorized")
    }
}
