import ByteEncodings
import Foundation
import OpenID
import QRCodeSymbols
import Testing

@Suite struct DeviceAuthorizationTests {
    private func read(_ changes: [String: String?]) throws -> DeviceAuthorization {
        let standard: [String: String?] = [
            "device_code": #""D""#, "user_code": #""WDJB-MJHT""#,
            "verification_uri": #""https://t.example.com/activate""#,
            "verification_uri_complete": #""https://t.example.com/activate?user_code=WDJB-MJHT""#,
            "expires_in": "900", "interval": "7",
        ]
        let members = standard.merging(changes) { $1 }.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        return try JSONDecoder().decode(
            DeviceAuthorization.self, from: Data("{\(members.joined(separator: ","))}".utf8))
    }

    @Test func `RFC 8628 §3.2 all members`() throws {
        let authorization = try read([:])

        #expect(authorization.deviceCode == "D")
        #expect(authorization.userCode == "WDJB-MJHT")
        #expect(authorization.verificationURI.absoluteString == "https://t.example.com/activate")
        #expect(authorization.verificationURIComplete?.query() == "user_code=WDJB-MJHT")
        #expect(authorization.lifetime == .seconds(900))
        #expect(authorization.interval == .seconds(7))
        #expect(authorization.expiresAt > Date(timeIntervalSinceNow: 800))
    }

    @Test func `the older name of the address is accepted`() throws {
        let authorization = try read([
            "verification_uri": nil, "verification_url": #""https://www.example.com/device""#,
        ])

        #expect(authorization.verificationURI.absoluteString == "https://www.example.com/device")
    }

    @Test(
        arguments: [
            (nil, 5), ("0", 5), ("-3", 5), (#""0""#, 5), (#""-5""#, 5), ("0.25", 1), ("2.0", 2), ("5000", 900),
            (#""6""#, 6),
        ] as [(String?, Int)])
    func `RFC 8628 §3.2 an interval that is absent or not positive is five seconds`(interval: String?, seconds: Int)
        throws
    {
        #expect(try read(["interval": interval, "verification_uri_complete": nil]).interval == .seconds(seconds))
    }

    @Test func `seconds may be a number or a text of one, as in token responses`() throws {
        for text in ["900", "900.0", #""900""#, #""900.0""#] {
            #expect(try read(["expires_in": text]).lifetime == .seconds(900))
        }
    }

    @Test(
        arguments: [
            ("device_code", nil), ("user_code", nil), ("user_code", #""""#), ("user_code", #""A\u001b[2J""#),
            ("user_code", #""A\u202eB""#), ("verification_uri", nil), ("verification_uri", #""javascript:alert(1)""#),
            ("verification_uri", #""http://t.example.com/activate""#), ("verification_uri", #""file:///etc/passwd""#),
            ("verification_uri", #""https://t.example.com/\nhttps://evil.example.com""#),
            ("verification_uri_complete", #""ssh://-oProxyCommand=x""#), ("expires_in", nil), ("expires_in", "0"),
            ("expires_in", "1e300"), ("expires_in", #""inf""#), ("expires_in", #""0x384""#), ("expires_in", #""""#),
            ("expires_in", "true"),
            ("interval", #""soon""#), ("device_code", #""""#), ("device_code", #""D\r\nX: y""#),
        ] as [(String, String?)])
    func `values that cannot be shown, opened or waited for are refused`(name: String, value: String?) {
        #expect(throws: DecodingError.self) { try read([name: value]) }
    }

    @Test func `has a QR code of the address with the code, or of the address`() throws {
        let complete = "https://t.example.com/activate?user_code=WDJB-MJHT"

        #expect(try read([:]).qrCode == QRSymbol(complete, errorCorrection: .low))
        #expect(
            try read(["verification_uri_complete": nil]).qrCode
                == QRSymbol("https://t.example.com/activate", errorCorrection: .low))
    }

    @Test func `L3 no code is in a description or a mirror`() throws {
        let authorization = try read(["device_code": #""canary""#, "user_code": #""canary""#])
        var dumped = ""
        dump(authorization, to: &dumped)

        for text in ["\(authorization)", String(reflecting: authorization), dumped] {
            #expect(!text.contains("canary"))
            #expect(!text.contains("WDJB"))
        }
    }
}
