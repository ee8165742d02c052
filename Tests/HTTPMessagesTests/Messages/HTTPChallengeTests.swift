import HTTPMessages
import TestEvents
import Testing

@Suite struct HTTPChallengeTests {
    @Test func `reads the example of RFC 9110`() {
        let text = #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#

        let challenges = HTTPChallenge.parse(text)

        #expect(challenges?.map(\.scheme) == ["basic", "newauth"])
        #expect(
            challenges?.map(\.parameters) == [
                ["realm": "simple"], ["realm": "apps", "type": "1", "title": #"Login to "apps""#],
            ])
    }

    @Test(arguments: [
        ("DPoP error=\"use_dpop_nonce\"", ["dpop": ["error": "use_dpop_nonce"]]),
        ("dpop ERROR = use_dpop_nonce", ["dpop": ["error": "use_dpop_nonce"]]),
        ("Bearer, DPoP algs=\"ES256 PS256\"", ["bearer": [:], "dpop": ["algs": "ES256 PS256"]]),
        (" , ,DPoP error=a ,, error_description=\"b, c\" ,", ["dpop": ["error": "a", "error_description": "b, c"]]),
        ("DPoP", ["dpop": [:]]), ("DPoP ", ["dpop": [:]]), ("", [:]), (" ,", [:]),
        ("Negotiate", ["negotiate": [:]]),
        ("a b=c,d e=f", ["a": ["b": "c"], "d": ["e": "f"]]),
        ("a b=\"\"", ["a": ["b": ""]]),
    ])
    func `reads well-formed challenges`(text: String, challenges: [String: [String: String]]) {
        let parsed = HTTPChallenge.parse(text)

        #expect(parsed.map { Dictionary($0.map { ($0.scheme, $0.parameters) }) { $1 } } == challenges)
    }

    @Test(arguments: [
        ("Negotiate YWJj", "YWJj"), ("Negotiate YQ==, Basic", "YQ=="), ("x a/+b", "a/+b"), ("x a=", "a="),
    ])
    func `reads an opaque value`(text: String, token: String) {
        #expect(HTTPChallenge.parse(text)?.first?.token == token)
    }

    @Test(arguments: [
        "DPoP error=\"a", "DPoP error=\"a\"b=\"c\"", "DPoP error=a b=c", "DPoP error=a, error=b",
        "DPoP error=a, ERROR=b", "=", "DPoP \"a\"", "DPoP a=b=c", "DPoP\terror=a", "DPoP a=\"\\", "DPoP a=\"\u{1}\"",
        "DPoP/1 a=b", "DPoP a=(b)", "D\u{F6}P a=b",
    ])
    func `reads nothing from a field with a malformed challenge`(text: String) {
        #expect(HTTPChallenge.parse(text) == nil)
    }

    @Test func `joins several fields`() {
        var fields = TransportFields()
        fields.append("Bearer realm=\"x\"", named: "WWW-Authenticate")
        fields.append("DPoP error=\"invalid_token\"", named: "www-authenticate")
        #expect(fields.challenges.map(\.scheme) == ["bearer", "dpop"])
        #expect(TransportFields().challenges.isEmpty)
    }

    @Test(arguments: ["", "a ", "a b=\""], ["a ", "a b=\"", "a b=c,", "\"", "\\\\", ",", "=", "a=,", " ", "a"])
    func `takes linear time`(start: String, piece: String) {
        func time(_ size: Int) -> UInt64 {
            let text = start + String(repeating: piece, count: size / piece.utf8.count)
            return ProcessorTime.shortest { _ = HTTPChallenge.parse(text) }
        }

        let (small, large) = (max(time(4_000), 20_000), time(64_000))

        // 16 times the size; quadratic time would be 256 times as long.
        #expect(large < 40 * small, "\(small) ns → \(large) ns")
    }
}
