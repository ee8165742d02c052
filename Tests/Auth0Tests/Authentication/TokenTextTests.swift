import Auth0
import Foundation
import RequestPipeline
import Testing

/// Tokens that are empty, or have characters that no token may have.
@Suite struct TokenTextTests {
    private static let badTexts = [#"A\r\nB"#, #"A\nB"#, #"A\u0000B"#, #"A\u007fB"#, #"A\u00e9B"#, #"A\u2028B"#]

    private func response(_ members: String) -> String {
        let names = ["access_token": "AT", "id_token": "IT", "refresh_token": "RT", "recovery_code": "RC"]
        let others = names.filter { !members.contains("\"\($0.key)\"") }.map { #""\#($0.key)":"\#($0.value)","# }
        return "{" + others.joined() + #""token_type":"Bearer","issued_token_type":"t","expires_in":60,\#(members)}"#
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test(arguments: ["access_token", "refresh_token", "id_token", "recovery_code"], badTexts)
    func `T8 a token with a character that no token may have is refused on receipt`(
        name: String, text: String
    ) async throws {
        let body = response(#""\#(name)":"\#(text)""#)
        let wire = Wire(body)

        let error = await failure(of: wire.authentication.renew(withRefreshToken: "RT"))
        let cause = try #require(error?.cause as? ResponseError)
        #expect(cause.code == .unexpectedShape)
        #expect(cause.path == name)
        #expect(throws: DecodingError.self) { try decode(Credentials.self, body) }
        guard name != "recovery_code" else { return }
        await failure(of: wire.authentication.ssoExchange(withRefreshToken: "RT"))
        #expect(throws: DecodingError.self) { try decode(SSOCredentials.self, body) }
    }

    @Test func `an empty optional token counts as missing`() async throws {
        let body = response(#""refresh_token":"","recovery_code":"","scope":"""#)

        let renewed = try await Wire(body).authentication.renew(withRefreshToken: "RT").start()
        let session = try await Wire(body).authentication.ssoExchange(withRefreshToken: "RT").start()
        let decoded = try decode(Credentials.self, body)

        #expect(renewed.refreshToken == nil && renewed.recoveryCode == nil && renewed.scope == nil)
        #expect(session.refreshToken == nil)
        #expect(decoded.refreshToken == nil && decoded.recoveryCode == nil)
        #expect(try decode(SSOCredentials.self, body).refreshToken == nil)
    }

    @Test(arguments: ["access_token", "id_token"])
    func `an empty required token is refused`(name: String) async throws {
        let body = response(#""\#(name)":"""#)

        await failure(of: Wire(body).authentication.ssoExchange(withRefreshToken: "RT"))
        #expect(throws: DecodingError.self) { try decode(SSOCredentials.self, body) }
    }
}
